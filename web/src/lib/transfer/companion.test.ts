import { describe, expect, it, vi } from 'vitest';
import { setUnauthorizedHandler } from '#web/lib/api.ts';
import { listParts, partsOf, signPart } from '#web/lib/transfer/companion.ts';
import { multipartAbove } from '#web/lib/transfer/file-sender.ts';

const MB = 1024 * 1024;

describe('the parts of a file', () => {
  it('have at least 5 MB, except the last one [9.uploads.6]', () => {
    const parts = partsOf(12 * MB);
    expect(parts).toEqual([
      { partNumber: 1, start: 0, end: 5 * MB },
      { partNumber: 2, start: 5 * MB, end: 10 * MB },
      { partNumber: 3, start: 10 * MB, end: 12 * MB },
    ]);
  });

  it.each([1, 5 * MB, 5 * MB + 1, multipartAbove + 1, 50_000 * MB - 1, 60_000 * MB + 7])(
    'of %i bytes are at most 10000 and cover the file without gaps [9.uploads.5, 9.uploads.6]',
    (size) => {
      const parts = partsOf(size);
      expect(parts.length).toBeLessThanOrEqual(10_000);
      expect(parts.map(({ partNumber }) => partNumber)).toEqual(parts.map((_, index) => index + 1));
      let end = 0;
      for (const part of parts) {
        expect(part.start).toBe(end);
        end = part.end;
      }
      expect(end).toBe(size);
      for (const part of parts.slice(0, -1)) expect(part.end - part.start).toBeGreaterThanOrEqual(5 * MB);
    },
  );
});

it.each([
  [{ key: '', uploadId: 'u' }, 1],
  [{ key: 'k', uploadId: '' }, 1],
  [{ key: 'k', uploadId: 'u' }, 0],
])('a part of %j, number %i, cannot be signed [5.uploads.6]', async (upload, partNumber) => {
  await expect(signPart(upload, partNumber, new AbortController().signal)).rejects.toThrow(
    'Cannot sign without a key, an uploadId, and a partNumber',
  );
});

it('retries a call ten times while no answer comes [9.uploads.8]', async () => {
  vi.useFakeTimers();
  const asked = vi.fn<typeof fetch>(async () => {
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('fetch', asked);
  const outcome = expect(listParts({ key: 'k', uploadId: 'u' }, new AbortController().signal)).rejects.toThrow();
  await vi.runAllTimersAsync();
  await outcome;
  expect(asked).toHaveBeenCalledTimes(11);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('leaves a 401 to its caller, so that the page with the files stays open', async () => {
  const redirect = vi.fn<() => void>();
  setUnauthorizedHandler(redirect);
  vi.stubGlobal('fetch', async () => new Response(null, { status: 401 }));
  await expect(listParts({ key: 'k', uploadId: 'u' }, new AbortController().signal)).rejects.toMatchObject({
    status: 401,
  });
  expect(redirect).not.toHaveBeenCalled();
  setUnauthorizedHandler(() => undefined);
  vi.unstubAllGlobals();
});
