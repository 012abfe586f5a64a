import sharp from 'sharp';
import { createRandom } from '#server/analysis/random.rules.ts';

/** Fractions of the picture: left, top, width, height. */
export type Blot = [number, number, number, number];

/** A plain wall in some color as a JPEG, different for every seed; `blot` darkens a part of it, like damp does. */
export function wall(seed: number, blot: Blot | null): Promise<Buffer> {
  const random = createRandom(seed);
  const [width, height] = [480, 360];
  const base = [170 + random() * 60, 160 + random() * 60, 150 + random() * 60];
  const data = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n += 1) {
    const [x, y] = [(n % width) / width, Math.floor(n / width) / height];
    const [left, top, wide, high] = blot ?? [2, 2, 0, 0];
    const isDark = x > left && x < left + wide && y > top && y < top + high;
    const shade = (isDark ? 0.45 + 0.25 * random() : 0.92 + 0.08 * random()) * (0.9 + 0.1 * x);
    for (let c = 0; c < 3; c += 1) data[n * 3 + c] = Math.min(255, (base[c] as number) * shade);
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
}

/** Twenty walls, every second one with a blot: enough to learn from. */
export function trainingWalls(): { seed: number; blot: Blot | null }[] {
  const random = createRandom(3);
  return Array.from({ length: 20 }, (_, seed) => {
    const blot: Blot = [random() * 0.5, random() * 0.5, 0.35 + random() * 0.1, 0.35];
    return { seed, blot: seed % 2 === 0 ? blot : null };
  });
}
