import type { BoundingBox } from '#contract/analysis.ts';
import { resample, type Pixels } from '../../picture/codec.ts';
import type { EngineFinding } from '../port.ts';
import { colorsIn } from '#contract/vision/colors.ts';
import { inputSize } from '#contract/vision/grid.ts';
import { type ReadFeatures } from './features.ts';
import type { FoundObject } from '#contract/vision/objects.ts';
import { findingsOf } from '#contract/vision/regions.ts';
import type { SurfaceModel } from '#contract/vision/surface-model.ts';

/** A picture, or a part of it, as the head reads it. */
export interface View {
  /** In fractions of the picture. */
  part: BoundingBox;
  features: Float32Array;
}

/** Pictures whose longer side exceeds this are also read in parts, so that small defects in wide shots are detected. */
const tileFrom = 900;
const tileShare = 0.6;

/** The whole picture, whose features were computed already, and the additional parts. */
export async function viewsOf(pixels: Pixels, features: Float32Array, readFeatures: ReadFeatures): Promise<View[]> {
  const views: View[] = [{ part: { x: 0, y: 0, width: 1, height: 1 }, features }];
  for (const part of parts(pixels)) {
    const input = await resample(pixels, inputSize, inputSize, toPixels(pixels, part));
    views.push({ part, features: await readFeatures(input) });
  }
  return views;
}

/** Finds damage on surfaces with a head over cell features, in the whole picture and in parts of it. */
export function findDefects(
  { chances, ...model }: SurfaceModel,
  pixels: Pixels,
  views: readonly View[],
  objects: readonly FoundObject[],
): EngineFinding[] {
  return findingsOf({
    ...model,
    objects,
    views: views.map(({ part, features }) => ({ part, chances: chances(features) })),
    colorsIn: (box) => colorsIn(pixels, box),
  });
}

function parts({ width, height }: Pixels): BoundingBox[] {
  if (Math.max(width, height) < tileFrom) return [];
  const rest = 1 - tileShare;
  return [0, rest].flatMap((y) => [0, rest].map((x) => ({ x, y, width: tileShare, height: tileShare })));
}

function toPixels(
  { width, height }: Pixels,
  part: BoundingBox,
): { left: number; top: number; width: number; height: number } {
  return {
    left: Math.floor(part.x * width),
    top: Math.floor(part.y * height),
    // A part is at least one pixel wide, even in a picture of one pixel.
    width: Math.max(1, Math.floor(part.width * width)),
    height: Math.max(1, Math.floor(part.height * height)),
  };
}
