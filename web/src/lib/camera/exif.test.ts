import ExifReader from 'exifreader';
import { describe, expect, it } from 'vitest';
import { withMetadata } from '#web/lib/camera/exif.ts';

/** The smallest JPEG that a reader accepts: a start marker, an empty scan and an end marker. */
const jpeg = new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xda, 0x00, 0x02, 0xff, 0xd9])], { type: 'image/jpeg' });
const takenAt = new Date('2026-11-21T09:42:07Z');

const read = async (blob: Blob) => ExifReader.load(await blob.arrayBuffer(), { expanded: true });

describe('the metadata of a photo', () => {
  it('contains the time with its time zone', async () => {
    const { exif } = await read(await withMetadata(jpeg, { takenAt, location: null }));
    const time = exif?.DateTimeOriginal?.description ?? '';
    const zone = exif?.OffsetTimeOriginal?.description ?? '';
    const [day = '', clock = ''] = time.split(' ');
    expect(new Date(`${day.replaceAll(':', '-')}T${clock}${zone}`).toISOString()).toBe('2026-11-21T09:42:07.000Z');
  });

  it.each([
    [43.659_12, -70.256_81],
    [-33.856_784, 151.215_297],
    [0.000_1, -0.000_1],
  ])('carries the place %d, %d to a meter', async (latitude, longitude) => {
    const { gps } = await read(await withMetadata(jpeg, { takenAt, location: { latitude, longitude } }));
    expect(gps?.Latitude).toBeCloseTo(latitude, 5);
    expect(gps?.Longitude).toBeCloseTo(longitude, 5);
  });

  it('has no location when none is known, and leaves files other than JPEGs unchanged', async () => {
    const { gps } = await read(await withMetadata(jpeg, { takenAt, location: null }));
    expect(gps?.Latitude).toBeUndefined();
    const png = new Blob([Uint8Array.from([0x89, 0x50])]);
    expect(await withMetadata(png, { takenAt, location: null })).toBe(png);
  });
});
