import type { AnalyzedPhoto } from '#server/analysis/analyzer.service.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { copyKeysOf, type CopyKeys } from './photos.rules.ts';

/** Writes the copies of a photo to the store. */
export async function storeCopies(
  storage: Pick<Storage, 'put'>,
  photoId: string,
  { preview, thumbnail, print }: Pick<AnalyzedPhoto, keyof CopyKeys>,
): Promise<void> {
  const keys = copyKeysOf(photoId);
  await storage.put(keys.preview, preview, { contentType: 'image/webp' });
  await storage.put(keys.thumbnail, thumbnail, { contentType: 'image/webp' });
  await storage.put(keys.print, print, { contentType: 'image/jpeg' });
}
