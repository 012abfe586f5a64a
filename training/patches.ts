import { clamp, fbm, ramp } from '#server/sample/pictures/noise.ts';
import type { Defect } from '#server/sample/pictures/defects.ts';
import type { Pixels } from '#server/analysis/picture/codec.ts';
import type { DefectClass } from '#server/analysis/surface-classes.rules.ts';
import { indexOf, maskOf, boxesIn, type PixelBox, type Scan } from './scans.ts';
import type { Dice } from './surfaces.ts';
import { createTexture, linear, readTexture, type Texture } from './textures.ts';

/** Damage that was cut out of a scan, to be put on any other surface. */
export interface Patch {
  category: DefectClass;
  /** Fourth number: how much of the surface it covers, 0-1. */
  texture: Texture;
  /** Whether it hides what is below, as rust does, or darkens and tints it, as a stain or the gap of a crack does. */
  hides: boolean;
  /** Height by width. */
  aspect: number;
}

const side = 192;
/** Side of the scan that patches are cut from, in pixels. */
export const scanSide = 512;
const hiding: ReadonlySet<DefectClass> = new Set(['spall', 'peeling_paint', 'floor_damage', 'broken_tile']);

/** A ragged blob within the square, 1 in the middle and 0 at the rim. */
function ragged(dice: Dice): (x: number, y: number) => number {
  const [seed, rag, edge] = [dice.seed(), dice.between(0.4, 1), dice.between(0.03, 0.3)];
  return (x, y) => {
    const off = (fbm(x * 2.4 + 7, y * 2.4, seed, 5) - 0.5) * 2.2 * rag;
    // Whatever the noise says, nothing of the blob may be cut off at the rim.
    return ramp(0, edge, 0.75 - Math.hypot(x, y) + off) * ramp(0, 0.12, 1 - Math.max(Math.abs(x), Math.abs(y)));
  };
}

function partOf(dice: Dice, scan: Scan, mask: Uint8Array): { category: DefectClass; box: PixelBox } | null {
  const [first] = scan.classes;
  if (first === undefined || first === 'none') return null;
  if (scan.full) {
    const size = Math.floor(scanSide * dice.between(0.25, 0.95));
    const [left, top] = [Math.floor(dice.next() * (scanSide - size)), Math.floor(dice.next() * (scanSide - size))];
    return { category: first, box: { left, top, width: size, height: size } };
  }
  // A crack is marked by many small boxes along it; of anything else each box is one place.
  if (first === 'crack' || scan.boxes.length === 0) return boxesIn(mask, scanSide)[0] ?? null;
  const {
    box: [x = 0, y = 0, w = 0, h = 0],
    class: category,
  } = dice.pick(scan.boxes);
  if (category === 'none') return null;
  const [left, top] = [Math.floor(x * scanSide), Math.floor(y * scanSide)];
  return { category, box: { left, top, width: Math.ceil(w * scanSide), height: Math.ceil(h * scanSide) } };
}

function grow({ height, left, top, width }: PixelBox, share: number): PixelBox {
  const [x, y] = [Math.max(0, left - width * share), Math.max(0, top - height * share)];
  const right = Math.min(scanSide, left + width * (1 + share));
  const bottom = Math.min(scanSide, top + height * (1 + share));
  return { left: x, top: y, width: right - x, height: bottom - y };
}

/** Means over squares of 2 x `radius` + 1, of values where `weight` counts. */
function surround(values: Float32Array, weight: Float32Array, radius: number): Float32Array {
  const sums = (of: (n: number) => number): Float64Array => {
    const table = new Float64Array((side + 1) * (side + 1));
    for (let y = 0; y < side; y += 1) {
      for (let x = 0, row = 0; x < side; x += 1) {
        row += of(y * side + x);
        table[(y + 1) * (side + 1) + x + 1] = (table[y * (side + 1) + x + 1] ?? 0) + row;
      }
    }
    return table;
  };
  const total = sums((n) => (values[n] ?? 0) * (weight[n] ?? 0));
  const count = sums((n) => weight[n] ?? 0);
  const within = (table: Float64Array, x: number, y: number): number => {
    const [left, top] = [Math.max(0, x - radius), Math.max(0, y - radius)];
    const [right, bottom] = [Math.min(side, x + radius + 1), Math.min(side, y + radius + 1)];
    const at = (i: number, j: number): number => table[j * (side + 1) + i] ?? 0;
    return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
  };
  const everywhere = (total.at(-1) ?? 0) / Math.max(1e-6, count.at(-1) ?? 0);
  return values.map((_, n) => {
    const [x, y] = [n % side, Math.floor(n / side)];
    return (within(total, x, y) + everywhere * 8) / (within(count, x, y) + 8);
  });
}

/** Cuts some damage out of a scan; null where the scan shows none. */
export function cutPatch(dice: Dice, scan: Scan, { data }: Pixels): Patch | null {
  const mask = maskOf(scan, scanSide);
  const part = partOf(dice, scan, mask);
  if (!part) return null;
  const { category } = part;
  const box = scan.full ? part.box : grow(part.box, category === 'crack' ? 0.06 : 0.2);
  const hides = scan.full || hiding.has(category);
  const blob = ragged(dice);
  const isLine = category === 'crack' && !scan.full;
  const texels = new Float32Array(side * side * 4);
  const sound = new Float32Array(side * side);
  for (let n = 0; n < side * side; n += 1) {
    const [x, y] = [((n % side) + 0.5) / side, (Math.floor(n / side) + 0.5) / side];
    const px = Math.min(scanSide - 1, Math.floor(box.left + x * box.width));
    const py = Math.min(scanSide - 1, Math.floor(box.top + y * box.height));
    const from = py * scanSide + px;
    for (let c = 0; c < 3; c += 1) texels[n * 4 + c] = linear[data[from * 3 + c] ?? 0] ?? 0;
    const marked = mask[from] === 0 ? 0 : 1;
    sound[n] = 1 - marked;
    texels[n * 4 + 3] = isLine
      ? marked
      : scan.full
        ? blob(x * 2 - 1, y * 2 - 1)
        : marked * blob(x * 1.7 - 0.85, y * 1.7 - 0.85);
  }
  if (!hides) compareWithSurround(texels, sound);
  return {
    category,
    texture: createTexture(feathered(texels, isLine ? 2 : 0), side),
    hides,
    aspect: box.height / box.width,
  };
}

/** Turns colors into how they differ from the sound surface around them. */
function compareWithSurround(texels: Float32Array, sound: Float32Array): void {
  const hasSurround = sound.reduce((sum, each) => sum + each, 0) > side * side * 0.04;
  for (let c = 0; c < 3; c += 1) {
    const values = Float32Array.from(sound, (_, n) => texels[n * 4 + c] ?? 0);
    const around = surround(values, hasSurround ? sound : new Float32Array(side * side).fill(1), side >> 3);
    for (const n of sound.keys())
      texels[n * 4 + c] = clamp((values[n] ?? 0) / Math.max(0.004, around[n] ?? 0), 0.03, 1.8);
  }
}

/** Spreads the cover by some texels, so that thin lines have no hard edge. */
function feathered(texels: Float32Array, radius: number): Float32Array {
  if (radius === 0) return texels;
  const cover = Float32Array.from({ length: side * side }, (_, n) => texels[n * 4 + 3] ?? 0);
  const soft = surround(cover, new Float32Array(side * side).fill(1), radius);
  for (const n of cover.keys()) texels[n * 4 + 3] = Math.max(cover[n] ?? 0, soft[n] ?? 0);
  return texels;
}

export interface Placement {
  u: number;
  v: number;
  /** Half of its width, in the units of u and v. */
  size: number;
  angle: number;
  /** 0-1; how much of its strength is seen. */
  strength: number;
  /** Color of the light on the surface, compared with white. */
  light?: number;
}

/** Where the patch covers less than this, the surface counts as sound; from afar little of a pixel is a crack. */
const minCover = { line: 0.12, other: 0.35 } as const;

/** Damage for the renderer's surfaces. */
export function placePatch({ aspect, category, hides, texture }: Patch, place: Placement): Defect {
  const [cos, sin] = [Math.cos(place.angle), Math.sin(place.angle)];
  const [wide, high] = [place.size, place.size * Math.min(3, Math.max(1 / 3, aspect))];
  const light = place.light ?? 1;
  const out = new Float32Array(4);
  const id = indexOf(category);
  const least = category === 'crack' ? minCover.line : minCover.other;
  return (u, v, footprint, sample) => {
    const [du, dv] = [u - place.u, v - place.v];
    const x = (du * cos + dv * sin) / wide;
    const y = (dv * cos - du * sin) / high;
    if (Math.abs(x) >= 1 || Math.abs(y) >= 1) return;
    readTexture(texture, (x + 1) / 2, (y + 1) / 2, footprint / Math.min(wide, high) / 2, out);
    const cover = (out[3] ?? 0) * place.strength;
    if (cover < 0.01) return;
    const channel = (base: number, own: number): number =>
      base + ((hides ? own * light : base * own) - base) * Math.min(1, cover);
    sample.r = channel(sample.r, out[0] ?? 0);
    sample.g = channel(sample.g, out[1] ?? 0);
    sample.b = channel(sample.b, out[2] ?? 0);
    if ((out[3] ?? 0) > least) sample.defect = id;
  };
}
