/** The bytes at the start of a JPEG that are searched: metadata comes before the picture, within 64 KB each. */
const searchedBytes = 512 * 1024;
const orientationTag = 0x0112;

/** Sets the orientation to upright, where the metadata names one. `tiff`: where its header begins. */
function setUpright(view: DataView, tiff: number): void {
  const little = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, little);
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    if (view.getUint16(entry, little) === orientationTag) view.setUint16(entry + 8, 1, little);
  }
}

/** The Exif segment (APP1) of a JPEG, for a copy that is upright already; null where there is none. */
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
        // Damaged metadata would turn the picture.
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
