import type { BoundingBox } from '#contract/analysis.ts';
import { fromPixels, type Pixels } from '../../picture/codec.ts';
import type { SentPicture } from './reader.ts';

/** No model of the catalogue scales a picture of this size down, so boxes refer to its pixels. */
const longest = 1568;
const maxPixels = 1_150_000;
/** Models look at patches of this size; sides that are multiples of it are neither padded nor rounded. */
const patch = 28;
/** From this size, a photo has details that are lost in a picture of the whole. */
const partsFrom = 2400;
const partShare = 0.6;
export const whole: BoundingBox = { x: 0, y: 0, width: 1, height: 1 };
/** The longest side of the pixels from which parts are cut: each part is then about as large as a picture may be. */
export const detailSize = Math.round(longest / partShare);

export const isLarge = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) >= partsFrom;

/** The size in which a picture is sent. */
export function sentSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height), Math.sqrt(maxPixels / (width * height)));
  const side = (length: number) => Math.max(1, Math.floor((length * scale) / patch)) * patch;
  return { width: side(width), height: side(height) };
}

/** Four parts that overlap, so that a small defect is whole in at least one of them. */
const overlappingParts = (): BoundingBox[] => {
  const rest = 1 - partShare;
  return [0, rest].flatMap((y) => [0, rest].map((x) => ({ x, y, width: partShare, height: partShare })));
};

async function pictureOf(pixels: Pixels, part: BoundingBox): Promise<SentPicture> {
  const left = Math.floor(part.x * pixels.width);
  const top = Math.floor(part.y * pixels.height);
  const cut = {
    left,
    top,
    width: Math.max(1, Math.min(pixels.width - left, Math.floor(part.width * pixels.width))),
    height: Math.max(1, Math.min(pixels.height - top, Math.floor(part.height * pixels.height))),
  };
  const size = sentSize(cut);
  const jpeg = await fromPixels(pixels)
    .extract(cut)
    .resize({ ...size, fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { part, ...size, jpeg };
}

/** The picture of a whole photo. The faces in `pixels` must be blurred already. */
export const pictureOfWhole = (pixels: Pixels): Promise<SentPicture> => pictureOf(pixels, whole);

export async function picturesOfParts(pixels: Pixels): Promise<SentPicture[]> {
  const pictures: SentPicture[] = [];
  for (const part of overlappingParts()) pictures.push(await pictureOf(pixels, part));
  return pictures;
}
