import { uprightExif, withSegment } from '#web/lib/camera/exif-copy.ts';

/** Some phones cannot draw a canvas with more pixels. */
const maxPixels = 16_000_000;
/** The scale factor of each further attempt. */
const step = 0.8;
const tries = 8;
const quality = 0.9;

async function drawn(picture: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  // Phones release the memory of a canvas late, so its size is reduced to zero.
  canvas.width = canvas.height = 0;
  return jpeg;
}

const jpegName = (name: string): string => (/\.jpe?g$/i.test(name) ? name : `${name.replace(/\.[^.]+$/, '')}.jpg`);

/**
 * Returns the picture as an upright JPEG of at most `maxBytes`, with the time and location of the original; null for
 * a file that the browser cannot draw.
 */
export async function shrunk(file: File, maxBytes: number): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  try {
    const exif = await uprightExif(file);
    let scale = Math.min(1, Math.sqrt(maxPixels / (picture.width * picture.height)));
    for (let count = 0; count < tries; count += 1) {
      const jpeg = await drawn(picture, scale);
      if (!jpeg) return null;
      const content = exif ? withSegment(jpeg, exif) : jpeg;
      const { lastModified } = file;
      if (content.size <= maxBytes)
        return new File([content], jpegName(file.name), { type: 'image/jpeg', lastModified });
      scale *= step;
    }
    return null;
  } finally {
    picture.close();
  }
}
