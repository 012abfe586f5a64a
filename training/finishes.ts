import {
  asphalt,
  brick,
  carpet,
  concrete,
  drape,
  fabric,
  grass,
  marble,
  plaster,
  tiles,
} from '#server/sample/pictures/materials.ts';
import { cells, fbm, hash, noise, ramp } from '#server/sample/pictures/noise.ts';
import { material, mix, setColor } from '#server/sample/pictures/surface.ts';
import type { Material, Rgb } from '#server/sample/pictures/surface.ts';
import { color, surfaceKinds, tileOptions } from './surfaces.ts';
import type { Dice } from './surfaces.ts';

/** Speckled polished stone of worktops. */
function granite(d: Dice): Material {
  const [base, dark, light] = [color(d, 0.35, 0.08, 0.6), color(d, 0.3, 0.02, 0.12), color(d, 0.3, 0.4, 0.85)];
  const [size, seed, gloss] = [d.between(40, 160), d.seed(), d.between(0.03, 0.1)];
  return material(
    (u, v, f, s) => {
      setColor(s, base, 0.8 + 0.4 * fbm(u * 6, v * 6, seed, 3, f * 6));
      if (f * size < 1.2) {
        const { id, near } = cells(u * size, v * size, seed + 2);
        mix(s, id > 0.6 ? dark : light, id > 0.4 ? 1 - ramp(0.25, 0.6, near) : 0);
      }
      s.gloss = gloss;
    },
    { kind: 'stone' },
  );
}

/** Cloth with checks, stripes, blots or a quilted grid. */
function print(d: Dice): Material {
  const [a, b, c] = [color(d, 0.9), color(d, 0.9), color(d, 0.9)];
  const [size, seed, style] = [d.between(0.04, 0.3), d.seed(), d.pick(['check', 'blot', 'quilt', 'stripe'] as const)];
  return material(
    (u, v, f, s) => {
      const fold = fbm(u * 4, v * 2.2, seed, 4);
      const weave = fbm(u * 280, v * 280, seed + 1, 2, f * 280);
      setColor(s, a, 0.7 + 0.25 * weave + 0.35 * fold);
      const shade = 0.6 + 0.5 * fold;
      const tone: Rgb = [b[0] * shade, b[1] * shade, b[2] * shade];
      const [x, y] = [u / size, v / size];
      if (style === 'check') mix(s, tone, (Math.floor(x) & 1 ? 0.45 : 0) + (Math.floor(y) & 1 ? 0.45 : 0));
      if (style === 'stripe') mix(s, Math.floor(x / 3) & 1 ? c : tone, ramp(0.4, 0.5, Math.abs((x % 1) - 0.5)) * 0.8);
      if (style === 'blot') {
        const blot = fbm(x * 1.3, y * 1.3, seed + 3, 3);
        mix(s, tone, ramp(0.52, 0.56, blot));
        mix(s, c, ramp(0.6, 0.64, fbm(x * 1.6, y * 1.6, seed + 4, 3)));
      }
      if (style === 'quilt') {
        const dent = Math.min(Math.abs((x + y) % 1), Math.abs((x - y + 900) % 1));
        mix(s, [0, 0, 0], (1 - ramp(0, 0.09, dent)) * 0.3);
      }
      s.gloss = 0;
    },
    { kind: 'textile' },
  );
}

/** Carpet of any color, with flecks or loops. */
function pile(d: Dice): Material {
  if (d.chance(0.3)) return surfaceKinds.carpet(d);
  const base = d.chance(0.6) ? color(d, 0.35, 0.15, 0.65) : color(d, 0.8, 0.06, 0.5);
  if (d.chance(0.35)) return carpet(base, color(d, 0.5), d.seed(), 'plain');
  const [seed, loops, fleck] = [d.seed(), d.between(70, 260), d.between(0.1, 0.6)];
  return material(
    (u, v, f, s) => {
      const tuft = noise(u * loops, v * loops, seed);
      const trodden = fbm(u * 2.4, v * 2.4, seed + 4, 4);
      const soft = Math.min(1, 0.5 / Math.max(0.5, f * loops));
      setColor(
        s,
        base,
        0.75 +
          (tuft - 0.5) * fleck * soft +
          0.35 * trodden +
          0.15 * (hash(Math.round(u / Math.max(f, 0.002)), Math.round(v / Math.max(f, 0.002)), seed) - 0.5),
      );
      s.gloss = 0;
    },
    { kind: 'carpet' },
  );
}

/** Brushed or polished steel. */
function steel(d: Dice): Material {
  const [tone, seed, fine, gloss] = [color(d, 0.08, 0.3, 0.7), d.seed(), d.between(60, 240), d.between(0.1, 0.45)];
  return material(
    (u, v, f, s) => {
      setColor(
        s,
        tone,
        0.75 + 0.3 * fbm(u * 0.8, v * fine, seed, 3, f * fine) + 0.25 * noise(u * 2, v * 0.7, seed + 1),
      );
      s.gloss = gloss;
    },
    { kind: 'metal' },
  );
}

/** Corrugated sheet, grating or rivets on sheet. */
function sheet(d: Dice): Material {
  const base = surfaceKinds.metal(d);
  const [pitch, upright, seed] = [d.between(0.03, 0.2), d.chance(0.7), d.seed()];
  const rusty = d.chance(0.4) ? d.between(0.4, 0.6) : 2;
  return {
    ...base,
    paint(u, v, f, s) {
      base.paint(u, v, f, s);
      const wave = 0.5 + 0.5 * Math.sin(((upright ? u : v) / pitch) * Math.PI * 2);
      mix(s, [0.02, 0.02, 0.02], 0.45 * (1 - wave));
      mix(s, [0.22, 0.09, 0.035], ramp(rusty, rusty + 0.12, fbm(u * 3, v * 2, seed, 5)));
    },
  };
}

/** Painted boards or shingles: wood, whatever its color. */
function boards(d: Dice): Material {
  const [base, width, seed] = [color(d, 0.5, 0.15, 0.85), d.between(0.08, 0.22), d.seed()];
  return material(
    (u, v, f, s) => {
      const row = v / width - Math.floor(v / width);
      setColor(s, base, 0.85 + 0.15 * row + 0.2 * (fbm(u * 2, v * 40, seed, 3, f * 40) - 0.5));
      mix(s, [0.02, 0.02, 0.02], (1 - ramp(0, 0.08 + f / width, row)) * 0.6);
      s.gloss = 0.01;
    },
    { kind: 'wood' },
  );
}

/** Leaves seen from some distance: light tips over dark gaps. */
export function foliage(d: Dice): Material {
  const tone = d.between(0.1, 0.45);
  const leaf: Rgb = [tone * d.between(0.45, 1), tone, tone * d.between(0.12, 0.5)];
  const [size, seed] = [d.between(6, 45), d.seed()];
  return material(
    (u, v, f, s) => {
      const { id, near } = cells(u * size, v * size * 0.8, seed);
      const clump = fbm(u * size * 0.16, v * size * 0.16, seed + 2, 3);
      setColor(s, leaf, (0.35 + 1.1 * id) * (1 - 0.7 * near) * (0.4 + 1.2 * clump) * (f * size > 2 ? 0.8 : 1));
      s.gloss = 0.01;
      s.height = 0;
    },
    { kind: 'plants' },
  );
}

/** The surface of a pool or pond. */
export function water(d: Dice): Material {
  const tone: Rgb = d.chance(0.8)
    ? [d.between(0.01, 0.2), d.between(0.25, 0.6), d.between(0.35, 0.75)]
    : [d.between(0.02, 0.1), d.between(0.06, 0.2), d.between(0.06, 0.25)];
  const [size, bright, seed, gloss] = [d.between(0.6, 4), d.between(0, 0.6), d.seed(), d.between(0.03, 0.2)];
  return material(
    (u, v, f, s) => {
      const ripple = fbm(u * size * 1.5, v * size * 1.5, seed, 4, f * size);
      const net = 1 - ramp(0, 0.2, Math.abs(fbm(u * size + ripple, v * size, seed + 5, 3, f * size) - 0.5) * 2);
      setColor(s, tone, 0.7 + 0.5 * ripple);
      mix(s, [0.8, 0.95, 0.97], net * bright);
      s.gloss = gloss;
    },
    { kind: 'water' },
  );
}

/** The view through a pane: sky over a blurred scene, blinds, or a dark room. */
export function pane(d: Dice): Material {
  const [sky, below, seed] = [color(d, 0.3, 0.5, 1), color(d, 0.6, 0.05, 0.5), d.seed()];
  const [edge, blinds, emit] = [d.between(-0.5, 1.4), d.chance(0.3) ? d.between(0.025, 0.09) : 0, d.between(0.7, 2)];
  return material(
    (u, v, _f, s) => {
      setColor(s, sky);
      mix(s, below, ramp(0, 0.15, edge + fbm(u * 2.5, v * 2, seed, 4) - 0.5 - v));
      if (blinds > 0) mix(s, [0.5, 0.48, 0.44], (v / blinds) % 1 < 0.6 ? 0.8 : 0.15);
    },
    { kind: 'glass', emit },
  );
}

/** Floor and wall tiles with more than one color: chequered, mottled stone-like, mosaic. */
function richTile(d: Dice): Material {
  const options = d.chance(0.25) ? { ...tileOptions(d), width: 0.03, height: 0.03 } : tileOptions(d);
  const base = d.chance(0.3) ? tiles([0.3, d.between(0.1, 0.16), 0.06], options) : surfaceKinds.tile(d);
  if (d.chance(0.6)) return base;
  const [second, seed] = [color(d, 0.5, 0.02, 0.7), d.seed()];
  const chequered = d.chance(0.4);
  return {
    ...base,
    paint(u, v, f, s) {
      base.paint(u, v, f, s);
      const dark = chequered
        ? (Math.floor(u / options.width) + Math.floor(v / options.height)) & 1
          ? 0.8
          : 0
        : 0.7 * fbm(u * 5, v * 5, seed, 5, f * 5);
      mix(s, second, dark);
    },
  };
}

/** Surfaces for training materials, each in many variants. */
export const finishes = {
  'painted wall': (d: Dice) =>
    d.chance(0.12)
      ? surfaceKinds.ceiling(d)
      : d.chance(0.5)
        ? surfaceKinds.wall(d)
        : plaster(color(d, 0.6, 0.12, 0.95), d.seed(), d.between(0, 1)),
  tile: richTile,
  wood: (d: Dice) => (d.chance(0.8) ? surfaceKinds.wood(d) : boards(d)),
  carpet: pile,
  concrete: (d: Dice) =>
    d.chance(0.7) ? surfaceKinds.concrete(d) : concrete(color(d, 0.3, 0.1, 0.7), d.seed(), d.next()),
  asphalt: (d: Dice) => asphalt(d.seed(), d.next()),
  brick: (d: Dice) =>
    d.chance(0.7) ? surfaceKinds.brick(d) : brick([0.35, d.between(0.1, 0.2), 0.08], [0.4, 0.38, 0.35], d.seed()),
  textile: (d: Dice) => {
    const roll = d.next();
    if (roll < 0.45) return print(d);
    if (roll < 0.6) return drape(color(d, 0.6), d.seed());
    return roll < 0.8 ? fabric(color(d, 0.2, 0.5, 0.95), [0.9, 0.9, 0.9], d.seed()) : surfaceKinds.fabric(d);
  },
  metal: (d: Dice) => (d.chance(0.35) ? steel(d) : d.chance(0.5) ? sheet(d) : surfaceKinds.metal(d)),
  glass: pane,
  plants: (d: Dice) => (d.chance(0.5) ? foliage(d) : grass(d.seed())),
  water,
  stone: (d: Dice) =>
    d.chance(0.5)
      ? granite(d)
      : d.chance(0.5)
        ? surfaceKinds.marble(d)
        : marble(color(d, 0.4, 0.05, 0.9), color(d, 0.4), d.seed(), d.between(0.02, 0.15)),
} as const;
export type Finish = keyof typeof finishes;
