import { twoDigits } from '#contract/texts.ts';
/** The time and location of a photo. A JPEG exported from a canvas has neither. */
export interface ShotMetadata {
  takenAt: Date;
  location: { latitude: number; longitude: number } | null;
}

type Entry = { tag: number; type: number; count: number; bytes: Uint8Array };

const ascii = (tag: number, text: string): Entry => {
  const bytes = new TextEncoder().encode(`${text}\0`);
  return { tag, type: 2, count: bytes.length, bytes };
};
const long = (tag: number, value: number): Entry => ({ tag, type: 4, count: 1, bytes: uint32(value) });
const byteList = (tag: number, values: number[]): Entry => ({
  tag,
  type: 1,
  count: values.length,
  bytes: Uint8Array.from(values),
});

function uint32(...values: number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setUint32(index * 4, value, true));
  return new Uint8Array(view.buffer);
}

/** Degrees, minutes and seconds as three fractions, to a ten-thousandth of a second of arc (3 mm). */
function degrees(tag: number, value: number): Entry {
  const total = Math.round(Math.abs(value) * 36_000_000);
  const whole = Math.floor(total / 36_000_000);
  const minutes = Math.floor((total % 36_000_000) / 600_000);
  return { tag, type: 5, count: 3, bytes: uint32(whole, 1, minutes, 1, total % 600_000, 10_000) };
}

const sizeOf = (entries: Entry[]): number =>
  2 + entries.length * 12 + 4 + entries.reduce((sum, { bytes }) => sum + (bytes.length > 4 ? bytes.length : 0), 0);

/** Writes a directory at an offset; values longer than 4 bytes follow it. */
function writeDirectory(view: DataView, offset: number, entries: Entry[]): void {
  view.setUint16(offset, entries.length, true);
  let values = offset + 2 + entries.length * 12 + 4;
  entries.forEach(({ tag, type, count, bytes }, index) => {
    const at = offset + 2 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    const target = bytes.length > 4 ? values : at + 8;
    if (bytes.length > 4) {
      view.setUint32(at + 8, values, true);
      values += bytes.length;
    }
    bytes.forEach((byte, position) => view.setUint8(target + position, byte));
  });
}

/** '2026:11:21 09:42:07' in local time, and its zone as '+01:00'. */
function exifTime(date: Date): { time: string; zone: string } {
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join(':');
  const clock = [twoDigits(date.getHours()), twoDigits(date.getMinutes()), twoDigits(date.getSeconds())].join(':');
  const offset = -date.getTimezoneOffset();
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
  return { time: `${day} ${clock}`, zone };
}

/** An Exif segment (APP1) with the time and, if known, the place. */
function exifSegment({ takenAt, location }: ShotMetadata): Uint8Array {
  const { time, zone } = exifTime(takenAt);
  const shot = [ascii(0x9003, time), ascii(0x9011, zone)];
  const place = location
    ? [
        byteList(0, [2, 3, 0, 0]),
        ascii(1, location.latitude < 0 ? 'S' : 'N'),
        degrees(2, location.latitude),
        ascii(3, location.longitude < 0 ? 'W' : 'E'),
        degrees(4, location.longitude),
      ]
    : [];
  const pointers = place.length > 0 ? 2 : 1;
  const shotAt = 8 + 2 + pointers * 12 + 4;
  const placeAt = shotAt + sizeOf(shot);
  const root = [long(0x8769, shotAt), ...(place.length > 0 ? [long(0x8825, placeAt)] : [])];
  const tiff = new DataView(new ArrayBuffer(placeAt + (place.length > 0 ? sizeOf(place) : 0)));
  tiff.setUint16(0, 0x4949);
  tiff.setUint16(2, 42, true);
  tiff.setUint32(4, 8, true);
  writeDirectory(tiff, 8, root);
  writeDirectory(tiff, shotAt, shot);
  if (place.length > 0) writeDirectory(tiff, placeAt, place);
  const head = new DataView(new ArrayBuffer(10));
  head.setUint16(0, 0xffe1);
  head.setUint16(2, 8 + tiff.byteLength);
  new Uint8Array(head.buffer).set(new TextEncoder().encode('Exif'), 4);
  return Uint8Array.from([...new Uint8Array(head.buffer), ...new Uint8Array(tiff.buffer)]);
}

/** Adds the metadata to a JPEG; any other file is returned unchanged. */
export async function withMetadata(jpeg: Blob, facts: ShotMetadata): Promise<Blob> {
  const start = new Uint8Array(await jpeg.slice(0, 2).arrayBuffer());
  if (start[0] !== 0xff || start[1] !== 0xd8) return jpeg;
  return new Blob([jpeg.slice(0, 2), new Uint8Array(exifSegment(facts)), jpeg.slice(2)], { type: 'image/jpeg' });
}
