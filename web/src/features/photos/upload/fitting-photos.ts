import { t } from '#contract/language.ts';
import { photoLimits } from '#contract/photos.ts';
import { formatBytes } from '#contract/texts.ts';
import { toast } from '#web/lib/toast.ts';

const originalSizes = new WeakMap<File, number>();

/** The bytes of the picture that this one was made of; undefined for one that was not made smaller. */
export const originalBytesOf = (file: File): number | undefined => originalSizes.get(file);

const isTooLarge = ({ size, type, name }: File): boolean =>
  size > photoLimits.bytes && (type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(name));

/** The picture itself, or a smaller copy of one that is too large. One that cannot be drawn stays, and is refused later. */
async function fitting(file: File): Promise<File> {
  if (!isTooLarge(file)) return file;
  const { shrunk } = await import('#web/lib/camera/shrink.ts');
  const smaller = await shrunk(file, photoLimits.bytes).catch(() => null);
  if (!smaller) return file;
  originalSizes.set(smaller, file.size);
  toast({
    title: t('Photo made smaller'),
    description: t('{name}: {before} became {after}.', {
      name: file.name,
      before: formatBytes(file.size),
      after: formatBytes(smaller.size),
    }),
  });
  return smaller;
}

/** Calls `add` with the files, once those that are too large have been made smaller; at once where none is. */
export function addFitting<Files extends readonly File[]>(files: Files, add: (files: File[]) => void): void {
  if (!files.some(isTooLarge)) return add([...files]);
  void (async () => {
    const fit: File[] = [];
    // One after another, because a large picture takes much memory.
    for (const file of files) fit.push(await fitting(file));
    add(fit);
  })();
}
