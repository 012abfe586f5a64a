import { createRandom } from '#server/analysis/random.rules.ts';
import {
  asphalt,
  brick,
  carpet,
  ceilingPanels,
  concrete,
  drape,
  fabric,
  grass,
  marble,
  paintedMetal,
  plain,
  plaster,
  tiles,
  wood,
} from '#server/sample/pictures/materials.ts';
import type { TileOptions } from '#server/sample/pictures/materials.ts';
import {
  broken,
  brokenTile,
  corrosion,
  crack,
  damaged,
  mould,
  peeling,
  stain,
  waterDamage,
} from '#server/sample/pictures/defects.ts';
import type { DefectClass } from '#server/analysis/surface-classes.rules.ts';
import type { Defect } from '#server/sample/pictures/defects.ts';
import type { Material, Rgb } from '#server/sample/pictures/surface.ts';

/** A seeded random generator with helpers. */
export interface Dice {
  next(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
  seed(): number;
}

export function createDice(seed: number): Dice {
  const next = createRandom(seed);
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => {
      const one = list[Math.floor(next() * list.length)];
      if (one === undefined) throw new Error('Nothing to pick from');
      return one;
    },
    chance: (share) => next() < share,
    seed: () => Math.floor(next() * 1e9),
  };
}

/** A color from a hue wheel with little or much saturation, as linear light. */
export function color(dice: Dice, saturation: number, low = 0.08, high = 0.8): Rgb {
  const hue = dice.next() * Math.PI * 2;
  const value = dice.between(low, high);
  const s = dice.next() * saturation;
  const channel = (shift: number): number =>
    Math.max(0.01, value * (1 - s + s * (0.5 + 0.5 * Math.cos(hue + shift)) * 1.4));
  return [channel(0), channel(2.1), channel(4.2)];
}

const warmGray = (dice: Dice, low: number, high: number): Rgb => {
  const value = dice.between(low, high);
  return [value, value * dice.between(0.88, 1.02), value * dice.between(0.7, 1.02)];
};

const woodTone = (dice: Dice): Rgb => {
  const value = dice.between(0.12, 0.5);
  return [value * 1.15, value * dice.between(0.7, 0.9), value * dice.between(0.4, 0.7)];
};

export function tileOptions(dice: Dice): TileOptions {
  const width = dice.between(0.1, 0.6);
  return {
    width,
    height: dice.chance(0.6) ? width : width * dice.between(0.3, 0.6),
    grout: warmGray(dice, 0.1, 0.7),
    variety: dice.between(0.02, 0.25),
    gloss: dice.between(0, 0.08),
    running: dice.chance(0.3),
    seed: dice.seed(),
  };
}

/** Surfaces in hotels at their real scale. */
export const surfaceKinds = {
  wall: (d: Dice) =>
    plaster(d.chance(0.7) ? warmGray(d, 0.35, 0.85) : color(d, 0.7, 0.2, 0.8), d.seed(), d.between(0.05, 0.9)),
  concrete: (d: Dice) => concrete(warmGray(d, 0.22, 0.6), d.seed(), d.between(0.2, 1)),
  asphalt: (d: Dice) => asphalt(d.seed(), d.next()),
  brick: (d: Dice) => brick(color(d, 0.6, 0.12, 0.5), warmGray(d, 0.2, 0.6), d.seed()),
  tile: (d: Dice) => tiles(d.chance(0.6) ? warmGray(d, 0.3, 0.85) : color(d, 0.6), tileOptions(d)),
  wood: (d: Dice) => wood(woodTone(d), [0.1, 0.05, 0.03], d.seed(), d.between(0.07, 0.2)),
  carpet: (d: Dice) =>
    carpet(color(d, 0.6, 0.08, 0.5), color(d, 0.6, 0.1, 0.6), d.seed(), d.pick(['plain', 'lattice', 'waves'])),
  fabric: (d: Dice) => fabric(color(d, 0.8), color(d, 0.8), d.seed(), d.chance(0.5) ? d.between(0.03, 0.3) : 0),
  drape: (d: Dice) => drape(color(d, 0.6), d.seed()),
  metal: (d: Dice) => paintedMetal(d.chance(0.5) ? color(d, 0.9, 0.1, 0.6) : warmGray(d, 0.3, 0.7), d.seed()),
  marble: (d: Dice) => marble(warmGray(d, 0.4, 0.85), warmGray(d, 0.1, 0.4), d.seed(), 0.06),
  grass: (d: Dice) => grass(d.seed()),
  ceiling: (d: Dice) => ceilingPanels(d.seed()),
  plain: (d: Dice) => plain(color(d, 0.9, 0.03, 0.9), 0.04, d.seed()),
} as const;
export type SurfaceKind = keyof typeof surfaceKinds;

/** Which surfaces can have which defect. */
const hosts: Record<DefectClass, readonly SurfaceKind[]> = {
  crack: ['wall', 'wall', 'concrete', 'concrete', 'asphalt', 'asphalt', 'brick', 'tile'],
  spall: ['concrete', 'wall', 'brick'],
  stain: ['carpet', 'fabric', 'wall', 'ceiling'],
  water_damage: ['wall', 'wall', 'ceiling'],
  mould: ['wall', 'wall', 'wall', 'tile', 'concrete'],
  peeling_paint: ['wall', 'wall', 'metal'],
  corrosion: ['metal', 'metal', 'metal', 'plain', 'concrete'],
  floor_damage: ['asphalt', 'concrete'],
  broken_tile: ['tile'],
};

/** A surface with one kind of defect about (u, v); `size` is its radius in meters, `span` the visible half width. */
export function defectiveSurface(dice: Dice, kind: DefectClass, u: number, v: number, size: number): Material {
  const options = tileOptions(dice);
  const host = dice.pick(hosts[kind]);
  const base = host === 'tile' ? tiles(warmGray(dice, 0.3, 0.85), options) : surfaceKinds[host](dice);
  const count = dice.chance(0.65) ? 1 : dice.chance(0.6) ? 2 : 4;
  const defects = Array.from({ length: count }, (_, n) => {
    const away = n === 0 ? 0.3 : 1.6;
    const at = {
      u: u + dice.between(-1, 1) * size * away,
      v: v + dice.between(-1, 1) * size * away,
      size: size * (n === 0 ? 1 : dice.between(0.3, 0.9)),
      seed: dice.seed(),
    };
    return makeDefect(dice, kind, at, options);
  });
  return damaged(base, ...defects);
}

function makeDefect(
  dice: Dice,
  kind: DefectClass,
  at: { u: number; v: number; size: number; seed: number },
  options: TileOptions,
): Defect {
  switch (kind) {
    case 'crack':
      return crack({
        ...at,
        size: at.size * dice.between(1, 2.6),
        width: at.size * Math.exp(dice.between(Math.log(0.006), Math.log(0.09))),
        angle: dice.between(0, Math.PI),
        branches: dice.chance(0.6) ? 1 : dice.chance(0.5) ? 2 : 0,
      });
    case 'spall':
      return broken({ ...at, kind: 'spall', bars: dice.chance(0.25), color: warmGray(dice, 0.2, 0.5) });
    case 'floor_damage':
      return broken({ ...at, kind: 'floor_damage', color: warmGray(dice, 0.06, 0.3) });
    case 'stain':
      return stain({ ...at, color: color(dice, 0.6, 0.05, 0.35), strength: dice.between(0.4, 0.95) });
    case 'water_damage':
      return waterDamage({ ...at, drip: dice.chance(0.5) ? dice.between(0.2, 1.5) : 0 });
    case 'mould':
      return mould({ ...at, dense: dice.between(0.3, 0.95) });
    case 'peeling_paint':
      return peeling({ ...at, base: warmGray(dice, 0.12, 0.65), amount: dice.between(0.05, 0.6) });
    case 'corrosion':
      return corrosion({ ...at, drip: dice.next() });
    case 'broken_tile':
      return brokenTile(options, at.u, at.v, at.seed);
  }
}
