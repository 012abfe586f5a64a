/** A number 0-1 for a lattice point. */
export function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x | 0, 0x27d4eb2d) ^ Math.imul(y | 0, 0x165667b1) ^ Math.imul(seed | 0, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise 0-1 with features of about one unit. */
export function noise(x: number, y: number, seed: number): number {
  const cx = Math.floor(x);
  const cy = Math.floor(y);
  const fx = x - cx;
  const fy = y - cy;
  const sx = fx * fx * (3 - 2 * fx);
  const sy = fy * fy * (3 - 2 * fy);
  const a = hash(cx, cy, seed);
  const b = hash(cx + 1, cy, seed);
  const c = hash(cx, cy + 1, seed);
  const d = hash(cx + 1, cy + 1, seed);
  return a + (b - a) * sx + (c - a) * sy + (a - b - c + d) * sx * sy;
}

/** Sum of octaves, about 0-1, mean 0.5. Octaves finer than the pixel (`footprint`, in units of x) are left out. */
export function fbm(x: number, y: number, seed: number, octaves: number, footprint = 0): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let scale = 1;
  for (let n = 0; n < octaves; n += 1) {
    sum += weight * (footprint * scale > 0.7 ? 0.5 : noise(x * scale + n * 17.3, y * scale - n * 9.1, seed + n));
    total += weight;
    weight *= 0.5;
    scale *= 2.03;
  }
  return sum / total;
}

/** Distance to the nearest of scattered points, and which one: for chips, gravel and flakes. */
export function cells(x: number, y: number, seed: number): { near: number; second: number; id: number } {
  const cx = Math.floor(x);
  const cy = Math.floor(y);
  let near = 9;
  let second = 9;
  let id = 0;
  for (let j = -1; j <= 1; j += 1) {
    for (let i = -1; i <= 1; i += 1) {
      const dx = cx + i + hash(cx + i, cy + j, seed) - x;
      const dy = cy + j + hash(cx + i, cy + j, seed + 1) - y;
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < near) {
        second = near;
        near = distance;
        id = hash(cx + i, cy + j, seed + 2);
      } else if (distance < second) second = distance;
    }
  }
  return { near, second, id };
}

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value));

/** 0 below `from`, 1 above `to`, smooth between. */
export function ramp(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
