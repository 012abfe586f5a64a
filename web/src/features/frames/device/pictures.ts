import { frameLimits } from '#contract/frames.ts';

/** The size of a frame for the server, within its limit. */
function sizeOf({ videoHeight, videoWidth }: HTMLVideoElement) {
  const scale = Math.min(1, frameLimits.maxSide / Math.max(videoWidth, videoHeight));
  return { resizeWidth: Math.round(videoWidth * scale), resizeHeight: Math.round(videoHeight * scale) };
}

/** If the camera shows no new picture for this long, in ms, it is interrupted or its page is hidden. */
const newPictureTimeout = 1000;

/**
 * Reads pictures from a camera until the signal aborts, each at most once; otherwise a frozen picture would count as
 * several frames that agree. The returned function resolves to null when no new picture arrives.
 */
export function createPictureReader(video: HTMLVideoElement, signal: AbortSignal): () => Promise<ImageBitmap | null> {
  let isNew = true;
  let notify = (): void => undefined;
  const canWatch = 'requestVideoFrameCallback' in video;
  const watch = () => void video.requestVideoFrameCallback(next);
  function next() {
    isNew = true;
    notify();
    if (!signal.aborted) watch();
  }
  if (canWatch) watch();
  const nextPicture = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, newPictureTimeout);
      notify = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return async () => {
    if (!isNew) await nextPicture();
    if (!isNew || video.videoWidth === 0) return null;
    isNew = !canWatch;
    return createImageBitmap(video, { ...sizeOf(video), resizeQuality: 'medium' }).catch(() => null);
  };
}

export function jpegOf(picture: ImageBitmap): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: frameLimits.contentType, quality: 0.8 });
}
