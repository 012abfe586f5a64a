import { useEffect, useState } from 'react';

/** Pixels: enough for a tile on a phone. Decoded, it takes a fiftieth of the memory of a photo with 12 megapixels. */
const width = 480;
const copies = new WeakMap<Blob, Promise<Blob>>();
let last: Promise<unknown> = Promise.resolve();

async function shrink(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'medium' });
  try {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser draws no pictures off the screen');
    context.drawImage(picture, 0, 0);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 });
  } finally {
    picture.close();
  }
}

/** One after another, so that no more than one photo is decoded at a time. */
function copyOf(file: Blob): Promise<Blob> {
  const made = copies.get(file);
  if (made) return made;
  const copy = last.then(() => shrink(file));
  last = copy.catch(() => undefined);
  copies.set(file, copy);
  return copy;
}

/**
 * The address of a small copy of a photo on this device; null until it is made, and `otherwise` where the browser cannot make one.
 * Hundreds of photos may wait on a phone, and each that is shown whole stays decoded in its memory.
 */
export function useSmallCopy(file: Blob | null, otherwise: string | null): string | null {
  const [made, setMade] = useState<{ file: Blob; url: string | null } | null>(null);
  useEffect(() => {
    if (!file) return undefined;
    let over = false;
    let url = '';
    void copyOf(file).then(
      (copy) => {
        if (over) return;
        url = URL.createObjectURL(copy);
        setMade({ file, url });
      },
      () => {
        if (!over) setMade({ file, url: null });
      },
    );
    return () => {
      over = true;
      URL.revokeObjectURL(url);
    };
  }, [file]);
  if (!file) return otherwise;
  return made?.file === file ? (made.url ?? otherwise) : null;
}
