import { colorsIn, type RgbPicture } from '#contract/vision/colors.ts';
import type { FoundObject } from '#contract/vision/objects.ts';
import { findingsOf, type FoundDamage } from '#contract/vision/regions.ts';
import type { SurfaceModel } from '#contract/vision/surface-model.ts';

/** Copies the red, green and blue bytes of canvas pixels and drops the alpha bytes. */
export function withoutAlpha({ data, width, height }: ImageData): RgbPicture {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + 1] ?? 0;
    rgb[to + 2] = data[from + 2] ?? 0;
  }
  return { data: rgb, width, height };
}

/** The sharpness of a picture: the mean difference in brightness between neighbors on every second row. */
export function sharpnessOf({ data, width, height }: RgbPicture): number {
  let sum = 0;
  for (let y = 0; y < height; y += 2) {
    for (let x = 1; x < width; x += 1) {
      const at = (y * width + x) * 3 + 1;
      const step = (data[at] ?? 0) - (data[at - 3] ?? 0);
      sum += step * step;
    }
  }
  return sum / (width * Math.ceil(height / 2));
}

/**
 * The damage in one frame, computed from the network's numbers for its cells. Unlike the server, it reads only the
 * whole frame and not its parts.
 */
export function damageIn(
  { chances, ...model }: SurfaceModel,
  picture: RgbPicture,
  cells: Float32Array,
  objects: readonly FoundObject[],
): FoundDamage[] {
  const whole = { part: { x: 0, y: 0, width: 1, height: 1 }, chances: chances(cells) };
  return findingsOf({ ...model, objects, views: [whole], colorsIn: (box) => colorsIn(picture, box) });
}
