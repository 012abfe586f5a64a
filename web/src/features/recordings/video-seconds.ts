import { t } from '#contract/language.ts';

const unreadable = t('This video cannot be read on this device');

/** Resolves with the next such event; rejects if the file is not a video. */
const next = (video: HTMLVideoElement, event: 'loadedmetadata' | 'durationchange'): Promise<void> =>
  new Promise((resolve, reject) => {
    video.addEventListener(event, () => resolve(), { once: true });
    video.addEventListener('error', () => reject(new Error(unreadable)), { once: true });
  });

/** The length of a video file in whole seconds, at least 1. Throws if the browser cannot read the file. */
export async function videoSeconds(file: Blob): Promise<number> {
  const video = document.createElement('video');
  video.preload = 'metadata';
  video.muted = true;
  const url = URL.createObjectURL(file);
  try {
    const loaded = next(video, 'loadedmetadata');
    video.src = url;
    await loaded;
    if (!Number.isFinite(video.duration)) {
      // Files recorded by a browser do not contain their length. The player finds it when it seeks to the end.
      const durationFound = next(video, 'durationchange');
      video.currentTime = Number.MAX_SAFE_INTEGER;
      await durationFound;
    }
    if (!Number.isFinite(video.duration)) throw new Error(unreadable);
    return Math.max(1, Math.round(video.duration));
  } finally {
    video.removeAttribute('src');
    URL.revokeObjectURL(url);
  }
}
