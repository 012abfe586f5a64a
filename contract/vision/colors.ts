import type { BoundingBox } from '../analysis.ts';

/** Rows of red, green and blue, one byte each. */
export interface RgbPicture {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Shares 0-1 of the pixels in a box. */
export interface Colors {
  /** Orange to dark brown, more saturated than plaster, stone and most stains. */
  rusty: number;
  /** Much darker than the box as a whole. */
  dark: number;
  /** The median brightness, 0-255. */
  middle: number;
}

const steps = 64;
const rust = { redOverBlue: 0.45, maxGreenShare: 0.82, minRed: 55 } as const;
const darkShare = 0.5;

/** Measures the colors in a box, on a grid of up to 64 x 64 pixels. */
export function colorsIn({ data, height, width }: RgbPicture, box: BoundingBox): Colors {
  const levels = new Float64Array(steps * steps);
  let rusty = 0;
  for (let j = 0; j < steps; j += 1) {
    for (let i = 0; i < steps; i += 1) {
      const x = Math.min(width - 1, Math.floor((box.x + ((i + 0.5) / steps) * box.width) * width));
      const y = Math.min(height - 1, Math.floor((box.y + ((j + 0.5) / steps) * box.height) * height));
      const at = (y * width + x) * 3;
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      levels[j * steps + i] = 0.3 * r + 0.59 * g + 0.11 * b;
      if (r >= rust.minRed && r - b >= rust.redOverBlue * r && g <= rust.maxGreenShare * r && g > b) rusty += 1;
    }
  }
  const middle = levels.toSorted()[levels.length >> 1] ?? 0;
  const dark = levels.filter((level) => level < middle * darkShare).length;
  return { rusty: rusty / levels.length, dark: dark / levels.length, middle };
}

/** A factor for the probability of a category given the colors; 1 when they say nothing about it. */
export function colorWeight(category: string, { dark, middle, rusty }: Colors): number {
  if (category === 'corrosion') return rusty > 0.1 ? 5 : rusty < 0.03 ? 0.2 : 1;
  if (category === 'mould') return dark < 0.02 || rusty > 0.25 ? 0.4 : 1;
  // Asphalt and worn concrete floors are darker than walls.
  if (category === 'floor_damage') return middle > 150 || rusty > 0.1 ? 0.25 : 1;
  return 1;
}
