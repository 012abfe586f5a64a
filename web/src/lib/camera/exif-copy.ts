/**
 * How many bytes at the start of a JPEG are searched. Metadata comes before the picture, in segments of at most 64
 * KB.
 */
const searchedBytes = 512 * 1024;
const orientationTag = 0x0112;

/** Sets the orientation tag, if there is one, to upright. `tiff` is the offset of the TIFF header. */
function setUpright(view: DataView, tiff: number): void {
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, little) === orientationTag) view.setUint16(entry + 8, 1, little);
  }
}

/** The Exif segment (APP1) of a JPEG, for a copy whose pixels are already upright; null without one. */
export async function uprightExif(jpeg: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  const bytes = new Uint8Array(await jpeg.slice(0, searchedBytes).arrayBuffer());
  const view = new DataView(bytes.buffer);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda) {
    const end = at + 2 + view.getUint16(at + 2);
    const isExif = bytes[at + 1] === 0xe1 && new TextDecoder().decode(bytes.subarray(at + 4, at + 8)) === 'Exif';
    if (isExif && end <= bytes.length) {
      try {
        setUpright(view, at + 10);
      } catch {
        // Metadata that cannot be parsed might still hold an orientation that would rotate the upright copy.
        return null;
      }
      return bytes.slice(at, end);
    }
    at = end;
  }
  return null;
}

/** Puts a metadata segment at the start of a JPEG. */
export const withSegment = (jpeg: Blob, segment: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([jpeg.slice(0, 2), segment, jpeg.slice(2)], { type: 'image/jpeg' });
