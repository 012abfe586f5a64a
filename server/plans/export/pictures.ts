import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import type { PhotosService } from '#server/photos/photos.service.ts';
import type { Logo } from './pdf-cover.ts';
import type { ItemPhoto } from './pdf-items.ts';

/** Beside an item or finding, or small among the further photos. */
type PictureSize = 'full' | 'further';

/** The longer side of a picture among the further photos, in pixels: 200 dots per inch of its place on the page. */
const furtherPixels = 360;

async function pictureOf(
  photos: Pick<PhotosService, 'printOf'>,
  photoId: string,
  size: PictureSize,
  marks: ItemPhoto['marks'] = [],
): Promise<ItemPhoto | null> {
  const print = await photos.printOf(photoId);
  if (!print) return null;
  const { default: sharp } = await import('sharp');
  const jpeg =
    size === 'full'
      ? print
      : await sharp(print)
          .resize(furtherPixels, furtherPixels, { fit: 'inside', withoutEnlargement: true })
          .jpeg({ quality: 78 })
          .toBuffer();
  const { width, height } = await sharp(jpeg).metadata();
  return { jpeg: `data:image/jpeg;base64,${jpeg.toString('base64')}`, width, height, marks };
}

/**
 * Prepares photos for printing, by photo id. One per core is prepared at a time, and a photo shared by several lines is
 * read once.
 */
export async function picturesOf(
  photos: Pick<PhotosService, 'printOf' | 'evidenceOf'>,
  ids: readonly (string | null)[],
  size: PictureSize = 'full',
): Promise<Map<string, ItemPhoto>> {
  const shown = [...new Set(ids.filter((each) => each !== null))];
  const evidence = await photos.evidenceOf(shown);
  const queue = new PQueue({ concurrency: availableParallelism() });
  const pictures = await queue.addAll(
    shown.map((id) => async (): Promise<[string, ItemPhoto | null]> => [
      id,
      await pictureOf(photos, id, size, evidence.get(id)?.marks),
    ]),
  );
  return new Map(pictures.flatMap(([id, picture]) => (picture ? [[id, picture]] : [])));
}

/** The height of a printed logo, in points; the file contains it with four times as many pixels. */
const logoHeight = 28;

/** The organization's logo in its printed size; throws when the file cannot be read as a picture. */
async function readLogo(path: string): Promise<Logo> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(path)
    .resize({ height: logoHeight * 4, width: 800, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: `data:image/png;base64,${data.toString('base64')}`, width: info.width / 4, height: info.height / 4 };
}

/**
 * Reads the configured logo when the first document is printed; null when there is none or it cannot be read, so that
 * the product's is printed.
 */
export function createLogo(path: string | null): () => Promise<Logo | null> {
  let logo: Logo | null = null;
  return async () => {
    if (path !== null) logo ??= await readLogo(path).catch(() => null);
    return logo;
  };
}
