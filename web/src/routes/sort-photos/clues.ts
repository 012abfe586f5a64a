import type { FoundObject } from '#contract/vision/objects.ts';
import type { Detector } from '#web/features/frames/device/detector.ts';
import type { PhotoClues } from './suggestion.rules.ts';

/** EXIF comes before the picture, in segments of at most 64 KB. */
const exifBytes = 256 * 1024;

/** Parses '2026:11:24 09:30:00' to milliseconds in this device's time zone, because only differences matter. */
function exifTime(text: string | undefined): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text ?? '') ?? [];
  const time = new Date(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  ).getTime();
  return Number.isNaN(time) ? null : time;
}

/** When the photo was taken, from its EXIF data. The file's own time may only say when it was copied. */
async function takenAtOf(file: File): Promise<number | null> {
  try {
    const { default: ExifReader } = await import('exifreader');
    const tags = ExifReader.load(await file.slice(0, exifBytes).arrayBuffer());
    const text = tags.DateTimeOriginal?.description ?? tags.DateTime?.description;
    return exifTime(text);
  } catch {
    // Some kinds of files have no readable metadata.
    return null;
  }
}

/** The width in pixels of the picture that is shown and analyzed; a full-size picture would take 50 MB of memory. */
const side = 512;

async function smallPicture(file: File): Promise<ImageBitmap | null> {
  return createImageBitmap(file, { resizeWidth: side, resizeQuality: 'medium', imageOrientation: 'from-image' }).catch(
    () => null,
  );
}

async function thumbnailOf(picture: ImageBitmap): Promise<string> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 }));
}

async function objectsIn(detector: Detector | null, picture: ImageBitmap): Promise<readonly FoundObject[]> {
  if (!detector) {
    picture.close();
    return [];
  }
  try {
    const result = await detector.detect(picture, true);
    result.picture.close();
    return result.objects;
  } catch (error) {
    console.warn('A photo was not analyzed', error);
    return [];
  }
}

export interface ReadPhoto extends PhotoClues {
  file: File;
  /** The URL of a small picture, which must be revoked; null for a file that the browser cannot draw. */
  thumbnail: string | null;
}

/** Reads the clues in a photo and makes a small picture of it. */
export async function readPhoto(id: string, file: File, detector: Detector | null): Promise<ReadPhoto> {
  const takenAt = await takenAtOf(file);
  const picture = await smallPicture(file);
  const clues = { id, file, filename: file.name, takenAt };
  if (!picture) return { ...clues, thumbnail: null, objects: [] };
  const thumbnail = await thumbnailOf(picture);
  return { ...clues, thumbnail, objects: await objectsIn(detector, picture) };
}
