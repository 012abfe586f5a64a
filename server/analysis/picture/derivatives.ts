import sharp, { type Sharp } from 'sharp';
import type { BoundingBox } from '#contract/analysis.ts';
import { fromPixels, resample } from './codec.ts';
import type { Pixels } from './codec.ts';
import { printSize, thumbnailSize } from './sizes.ts';

/** Faces are reduced to this few pixels before they are enlarged again, so that nothing can be restored. */
const faceGrid = 6;
/** The face detector's box ends at brows and chin, but hair and ears also identify a person. */
const faceMargin = 0.3;

/** A copy of the picture with an ellipse around each face blurred. Boxes are fractions. */
export async function blurFaces(pixels: Pixels, faces: readonly BoundingBox[]): Promise<Pixels> {
  if (faces.length === 0) return pixels;
  const copy: Pixels = { ...pixels, data: Uint8Array.from(pixels.data) };
  for (const face of faces) await blurFace(copy, face);
  return copy;
}

async function blurFace(pixels: Pixels, face: BoundingBox): Promise<void> {
  const part = pixelBox(pixels, face);
  if (part.width < 2 || part.height < 2) return;
  const small = await resample(pixels, faceGrid, faceGrid, part);
  const anonymized = await fromPixels(small)
    .resize(part.width, part.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  for (let y = 0; y < part.height; y += 1) {
    for (let x = 0; x < part.width; x += 1) {
      const dx = ((x + 0.5) / part.width) * 2 - 1;
      const dy = ((y + 0.5) / part.height) * 2 - 1;
      const strength = Math.min(1, Math.max(0, (1 - Math.hypot(dx, dy)) * 8));
      if (strength === 0) continue;
      const to = ((part.top + y) * pixels.width + part.left + x) * 3;
      const from = (y * part.width + x) * 3;
      for (let c = 0; c < 3; c += 1) {
        const old = pixels.data[to + c] ?? 0;
        pixels.data[to + c] = old + ((anonymized[from + c] ?? 0) - old) * strength;
      }
    }
  }
}

function pixelBox(pixels: Pixels, box: BoundingBox): { left: number; top: number; width: number; height: number } {
  const left = Math.max(0, Math.floor((box.x - box.width * faceMargin) * pixels.width));
  const top = Math.max(0, Math.floor((box.y - box.height * faceMargin) * pixels.height));
  const right = Math.min(pixels.width, Math.ceil((box.x + box.width * (1 + faceMargin)) * pixels.width));
  const bottom = Math.min(pixels.height, Math.ceil((box.y + box.height * (1 + faceMargin)) * pixels.height));
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** WebP copies for sharing, without metadata: preview (longest side 1600) and thumbnail (320). */
export async function makeDerivatives(pixels: Pixels): Promise<{ preview: Buffer; thumbnail: Buffer }> {
  const thumbnail = fromPixels(pixels)
    .resize({ width: thumbnailSize, height: thumbnailSize, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 76 })
    .toBuffer();
  const preview = fromPixels(pixels).webp({ quality: 80, effort: 2 }).toBuffer();
  return { preview: await preview, thumbnail: await thumbnail };
}

const toPrintJpeg = (picture: Sharp): Promise<Buffer> =>
  picture
    .resize({ width: printSize, height: printSize, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer();

/** A copy for printed documents, which do not support WebP: JPEG without metadata, longest side 900. */
export const makePrint = (pixels: Pixels): Promise<Buffer> => toPrintJpeg(fromPixels(pixels));
/** The same from a preview, when the pixels are no longer available. */
export const printOfPreview = (preview: Uint8Array): Promise<Buffer> => toPrintJpeg(sharp(preview));
