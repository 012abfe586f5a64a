import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPictureReader } from './pictures.ts';

/** A fake camera that shows a new picture when the test says so. */
function fakeVideo(videoWidth = 1920) {
  let show: (() => void) | undefined;
  const video = {
    videoWidth,
    videoHeight: 1080,
    requestVideoFrameCallback: (callback: () => void) => {
      show = callback;
      return 1;
    },
  };
  return { video: video as unknown as HTMLVideoElement, show: () => show?.() };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('createImageBitmap', async (_video: unknown, options: object) => options);
});
afterEach(() => {
  vi.useRealTimers();
});

it('returns each picture once and waits for the next', async () => {
  const { show, video } = fakeVideo();
  const next = createPictureReader(video, new AbortController().signal);
  expect(await next()).toMatchObject({ resizeWidth: 1280, resizeHeight: 720 });
  let read: unknown = 'waiting';
  const second = next().then((picture) => (read = picture));
  await vi.advanceTimersByTimeAsync(500);
  expect(read).toBe('waiting');
  show();
  await second;
  expect(read).toMatchObject({ resizeWidth: 1280 });
});

it('returns null while the camera shows no new picture, or none at all', async () => {
  const { video } = fakeVideo();
  const next = createPictureReader(video, new AbortController().signal);
  await next();
  const none = next();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await none).toBeNull();
  expect(await createPictureReader(fakeVideo(0).video, new AbortController().signal)()).toBeNull();
});

it('returns the current picture when the browser does not report new ones', async () => {
  const next = createPictureReader(
    { videoWidth: 640, videoHeight: 480 } as unknown as HTMLVideoElement,
    new AbortController().signal,
  );
  expect([await next(), await next()]).toMatchObject([{ resizeWidth: 640 }, { resizeWidth: 640 }]);
});
