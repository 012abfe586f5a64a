import { afterEach, expect, it, vi } from 'vitest';
import { photoLimits } from '#contract/photos.ts';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';

const shrinking = vi.hoisted(() => ({ answer: (_smaller: File): void => undefined }));
vi.mock('#web/lib/camera/shrink.ts', () => ({
  shrunk: () => new Promise<File>((resolve) => (shrinking.answer = resolve)),
}));

afterEach(() => vi.unstubAllGlobals());

it('asks before leaving the page while a large photo is made smaller, because it is only there', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const isAsked = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const large = new File([new Uint8Array(photoLimits.bytes + 1)], 'lobby.jpg', { type: 'image/jpeg' });
  const smaller = new File(['x'], 'lobby.jpg', { type: 'image/jpeg' });
  const added = new Promise<File[]>((resolve) => addShrunk([large], resolve));
  expect(isAsked()).toBe(true);
  await vi.waitFor(() => {
    shrinking.answer(smaller);
    expect(isAsked()).toBe(false);
  });
  expect(await added).toEqual([smaller]);
});
