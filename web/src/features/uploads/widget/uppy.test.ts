import { describe, expect, it, vi } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { createElement } from 'react';
import type { UploadTarget } from '#web/lib/transfer/upload-target.ts';
import { FileTile } from '#web/features/uploads/widget/file-tile.tsx';
import { createUppy, uploadDefaults, type UppyOptions } from '#web/features/uploads/widget/uppy.ts';

function setUp(fields: Partial<UppyOptions> = {}) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const target = {
    address: vi.fn<UploadTarget['address']>(() => new Promise(() => undefined)),
    register: vi.fn<UploadTarget['register']>(async () => undefined),
  };
  const options = { scope: 'test', accept: ['image/*'], acceptText: 'pictures', metaFields: [], target };
  return { uppy: createUppy({ ...options, ...uploadDefaults, ...fields }), target };
}

const file = (name: string, size = 4, type = 'image/jpeg') => ({
  name,
  type,
  data: new File([new Uint8Array(size)], name, { type }),
  meta: { recordId: name },
});

describe('what an upload widget takes', () => {
  it('is one file of at most 10485760 bytes when nothing else is said [2.uploader.3, 2.uploader.4, 5.uploads.4, 9.uploads.2]', () => {
    const { uppy } = setUp();
    expect(() => uppy.addFile(file('large.jpg', 10_485_761))).toThrow('File large.jpg is too large. Max size: 10MB');
    uppy.addFile(file('fits.jpg', 10_485_760));
    expect(() => uppy.addFile(file('second.jpg'))).toThrow('You can only upload 1 file');
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['fits.jpg']);
  });

  it('is what its page says', () => {
    const { uppy } = setUp({ maxFiles: 2, maxBytes: 8, accept: ['image/*', '.heic'] });
    expect(() => uppy.addFile(file('notes.txt', 4, 'text/plain'))).toThrow('You can only upload: pictures');
    expect(() => uppy.addFile(file('none.png', 0, 'image/png'))).toThrow('An empty file was left out');
    uppy.addFile(file('IMG_1.HEIC', 4, ''));
    uppy.addFile(file('b.png', 8, 'image/png'));
    expect(() => uppy.addFile(file('c.png', 4, 'image/png'))).toThrow('You can only upload 2 files');
  });

  it('waits for a start by hand [2.uploader.2]', () => {
    vi.useFakeTimers();
    const { uppy, target } = setUp();
    uppy.addFile(file('a.jpg'));
    vi.advanceTimersByTime(60_000);
    expect(target.address).not.toHaveBeenCalled();
    vi.useRealTimers();
    void uppy.upload();
    return vi.waitFor(() => expect(target.address).toHaveBeenCalledTimes(1));
  });
});

describe('how a file is sent', () => {
  const MB = 1024 * 1024;

  async function sent(size: number, inParts: boolean) {
    const calls = vi.fn<typeof fetch>(() => new Promise(() => undefined));
    vi.stubGlobal('fetch', calls);
    const { uppy, target } = setUp({ maxBytes: 200 * MB });
    Object.assign(target, { inParts });
    uppy.addFile(file('walk.jpg', size));
    void uppy.upload();
    await vi.waitFor(() => expect(calls.mock.calls.length + target.address.mock.calls.length).toBeGreaterThan(0));
    vi.unstubAllGlobals();
    return { whole: target.address.mock.calls.length, calls: calls.mock.calls.map(([path]) => path) };
  }

  it('is in parts above 100 MB, where the target takes parts, and whole otherwise [9.uploads.4, 7.companion.9]', async () => {
    expect(await sent(100 * MB, true)).toEqual({ whole: 1, calls: [] });
    expect(await sent(100 * MB + 1, false)).toEqual({ whole: 1, calls: [] });
    const large = await sent(100 * MB + 1, true);
    expect(large.whole).toBe(0);
    expect(large.calls[0]).toMatch(/^\/api\/(csrf-token|s3\/multipart)$/);
  });
});

describe('required metadata', () => {
  const metaFields = [
    { id: 'room', name: 'Room', required: true },
    { id: 'caption', name: 'Caption', required: true },
    { id: 'note', name: 'Note' },
  ];

  it('must be filled before anything is sent [5.uploads.5]', async () => {
    const { uppy, target } = setUp({ metaFields });
    const id = uppy.addFile(file('a.jpg'));
    await expect(uppy.upload()).rejects.toThrow('Missing required meta fields');
    expect(target.address).not.toHaveBeenCalled();
    const missing = uppy.getFile(id);
    expect(missing?.missingRequiredMetaFields).toEqual(['room', 'caption']);
    if (!missing) throw new Error('The file is gone');
    const tile = (names: string[]) =>
      renderToStaticMarkup(
        createElement(FileTile, {
          file: { ...missing, missingRequiredMetaFields: names },
          session: { ...sessionParts, previewOf: () => null },
          restored: false,
          fieldName: (field) => metaFields.find((each) => each.id === field)?.name ?? field,
        }),
      );
    expect(tile(['room', 'caption'])).toContain('Missing required meta fields: Room, Caption');
    expect(tile(['room'])).toContain('Missing required meta field: Room');
  });
});

const unused = () => undefined;
const sessionParts = {
  get: () => setUp().uppy.getState(),
  subscribe: () => unused,
  add: unused,
  start: unused,
  retry: unused,
  pauseOrResume: unused,
  pauseAll: unused,
  resumeAll: unused,
  remove: unused,
  cancelAll: unused,
  describe: unused,
  isBusy: () => false,
  close: unused,
};
