import { join } from 'node:path';
import type { Defect } from '#server/sample/pictures/defects.ts';
import { damaged } from '#server/sample/pictures/defects.ts';
import { fbm, ramp } from '#server/sample/pictures/noise.ts';
import { develop } from '#server/sample/pictures/photograph.ts';
import type { Pixels } from '#server/analysis/picture/codec.ts';
import { blankSample, type Material } from '#server/sample/pictures/surface.ts';
import { age, side, type TrainingPicture } from './pictures.ts';
import { cutPatch, placePatch, scanSide, type Patch, type Placement } from './patches.ts';
import { isRoom, isSound, type Scan } from './scans.ts';
import type { Dice } from './surfaces.ts';
import { linear, loadSquare, photographed, readTexture, textureOf, type Texture } from './textures.ts';

/** Scans to make pictures from. */
export interface Stock {
  /** Damage of a scan, cut out anew each time. */
  patch(dice: Dice): Promise<Patch>;
  /** A sound surface, as a texture. */
  surface(dice: Dice): Promise<Texture>;
  /** A photograph of a room without damage; null where there is none. */
  room: ((dice: Dice) => Promise<Texture>) | null;
}

/** How often another patch or place is tried where one shows nothing. */
const tries = 20;

export function createStock(surfaces: string, scans: readonly Scan[]): Stock {
  const pictures = new Map<string, ReturnType<typeof loadSquare>>();
  const textures = new Map<string, Promise<Texture>>();
  const load = (file: string, size: number) => {
    const found = pictures.get(file) ?? loadSquare(join(surfaces, file), size);
    pictures.set(file, found);
    return found;
  };
  const textureFrom = ({ file }: Scan): Promise<Texture> => {
    const found = textures.get(file) ?? load(file, scanSide).then(textureOf);
    textures.set(file, found);
    return found;
  };
  const harmed = scans.filter((scan) => !isSound(scan));
  const sound = scans.filter(isSound);
  const rooms = sound.filter(isRoom);
  const kinds = [...Map.groupBy(harmed, ({ classes: [first] }) => first).values()];
  return {
    async patch(dice) {
      for (let n = 0; n < tries; n += 1) {
        const scan = dice.pick(dice.pick(kinds));
        const patch = cutPatch(dice, scan, await load(scan.file, scanSide));
        if (patch) return patch;
      }
      throw new Error('The scans show no damage');
    },
    surface: (dice) => textureFrom(dice.pick(sound.filter((scan) => !isRoom(scan)))),
    room: rooms.length > 0 ? (dice) => textureFrom(dice.pick(rooms)) : null,
  };
}

/** Shadows, light, lines and panels: what damage is easily mistaken for. The surface stays sound. */
function distraction(dice: Dice, reach: number, panel: Texture): Defect {
  const [u0, v0, seed] = [dice.between(-1, 1) * reach, dice.between(-1, 1) * reach, dice.seed()];
  const size = reach * Math.exp(dice.between(Math.log(0.08), Math.log(0.9)));
  const angle = dice.chance(0.5) ? 0 : dice.between(0, Math.PI);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const across = (u: number, v: number): [number, number] => [
    ((u - u0) * cos + (v - v0) * sin) / size,
    ((v - v0) * cos - (u - u0) * sin) / size,
  ];
  const scale = (factor: number, s: Parameters<Defect>[3]): void => {
    s.r *= factor;
    s.g *= factor;
    s.b *= factor;
  };
  const roll = dice.next();
  if (roll < 0.4) {
    // Shadows of leaves and of things out of sight, or spots of light.
    const [depth, grain] = [dice.chance(0.75) ? -dice.between(0.15, 0.6) : dice.between(0.15, 0.8), dice.between(1, 6)];
    const soft = dice.between(0.05, 0.4);
    return (u, v, _f, s) => {
      const [x, y] = across(u, v);
      const edge = 1 - Math.hypot(x, y) + (fbm(x * grain, y * grain, seed, 3) - 0.5) * 1.6;
      scale(1 + depth * ramp(0, soft, edge), s);
    };
  }
  if (roll < 0.7) {
    // Straight joints, cables, rails.
    const [width, depth] = [reach * Math.exp(dice.between(Math.log(0.004), Math.log(0.04))), dice.between(0.2, 1.6)];
    const [length, pair] = [dice.between(0.5, 5), dice.chance(0.3)];
    return (u, v, _f, s) => {
      const [x, y] = across(u, v);
      const off = Math.abs(y * size);
      if (Math.abs(x) < length && (off < width || (pair && Math.abs(off - width * 6) < width))) scale(depth, s);
    };
  }
  const out = new Float32Array(4);
  const [zoom, high] = [dice.between(0.3, 2), dice.between(0.3, 2)];
  return (u, v, f, s) => {
    const [x, y] = across(u, v);
    if (Math.abs(x) > 1 || Math.abs(y) > high) return;
    readTexture(panel, x * zoom, y * zoom, (f / size) * zoom, out);
    [s.r = 0, s.g = 0, s.b = 0] = out;
  };
}

/** How much lighter or darker a photograph is about a place than as a whole: what lies there is lit alike. */
function lightAt(texture: Texture, u: number, v: number): number {
  const out = new Float32Array(4);
  readTexture(texture, (u + 1) / 2, (v + 1) / 2, 0.12, out);
  return Math.min(1.3, 0.35 + 1.1 * (0.3 * (out[0] ?? 0) + 0.59 * (out[1] ?? 0) + 0.11 * (out[2] ?? 0)) * 1.6);
}

interface Plan {
  /** How many places are damaged. */
  damage: number;
  /** Radius of the damage as a share of half the picture, at least and at most. */
  size: readonly [number, number];
  distractions: number;
  height: number;
}

/** A sound surface or room with damage of scans on it, seen askew and in uneven light. */
export async function stagePicture(dice: Dice, stock: Stock, plan: Plan): Promise<TrainingPicture> {
  const room = dice.chance(0.4) && stock.room ? await stock.room(dice) : null;
  const texture = room ?? (await stock.surface(dice));
  const inRoom = room !== null;
  // A photograph of a room has its perspective already; a scan is seen from anywhere, near or far.
  const meters = inRoom ? 2 : Math.exp(dice.between(Math.log(0.6), Math.log(5)));
  const flat = photographed(texture, meters, !inRoom && dice.chance(0.5));
  const base = inRoom ? shift(flat, 1, 1) : shift(flat, dice.between(0, 3), dice.between(0, 3));
  const defects: Defect[] = [];
  for (let n = 0; n < plan.distractions; n += 1) defects.push(distraction(dice, 1, await stock.surface(dice)));
  let first: Patch | null = null;
  for (let n = 0, placed = 0; placed < plan.damage && n < tries; n += 1) {
    first = placed === 0 || dice.chance(0.4) || !first ? await stock.patch(dice) : first;
    const place = { ...somewhere(dice, first, plan.size), u: dice.between(-0.85, 0.85), v: dice.between(-0.85, 0.85) };
    const defect = placePatch(first, { ...place, light: inRoom ? lightAt(texture, place.u, place.v) : 1 });
    if (contrastOf(base, defect, place) < minContrast) continue;
    defects.push(defect);
    placed += 1;
  }
  return lookAt(dice, damaged(base, ...defects), inRoom ? 0.12 : 0.55, plan.height);
}

/** A random size from `low` to `high`, direction and strength for a patch. */
export const somewhere = (dice: Dice, patch: Patch, [low, high]: readonly [number, number]) => ({
  size: Math.exp(dice.between(Math.log(low), Math.log(high))),
  // Water runs down.
  angle: patch.category === 'water_damage' ? dice.between(-0.1, 0.1) : dice.between(0, Math.PI * 2),
  strength: patch.hides ? dice.between(0.85, 1) : dice.between(0.7, 1.1),
});

/** Damage that changes what it lies on by less than this cannot be seen. */
export const minContrast = 0.17;

/** How much damage changes the surface below it, on average over it. */
export function contrastOf(
  base: Material,
  defect: Defect,
  { size, u, v }: Pick<Placement, 'size' | 'u' | 'v'>,
): number {
  const sample = blankSample();
  const steps = 24;
  let [changed, points] = [0, 0];
  for (let n = 0; n < steps * steps; n += 1) {
    const [x, y] = [((n % steps) + 0.5) / steps, (Math.floor(n / steps) + 0.5) / steps];
    const at = [u + (x * 2 - 1) * size, v + (y * 2 - 1) * size] as const;
    base.paint(...at, size / steps / 3, sample);
    const { b, g, r } = sample;
    defect(...at, size / steps / 3, sample);
    if (sample.defect === 0) continue;
    points += 1;
    changed += (Math.abs(sample.r - r) + Math.abs(sample.g - g) + Math.abs(sample.b - b)) / (r + g + b + 0.12);
  }
  return points === 0 ? 0 : changed / points;
}

const shift = (base: Material, du: number, dv: number): Material => ({
  ...base,
  paint: (u, v, f, s) => base.paint(u + du, v + dv, f, s),
});

/** A plane from -1 to 1, seen askew: `tilt` is how much nearer one edge can be than the other. */
async function lookAt(dice: Dice, surface: Material, tilt: number, height: number): Promise<TrainingPicture> {
  const sample = blankSample();
  const light = new Float32Array(side * height * 3);
  const mask = new Uint8Array(side * height);
  const [a, b] = [dice.between(-tilt, tilt), dice.between(-tilt, tilt)];
  const turn = tilt > 0.2 && dice.chance(0.5) ? dice.between(-0.5, 0.5) : 0;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [gx, gy, power] = [dice.between(-0.5, 0.5), dice.between(-0.5, 0.5), dice.between(0.75, 1.5)];
  for (let py = 0; py < height; py += 1) {
    for (let px = 0; px < side; px += 1) {
      const [x, y] = [(px + 0.5) * (2 / side) - 1, (py + 0.5) * (2 / height) - 1];
      const near = 1 / (1 + a * x + b * y);
      surface.paint((x * cos + y * sin) * near, (y * cos - x * sin) * near, (2 / side) * near, sample);
      const lit = power * Math.max(0.2, 1 + gx * x + gy * y);
      const to = (py * side + px) * 3;
      light[to] = sample.r * lit;
      light[to + 1] = sample.g * lit;
      light[to + 2] = sample.b * lit;
      mask[py * side + px] = sample.defect;
    }
  }
  const frame = { width: side, height, light, mask, materials: mask };
  const lens = {
    exposure: dice.between(0.8, 1.3),
    vignette: dice.between(0, 0.3),
    grain: dice.between(0.003, 0.04),
    warmth: dice.between(-0.1, 0.14),
  };
  const stretched = new Uint8Array(side * side);
  for (let y = 0; y < side; y += 1) {
    const from = Math.floor((y * height) / side) * side;
    stretched.set(mask.subarray(from, from + side), y * side);
  }
  return { pixels: await age(dice, develop(frame, lens, dice.seed()), height), mask: stretched, materials: stretched };
}

/** How much the brightness of a surface varies about a place, compared with its mean. */
function unevenness(base: Material, { size, u, v }: Pick<Placement, 'size' | 'u' | 'v'>): number {
  const sample = blankSample();
  const steps = 7;
  const levels = Array.from({ length: steps * steps }, (_, n) => {
    const [x, y] = [((n % steps) + 0.5) / steps, (Math.floor(n / steps) + 0.5) / steps];
    base.paint(u + (x * 2 - 1) * size, v + (y * 2 - 1) * size, size / steps, sample);
    return sample.r + sample.g + sample.b;
  });
  const middle = levels.reduce((sum, each) => sum + each, 0) / levels.length;
  const spread = levels.reduce((sum, each) => sum + (each - middle) ** 2, 0) / levels.length;
  return Math.sqrt(spread) / (middle + 0.05);
}

const toByte = (light: number): number => Math.min(255, Math.max(0, Math.round(light ** (1 / 2.2) * 255)));

/** A photograph with one patch on it, in its own size; the rest of it stays as it is. Null where it cannot be seen. */
export function paintPhoto(
  dice: Dice,
  { data, height, width }: Pixels,
  square: Texture,
  patch: Patch,
  size: readonly [number, number],
): { pixels: Buffer; mask: Uint8Array } | null {
  const flat = shift(photographed(square, 2, false), 1, 1);
  const how = somewhere(dice, patch, size);
  const places = Array.from({ length: 8 }, () => ({ ...how, u: dice.between(-0.9, 0.9), v: dice.between(-0.9, 0.9) }));
  // Walls, floors and ceilings are damaged more often than what stands about in front of them.
  const [place = { ...how, u: 0, v: 0 }] = places.toSorted((a, b) => unevenness(flat, a) - unevenness(flat, b));
  const defect = placePatch(patch, { ...place, light: lightAt(square, place.u, place.v) });
  if (contrastOf(flat, defect, place) < minContrast) return null;
  const pixels = Buffer.from(data);
  const mask = new Uint8Array(width * height);
  const sample = blankSample();
  for (let n = 0; n < mask.length; n += 1) {
    const [x, y] = [((n % width) + 0.5) * (2 / width) - 1, (Math.floor(n / width) + 0.5) * (2 / height) - 1];
    if (Math.hypot(x - place.u, y - place.v) > place.size * 4.5) continue;
    const [r = 0, g = 0, b = 0] = [0, 1, 2].map((c) => linear[data[n * 3 + c] ?? 0]);
    Object.assign(sample, { r, g, b, defect: 0 });
    defect(x, y, 2 / width, sample);
    if (sample.r === r && sample.g === g && sample.b === b) continue;
    pixels.set([toByte(sample.r), toByte(sample.g), toByte(sample.b)], n * 3);
    mask[n] = sample.defect;
  }
  return { pixels, mask };
}
