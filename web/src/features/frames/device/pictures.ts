import { frameLimits } from '#contract/frames.ts';

/** The size of a frame that the server takes. */
function sizeOf({ videoHeight, videoWidth }: HTMLVideoElement) {
  const scale = Math.min(1, frameLimits.maxSide / Math.max(videoWidth, videoHeight));
  return { resizeWidth: Math.round(videoWidth * scale), resizeHeight: Math.round(videoHeight * scale) };
}

/** A camera that shows no new picture for so long, in ms, is interrupted or its page hidden. */
const patience = 1000;

/**
 * Reads the pictures of a camera until the signal aborts, each at most once: a picture that stands still would otherwise count
 * as many frames that show the same. Gives null where no new one comes.
 */
export function createPictureReader(video: HTMLVideoElement, signal: AbortSignal): () => Promise<ImageBitmap | null> {
  let isNew = true;
  let tell = (): void => undefined;
  const canWatch = 'requestVideoFrameCallback' in video;
  const watch = () => void video.requestVideoFrameCallback(next);
  function next() {
    isNew = true;
    tell();
    if (!signal.aborted) watch();
  }
  if (canWatch) watch();
  const nextPicture = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      tell = () => {
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
