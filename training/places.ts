import {
  bed,
  ceilingLight,
  chair,
  nightstand,
  pictureFrame,
  plant,
  porcelain,
  sofa,
  table,
  whitePaint,
} from '#server/sample/pictures/furniture.ts';
import { clamp, fbm, ramp } from '#server/sample/pictures/noise.ts';
import { box, cone, ellipsoid, room } from '#server/sample/pictures/scene.ts';
import type { Scene, Solid, Vec } from '#server/sample/pictures/scene.ts';
import { mirrorMaterial, plain } from '#server/sample/pictures/materials.ts';
import type { Material } from '#server/sample/pictures/surface.ts';
import { finishes, foliage, pane, water } from './finishes.ts';
import type { Finish } from './finishes.ts';
import { color, defectiveSurface } from './surfaces.ts';
import type { Dice } from './surfaces.ts';

const damages = [
  'crack',
  'stain',
  'water_damage',
  'mould',
  'peeling_paint',
  'corrosion',
  'spall',
  'broken_tile',
] as const;

const skin = (d: Dice, ...kinds: Finish[]): Material => finishes[d.pick(kinds)](d);

/** Replaces the material of everything made of cloth. */
function changeFabrics(d: Dice, solids: Solid[]): Solid[] {
  const cloths = [finishes.textile(d), finishes.textile(d), finishes.textile(d)];
  return solids.map((each) => (each.sides[0]?.kind === 'textile' ? { ...each, sides: [d.pick(cloths)] } : each));
}

/** Cupboards with doors, a worktop and perhaps a steel appliance along the far wall. */
function cupboards(d: Dice, x: number, z: number): Solid[] {
  const front = d.chance(0.7) ? finishes.wood(d) : plain(color(d, 0.4, 0.2, 0.9), 0.04, d.seed());
  const top = skin(d, 'stone', 'stone', 'wood', 'tile');
  const doors = Math.floor(d.between(2, 6));
  const width = doors * 0.55;
  const steel = d.chance(0.5) ? Math.floor(d.next() * doors) : -1;
  const each = Array.from({ length: doors }, (_, n) =>
    box(x - width / 2 + (n + 0.5) * 0.55, 0.1, z - 0.62, [0.52, 0.74, 0.03], n === steel ? finishes.metal(d) : front),
  );
  const upper = d.chance(0.6) ? [box(x, 1.45, z - 0.18, [width, 0.7, 0.36], front)] : [];
  const splash = d.chance(0.5) ? [box(x, 0.9, z - 0.01, [width, 0.55, 0.02], finishes.tile(d))] : [];
  return [
    box(x, 0, z - 0.3, [width, 0.86, 0.6], front),
    ...each,
    box(x, 0.86, z - 0.31, [width + 0.04, 0.04, 0.66], top),
    ...upper,
    ...splash,
  ];
}

function sanitary(d: Dice, x: number, z: number): Solid[] {
  return [
    box(x, 0, z - 0.35, [0.38, 0.4, 0.55], porcelain, { soft: 0.1 }),
    box(x, 0.4, z - 0.12, [0.42, 0.4, 0.2], porcelain, { soft: 0.04 }),
    ...cupboards(d, x + 1.5, z),
    box(x + 1.5, 1.1, z - 0.02, [0.8, 0.9, 0.03], mirrorMaterial),
    box(x - 0.7, 1, z - 0.04, [0.4, 0.6, 0.05], finishes.textile(d), { soft: 0.02 }),
  ];
}

function windows(d: Dice, w: number, h: number, z: number): Solid[] {
  const x = d.between(0.9, w - 0.9);
  const [width, height] = [d.between(0.6, 2.6), d.between(0.8, h - 1)];
  const bottom = d.between(0.2, Math.max(0.3, h - height - 0.3));
  const bars = Math.floor(d.between(1, 4));
  const frame = d.chance(0.7) ? whitePaint : finishes.metal(d);
  const curtain = finishes.textile(d);
  return [
    box(x, bottom, z - 0.01, [width, height, 0.02], pane(d)),
    ...Array.from({ length: bars + 1 }, (_, n) =>
      box(x - width / 2 + (n * width) / bars, bottom, z - 0.03, [0.05, height, 0.04], frame),
    ),
    box(x, bottom, z - 0.03, [width, 0.05, 0.04], frame),
    box(x, bottom + height, z - 0.03, [width, 0.05, 0.04], frame),
    ...(d.chance(0.6)
      ? [-1, 1].map((s) => box(x + s * (width / 2 + 0.1), 0.1, z - 0.09, [0.45, h - 0.3, 0.1], curtain))
      : []),
  ];
}

/** A room like in hotels and homes. */
export function interior(d: Dice): Scene {
  const [w, h, depth] = [d.between(3, 7), d.between(2.4, 3.2), d.between(3.5, 8)];
  const wall = skin(d, 'painted wall', 'painted wall', 'painted wall', 'painted wall', 'wood', 'tile', 'brick');
  const accent = d.chance(0.5) ? wall : skin(d, 'painted wall', 'wood', 'tile', 'brick', 'stone', 'concrete');
  const floor = skin(d, 'tile', 'tile', 'wood', 'wood', 'carpet', 'carpet', 'carpet', 'stone', 'concrete');
  const ceiling = d.chance(0.15) ? finishes.wood(d) : finishes['painted wall'](d);
  const things: Solid[] = [];
  const middle = d.between(1.4, w - 1.4);
  const roll = d.next();
  if (roll < 0.35) {
    things.push(...changeFabrics(d, bed(middle, depth, d.between(1, 1.9), color(d, 0.8), finishes.wood(d))));
    if (d.chance(0.7)) things.push(...nightstand(middle + 1.4, depth));
  } else if (roll < 0.55) things.push(...cupboards(d, middle, depth));
  else if (roll < 0.7) things.push(...sanitary(d, middle, depth));
  else {
    things.push(...changeFabrics(d, sofa(middle, depth - 0.6, d.between(1.2, 2.4), finishes.textile(d))));
    things.push(...table(middle, depth * 0.55, [1, d.between(0.4, 0.75), 0.7], skin(d, 'wood', 'stone', 'metal')));
    for (let n = 0; n < 3; n += 1) {
      things.push(...chair(d.between(0.5, w - 0.5), depth * d.between(0.4, 0.7), d.between(0, 6), finishes.textile(d)));
    }
  }
  if (d.chance(0.6)) things.push(...windows(d, w, h, depth));
  if (d.chance(0.4)) things.push(...pictureFrame(d.between(0.6, w - 0.6), 1.4, depth, 0.7, 0.5, d.seed() % 99));
  if (d.chance(0.4))
    things.push(...plant(d.between(0.4, w - 0.4), depth * d.between(0.5, 0.9), d.between(0.5, 1.6), d.seed() % 999));
  if (d.chance(0.3)) things.push(box(w / 2, 0, depth * 0.6, [1.8, 0.012, 1.3], finishes.carpet(d)));
  if (d.chance(0.3)) things.push(box(d.between(0.6, w - 0.6), 0, depth - 0.02, [0.9, 2.05, 0.05], finishes.wood(d)));
  const lamp: Vec = [w * d.between(0.3, 0.7), h - 0.15, depth * d.between(0.3, 0.7)];
  if (d.chance(0.5)) things.push(...ceilingLight(lamp[0], h, lamp[2], 0.4));
  return {
    solids: [room([w, h, depth], [wall, wall, floor, ceiling, wall, accent]), ...things],
    lights: [
      { at: lamp, spread: [0.8, 0, 0.8], color: [1, d.between(0.85, 1), d.between(0.7, 1)], power: d.between(1, 5) },
    ],
    ambient: [0.5, 0.5, 0.52],
    camera: {
      at: [w * d.between(0.15, 0.85), d.between(1, 1.8), depth * d.between(0.03, 0.2)],
      to: [w * d.between(0.25, 0.75), d.between(0.3, 1.6), depth * d.between(0.8, 1)],
      wide: d.between(0.8, 1.7),
    },
    sky: () => [0.7, 0.8, 0.95],
  };
}

/** Blue, clouded, gray or evening sky. */
export function skyOf(d: Dice): Scene['sky'] {
  const [cover, seed, gray] = [d.between(0.2, 0.9), d.seed(), d.next() < 0.3 ? d.between(0.5, 1) : 0];
  const evening = d.chance(0.2) ? d.between(0.2, 0.8) : 0;
  const deep = d.between(0.15, 0.6);
  return ([x, y, z]) => {
    const height = clamp(y);
    const flat = 1 / (height + 0.12);
    const cloud = Math.max(gray, ramp(cover, cover + 0.3, fbm(x * flat * 1.3, z * flat * 1.3, seed, 5)));
    const low = 1 - height;
    const blue = [
      deep * 0.6 + 0.45 * low ** 3 + evening * low,
      deep + 0.35 * low ** 3 + evening * 0.4 * low,
      deep + 0.45,
    ];
    const white = 0.65 + 0.35 * fbm(x * flat * 3, z * flat * 3, seed + 2, 4);
    return [0, 1, 2].map((n) => (blue[n] ?? 0) + (white - (blue[n] ?? 0)) * cloud) as [number, number, number];
  };
}

function house(d: Dice, x: number, z: number): Solid[] {
  const [w, h] = [d.between(5, 16), d.between(3, 11)];
  const wall = skin(d, 'painted wall', 'painted wall', 'brick', 'wood', 'concrete', 'stone');
  const glass = d.chance(0.5) ? pane(d) : plain(color(d, 0.3, 0.02, 0.2), 0.3, 3, 'glass');
  const roof = skin(d, 'tile', 'metal', 'concrete');
  const panes: Solid[] = [];
  for (let y = 0.9; y + 1.6 < h; y += 2.8) {
    for (let at = -w / 2 + 1.2; at < w / 2 - 1; at += d.between(1.8, 3.2)) {
      panes.push(
        box(x + at, y, z - 0.03, [1.2, 1.4, 0.06], whitePaint),
        box(x + at, y + 0.06, z - 0.06, [1.08, 1.28, 0.06], glass),
      );
    }
  }
  const sloped = Array.from({ length: 6 }, (_, n) =>
    box(x, h + n * 0.3, z + 3, [w + 0.6 - n * 0.4, 0.3, 6.4 - n * 1], roof),
  );
  return [
    box(x, 0, z + 3, [w, h, 6], wall),
    ...panes,
    ...(d.chance(0.6) ? sloped : [box(x, h, z + 3, [w + 0.4, 0.3, 6.4], roof)]),
  ];
}

function pool(d: Dice): Solid[] {
  const [x, z, w, depth] = [d.between(-4, 4), d.between(4, 9), d.between(4, 13), d.between(4, 9)];
  const rim = skin(d, 'stone', 'tile', 'concrete');
  return [box(x, 0, z, [w + 0.8, 0.06, depth + 0.8], rim), box(x, 0.01, z, [w, 0.06, depth], water(d))];
}

/** Outside: a yard, street, garden or pool. */
export function outside(d: Dice): Scene {
  const ground = skin(d, 'asphalt', 'asphalt', 'concrete', 'plants', 'plants', 'brick', 'tile', 'stone');
  const solids: Solid[] = [box(0, -1, 24, [80, 1, 60], ground)];
  if (d.chance(0.75)) solids.push(...house(d, d.between(-5, 5), d.between(9, 20)));
  if (d.chance(0.4)) solids.push(...house(d, d.between(-14, 14), d.between(22, 34)));
  if (d.chance(0.6))
    solids.push(
      box(
        d.between(-9, 9),
        0.005,
        d.between(3, 10),
        [d.between(3, 14), 0.05, d.between(2, 8)],
        skin(d, 'plants', 'asphalt', 'concrete', 'brick'),
      ),
    );
  if (d.chance(0.4)) solids.push(...pool(d));
  const leaves = [foliage(d), foliage(d), foliage(d)];
  for (let n = Math.floor(d.between(0, 9)); n > 0; n -= 1) {
    const r = d.between(0.3, 1.6);
    solids.push(ellipsoid([d.between(-12, 12), r * 0.7, d.between(4, 16)], [r * 1.3, r, r], d.pick(leaves)));
  }
  for (let n = Math.floor(d.between(0, 4)); n > 0; n -= 1) {
    const [x, z, high] = [d.between(-14, 14), d.between(7, 26), d.between(3, 9)];
    solids.push(cone(x, 0, z, high * 0.7, 0.2, 0.12, plain([0.14, 0.1, 0.07], 0.01, 4)));
    const crown = d.pick(leaves);
    for (let k = 0; k < 5; k += 1) {
      const r = high * d.between(0.12, 0.26);
      solids.push(
        ellipsoid(
          [x + d.between(-1, 1) * high * 0.2, high * d.between(0.55, 0.95), z + d.between(-1, 1)],
          [r, r, r],
          crown,
        ),
      );
    }
  }
  if (d.chance(0.3)) solids.push(box(0, 0, d.between(30, 40), [90, d.between(3, 12), 1], d.pick(leaves)));
  const sun: Vec = [d.between(-0.8, 0.8), d.between(0.3, 0.8), d.between(-0.9, -0.3)];
  return {
    solids,
    lights: [{ at: sun, spread: [0.05, 0.05, 0.05], color: [1, 0.95, 0.84], power: d.between(0, 1), sun: true }],
    ambient: [0.42, 0.45, 0.5],
    camera: {
      at: [d.between(-2, 2), d.between(1.2, 3), -2.5],
      to: [d.between(-2, 2), d.between(-1, 3.6), d.between(5, 15)],
      wide: d.between(0.7, 1.6),
    },
    sky: skyOf(d),
  };
}

/** One or two surfaces at close range, sometimes damaged. */
export function closeUp(d: Dice): Scene {
  const distance = Math.exp(d.between(Math.log(0.35), Math.log(3)));
  const kinds = Object.keys(finishes) as Finish[];
  const first = d.chance(0.25)
    ? defectiveSurface(d, d.pick(damages), 6, 6, distance * d.between(0.2, 0.7))
    : finishes[d.pick(kinds)](d);
  const solids = [box(0, -6, 3, [12, 12, 6], first)];
  if (d.chance(0.5)) {
    const off = distance * d.between(0, 0.45) * (d.chance(0.5) ? 1 : -1);
    const second = finishes[d.pick(kinds)](d);
    solids.push(
      d.chance(0.5)
        ? box(0, off > 0 ? off : off - 4, -0.1, [12, 4, 0.2], second)
        : box(off > 0 ? off + 2 : off - 2, -6, -0.1, [4, 12, 0.2], second),
    );
  }
  return {
    solids,
    lights: [
      {
        at: [d.between(-0.8, 0.8), d.between(0.3, 0.8), d.between(-0.9, -0.3)],
        spread: [0.05, 0.05, 0.05],
        color: [1, 0.96, 0.88],
        power: d.between(0.1, 0.9),
        sun: true,
      },
    ],
    ambient: [0.55, 0.55, 0.55],
    camera: {
      at: [d.between(-0.8, 0.8) * distance, d.between(-0.9, 0.9) * distance, -distance],
      to: [0, 0, 0],
      wide: d.between(0.8, 1.4),
    },
    sky: skyOf(d),
  };
}
