import { t } from '#contract/language.ts';
import { photoLimits } from '#contract/photos.ts';
import { formatBytes } from '#contract/texts.ts';
import { toast } from '#web/lib/toast.ts';

const originalSizes = new WeakMap<File, number>();
/** What was said about smaller copies that are not saved yet, by file name. */
const shrunkTexts = new Map<string, string>();

/**
 * Returns and forgets what was said about the smaller copies with these names, so that the message about the saved
 * photos, which replaces it on screen, repeats it.
 */
export function takeShrunkTexts(names: readonly string[]): string[] {
  return [...new Set(names)].flatMap((name) => {
    const text = shrunkTexts.get(name);
    shrunkTexts.delete(name);
    return text ?? [];
  });
}

/** The size of the original if this file is a smaller copy; otherwise undefined. */
export const originalBytesOf = (file: File): number | undefined => originalSizes.get(file);

/** Whether a smaller copy of this picture has to be made. */
export const isTooLarge = ({ size, type, name }: File): boolean =>
  size > photoLimits.bytes && (type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(name));

/**
 * A smaller copy of a picture that is too large. A file that fits, or that cannot be drawn, is returned unchanged;
 * the latter is refused later.
 */
async function shrinkIfTooLarge(file: File): Promise<File> {
  if (!isTooLarge(file)) return file;
  const smaller = await import('#web/lib/camera/shrink.ts')
    .then(({ shrunk }) => shrunk(file, photoLimits.bytes))
    .catch(() => null);
  if (!smaller) return file;
  originalSizes.set(smaller, file.size);
  const description = t('{name}: {before} became {after}.', {
    name: file.name,
    before: formatBytes(file.size),
    after: formatBytes(smaller.size),
  });
  shrunkTexts.set(smaller.name, description);
  toast({ title: t('Photo made smaller'), description });
  return smaller;
}

/** How many selections of photos are being made smaller. */
let adding = 0;
const askBeforeLeaving = (event: Event): void => event.preventDefault();

/**
 * Calls `add` with the files, after making smaller copies of those that are too large; immediately if there are none.
 */
export function addShrunk<Files extends readonly File[]>(files: Files, add: (files: File[]) => void): void {
  if (!files.some(isTooLarge)) return add([...files]);
  void (async () => {
    const fit: File[] = [];
    // Until they are added, the photos are only in this page.
    window.addEventListener('beforeunload', askBeforeLeaving);
    adding += 1;
    // One after the other, because a large picture needs much memory.
    for (const file of files) fit.push(await shrinkIfTooLarge(file));
    add(fit);
    adding -= 1;
    if (adding === 0) window.removeEventListener('beforeunload', askBeforeLeaving);
  })();
}
