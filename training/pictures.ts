import sharp from 'sharp';
import type { DefectClass } from '#server/analysis/surface-classes.rules.ts';
import { develop } from '#server/sample/pictures/photograph.ts';
import { box, cone, ellipsoid, room } from '#server/sample/pictures/scene.ts';
import type { Scene, Solid, Vec } from '#server/sample/pictures/scene.ts';
import { glowing } from '#server/sample/pictures/materials.ts';
import type { Material } from '#server/sample/pictures/surface.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';
import { render } from '#server/sample/pictures/trace.ts';
import { color, createDice, defectiveSurface, surfaceKinds } from './surfaces.ts';
import type { Dice, SurfaceKind } from './surfaces.ts';

/** 512 x 512 RGB and, for each pixel, the class of the defect on it (0 = none). */
export interface TrainingPicture {
  pixels: Buffer;
  mask: Uint8Array;
  /** For each pixel the index of its class in materialClasses. */
  materials: Uint8Array;
}

export const side = 512;
const kinds: readonly DefectClass[] = [
  'crack',
  'crack',
  'spall',
  'stain',
  'water_damage',
  'mould',
  'mould',
  'peeling_paint',
  'corrosion',
  'floor_damage',
  'broken_tile',
];
const ordinaryKinds = Object.keys(surfaceKinds) as SurfaceKind[];

/** What to draw: surfaces and rooms with and without defects, or mostly rooms and yards without any. */
export type Mix = 'defects' | 'scenes';

function makeScene(dice: Dice, mix: Mix): Scene {
  const roll = dice.next();
  if (mix === 'scenes') return roll < 0.5 ? another(dice) : furnished(dice, false);
  return roll < 0.5 ? closeUp(dice, true) : roll < 0.62 ? closeUp(dice, false) : furnished(dice, roll < 0.74);
}

/** One of the sample scenes from another camera position, with another lens. */
export function another(dice: Dice): Scene {
  const scene = dice.pick(samplePictures).scene();
  const { at, to, wide } = scene.camera;
  const off = (size: number): number => dice.between(-size, size);
  const reach = Math.hypot(to[0] - at[0], to[1] - at[1], to[2] - at[2]);
  return {
    ...scene,
    camera: {
      at: [at[0] + off(0.35), Math.max(0.5, at[1] + off(0.3)), at[2] + off(0.15)],
      to: [to[0] + off(reach * 0.35), Math.max(0, to[1] + off(reach * 0.2)), to[2]],
      wide: wide * dice.between(0.45, 1.2),
    },
  };
}

/** A rendered picture for training. */
export async function makePicture(seed: number, mix: Mix = 'defects'): Promise<TrainingPicture> {
  const dice = createDice(seed);
  return photographed(dice, makeScene(dice, mix));
}

/** A scene with a random camera and exposure; `darkest` is the lowest exposure. */
export async function photographed(dice: Dice, scene: Scene, darkest = 0.7): Promise<TrainingPicture> {
  const height = Math.round(dice.between(300, 512));
  const frame = render(scene, side, height, dice.seed());
  const lens = {
    exposure: dice.between(darkest, 1.5),
    vignette: dice.between(0, 0.4),
    grain: dice.between(0.005, 0.06),
    warmth: dice.between(-0.12, 0.18),
  };
  return {
    pixels: await age(dice, develop(frame, lens, dice.seed()), height),
    mask: stretch(frame.mask, height),
    materials: stretch(frame.materials, height),
  };
}

/** Degrades a picture like cameras, apps and web sites do: softness, lower resolution, JPEG. */
export async function age(dice: Dice, rgb: Buffer, height: number): Promise<Buffer> {
  let picture = sharp(rgb, { raw: { width: side, height, channels: 3 } });
  if (dice.chance(0.5)) picture = picture.blur(dice.between(0.4, 1.3));
  if (dice.chance(0.3)) picture = picture.sharpen();
  const contrast = dice.between(0.8, 1.7);
  picture = picture.linear(contrast, 128 * (1 - contrast) + dice.between(-25, 25));
  const shrink = dice.between(0.5, 1);
  const jpeg = await picture
    .resize(Math.round(side * shrink), Math.round(height * shrink))
    .jpeg({ quality: Math.round(dice.between(45, 95)) })
    .toBuffer();
  return sharp(jpeg).resize(side, side, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
}

function stretch(mask: Uint8Array, height: number): Uint8Array {
  const out = new Uint8Array(side * side);
  for (let y = 0; y < side; y += 1) {
    const from = Math.floor((y * height) / side) * side;
    out.set(mask.subarray(from, from + side), y * side);
  }
  return out;
}

const daylight = (dice: Dice): Scene['lights'] => {
  const sun: Vec = [dice.between(-0.8, 0.8), dice.between(0.3, 0.8), dice.between(-0.9, -0.3)];
  return [{ at: sun, spread: [0.05, 0.05, 0.05], color: [1, 0.96, 0.88], power: dice.between(0.2, 0.9), sun: true }];
};

/** One surface that fills the picture, seen at an angle. The surface is the -z side of a block behind z = 0. */
function closeUp(dice: Dice, defective: boolean): Scene {
  const distance = Math.exp(dice.between(Math.log(0.35), Math.log(2.6)));
  const [u, v] = [6, 6];
  const size = distance * 0.6 * Math.exp(dice.between(Math.log(0.22), Math.log(1.5)));
  const surface = defective
    ? defectiveSurface(dice, dice.pick(kinds), u, v, size)
    : surfaceKinds[dice.pick(ordinaryKinds)](dice);
  const solids = [box(0, -6, 3, [12, 12, 6], surface)];
  if (dice.chance(0.25)) solids.push(...edgeOfRoom(dice, distance));
  const lean = dice.between(-0.6, 0.6) * distance;
  return {
    solids,
    lights: daylight(dice),
    ambient: [0.6, 0.6, 0.6],
    camera: { at: [lean, dice.between(-0.7, 0.7) * distance, -distance], to: [lean * 0.1, 0, 0], wide: 1.2 },
    sky: () => [0.4, 0.45, 0.5],
  };
}

/** A skirting board, pipe or second wall at the rim of the picture. */
function edgeOfRoom(dice: Dice, distance: number): Solid[] {
  const surface = surfaceKinds[dice.pick(ordinaryKinds)](dice);
  const off = distance * dice.between(0.3, 0.5) * (dice.chance(0.5) ? 1 : -1);
  return dice.chance(0.5)
    ? [box(0, off > 0 ? off : off - 4, -1, [12, 4, 2], surface)]
    : [box(off > 0 ? off + 2 : off - 2, -6, -1, [4, 12, 2], surface)];
}

/** A room or a yard full of objects that must not be mistaken for defects. */
function furnished(dice: Dice, defective: boolean): Scene {
  const [w, h, d] = [dice.between(3, 8), dice.between(2.4, 3.4), dice.between(4, 9)];
  const wall = dice.pick(['wall', 'wall', 'wall', 'tile', 'wood', 'brick'] as const);
  const walls = surfaceKinds[wall](dice);
  const floor = surfaceKinds[dice.pick(['tile', 'wood', 'carpet', 'carpet', 'concrete', 'marble'] as const)](dice);
  const ceiling = dice.chance(0.3) ? surfaceKinds.ceiling(dice) : surfaceKinds.wall(dice);
  const bad = dice.pick(kinds);
  const hurt = (u: number, v: number): Material => defectiveSurface(dice, bad, u, v, dice.between(0.15, 0.7));
  const onFloor = bad === 'floor_damage' || bad === 'stain' || bad === 'broken_tile';
  const sides = [
    walls,
    walls,
    defective && onFloor ? hurt(w / 2 + dice.between(-1, 1), d * 0.62) : floor,
    defective && bad === 'water_damage' ? hurt(w / 2, d * 0.75) : ceiling,
    walls,
    defective && !onFloor && bad !== 'water_damage'
      ? hurt(dice.between(0.25, 0.75) * w, dice.between(0.8, 2.1))
      : walls,
  ];
  const solids: Solid[] = [room([w, h, d], sides)];
  const count = Math.round(dice.between(defective ? 2 : 6, defective ? 9 : 26));
  for (let n = 0; n < count; n += 1) solids.push(thing(dice, w, h, d));
  if (dice.chance(0.5)) solids.push(...plant(dice, dice.between(0.5, w - 0.5), d * dice.between(0.4, 0.9)));
  if (dice.chance(0.6)) solids.push(...windowAt(dice, w, h, d));
  const lamp: Vec = [w * dice.between(0.2, 0.8), h - 0.15, d * dice.between(0.3, 0.8)];
  return {
    solids,
    lights: [{ at: lamp, spread: [0.8, 0, 0.8], color: [1, 0.93, 0.82], power: dice.between(2, 6) }],
    ambient: [0.5, 0.5, 0.52],
    camera: {
      at: [w * dice.between(0.25, 0.75), dice.between(1.1, 1.8), d * dice.between(0.03, 0.2)],
      to: [w * dice.between(0.3, 0.7), dice.between(0.6, 1.7), d],
      wide: dice.between(1, 1.7),
    },
    sky: () => [0.7, 0.8, 0.95],
  };
}

function anything(dice: Dice): Material {
  return surfaceKinds[
    dice.pick(['fabric', 'fabric', 'wood', 'plain', 'plain', 'metal', 'drape', 'marble', 'carpet'] as const)
  ](dice);
}

function thing(dice: Dice, w: number, h: number, d: number): Solid {
  const [x, z] = [dice.between(0.2, w - 0.2), d * dice.between(0.35, 0.97)];
  const m = anything(dice);
  const roll = dice.next();
  if (roll < 0.5) {
    const size: Vec = [dice.between(0.1, 1.8), dice.between(0.1, 1.1), dice.between(0.1, 1.4)];
    return box(x, dice.chance(0.75) ? 0 : dice.between(0.5, 1.6), z, size, m, {
      yaw: dice.chance(0.6) ? 0 : dice.between(0, 3),
      soft: dice.between(0, 0.15),
    });
  }
  // Pictures, panels, cables and rails on the far wall, for straight edges that are not cracks.
  if (roll < 0.72)
    return box(x, dice.between(0.4, h - 0.8), d - 0.03, [dice.between(0.01, 1.2), dice.between(0.01, 1), 0.04], m);
  if (roll < 0.86)
    return cone(
      x,
      dice.between(0, 1.4),
      z,
      dice.between(0.2, 1.5),
      dice.between(0.02, 0.35),
      dice.between(0.02, 0.35),
      m,
    );
  return ellipsoid(
    [x, dice.between(0.1, 1.4), z],
    [dice.between(0.08, 0.4), dice.between(0.08, 0.4), dice.between(0.08, 0.4)],
    m,
  );
}

function plant(dice: Dice, x: number, z: number): Solid[] {
  const height = dice.between(0.4, 1.4);
  const leaves = Array.from({ length: 26 }, () => {
    const green = surfaceKinds.plain(dice);
    const tone = dice.between(0.05, 0.3);
    const leaf: Material = {
      ...green,
      kind: 'plants',
      paint: (_u, _v, _f, s) => {
        s.r = tone * 0.5;
        s.g = tone;
        s.b = tone * 0.3;
        s.gloss = 0.03;
      },
    };
    const at: Vec = [x + dice.between(-0.35, 0.35), height + dice.between(-0.3, 0.5), z + dice.between(-0.35, 0.35)];
    return ellipsoid(at, [dice.between(0.02, 0.14), dice.between(0.02, 0.16), dice.between(0.01, 0.06)], leaf);
  });
  return [cone(x, 0, z, height * 0.4, 0.14, 0.19, surfaceKinds.plain(dice)), ...leaves];
}

function windowAt(dice: Dice, w: number, h: number, d: number): Solid[] {
  const x = dice.between(0.8, w - 0.8);
  const [width, height] = [dice.between(0.6, 2), dice.between(0.8, 1.5)];
  const bottom = Math.max(0.3, h - height - 0.5);
  const frame = surfaceKinds.plain(dice);
  const curtain = surfaceKinds.drape(dice);
  return [
    box(x, bottom, d - 0.01, [width, height, 0.02], glowing(color(dice, 0.2, 0.7, 1), dice.between(1, 2.2))),
    box(x, bottom, d - 0.03, [0.04, height, 0.03], frame),
    box(x, bottom + height * 0.5, d - 0.03, [width, 0.04, 0.03], frame),
    box(x - width / 2 - 0.15, 0.2, d - 0.05, [0.4, h - 0.4, 0.08], curtain),
    box(x + width / 2 + 0.15, 0.2, d - 0.05, [0.4, h - 0.4, 0.08], curtain),
  ];
}
