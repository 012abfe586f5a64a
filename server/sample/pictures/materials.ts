import type { MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import { cells, clamp, fbm, hash, noise, ramp } from './noise.ts';
import { material, mix, rgb, setColor } from './surface.ts';
import type { Material, Rgb } from './surface.ts';

const white = rgb('#f4f1ea');

/** Painted plaster with the faint unevenness of a roller; `rough` 1 is textured render. */
export function plaster(color: Rgb, seed: number, rough = 0.15): Material {
  return material(
    (u, v, f, s) => {
      const broad = fbm(u * 0.9, v * 0.9, seed, 3, f);
      const fine = fbm(u * 60, v * 60, seed + 5, 3, f * 60);
      setColor(s, color, 0.94 + 0.1 * broad + (fine - 0.5) * 0.16 * rough);
      s.height = rough * 0.004 * fine;
      s.gloss = 0.01;
    },
    { kind: 'painted wall', relief: rough > 0.3 ? rough : 0 },
  );
}

/** Plain matt color with slight unevenness: fittings, doors, lacquer. */
export function plain(color: Rgb, gloss = 0.03, seed = 1, kind: MaterialClass = 'other'): Material {
  return material(
    (u, v, f, s) => {
      setColor(s, color, 0.95 + 0.1 * fbm(u * 3, v * 3, seed, 3, f * 3));
      s.gloss = gloss;
    },
    { kind },
  );
}

export function glowing(color: Rgb, emit: number): Material {
  return material((_u, _v, _f, s) => setColor(s, color), { emit });
}

export const mirrorMaterial: Material = material((_u, _v, _f, s) => setColor(s, [0.86, 0.88, 0.87]), {
  kind: 'glass',
  mirror: true,
});

export interface TileOptions {
  width: number;
  height: number;
  grout: Rgb;
  /** Difference between tiles, 0-1. */
  variety: number;
  gloss: number;
  /** Whether every second row is shifted by half a tile. */
  running?: boolean;
  seed: number;
}

/** The tile of a point, the position in it (0-1), and the distance to its nearest edge in meters. */
export function tileAt(
  u: number,
  v: number,
  o: TileOptions,
): { x: number; y: number; column: number; row: number; edge: number } {
  const row = Math.floor(v / o.height);
  const shifted = o.running && row % 2 !== 0 ? u + o.width / 2 : u;
  const column = Math.floor(shifted / o.width);
  const x = shifted / o.width - column;
  const y = v / o.height - row;
  const edge = Math.min(Math.min(x, 1 - x) * o.width, Math.min(y, 1 - y) * o.height);
  return { x, y, column, row, edge };
}

const joint = 0.0022;

export function tiles(color: Rgb, o: TileOptions): Material {
  return material(
    (u, v, f, s) => {
      const { column, row, edge } = tileAt(u, v, o);
      const own = hash(column, row, o.seed);
      const cloud = fbm(u * 9 + own * 50, v * 9, o.seed + 3, 4, f * 9);
      setColor(s, color, 1 + (own - 0.5) * o.variety + (cloud - 0.5) * 0.22);
      const soft = Math.max(0.0012, f * 0.75);
      const line = 1 - ramp(joint - soft, joint + soft, edge);
      const thin = Math.min(1, (joint * 2) / Math.max(joint * 2, f * 1.2));
      mix(s, o.grout, line * thin * (0.75 + 0.5 * noise(u * 14, v * 14, o.seed + 8)));
      s.gloss = o.gloss * (1 - line);
      s.height = -0.0015 * line;
    },
    { kind: 'tile' },
  );
}

/** Boards along u. */
export function wood(light: Rgb, dark: Rgb, seed: number, board = 0.14, gloss = 0.05): Material {
  return material(
    (u, v, f, s) => {
      const row = Math.floor(v / board);
      const start = hash(row, 3, seed) * 1.7;
      const column = Math.floor((u + start) / 1.6);
      const own = hash(row, column, seed + 1);
      const along = (u + own * 30) * 1.1;
      const across = v * 26 + own * 40;
      const bend = fbm(along * 0.8, across * 0.06, seed + 2, 2) * 5;
      const rings = 0.5 + 0.5 * Math.sin(across * 0.8 + bend * 4);
      const fibre = fbm(along * 3, across * 6, seed + 4, 3, f * 60);
      setColor(s, light, 0.86 + own * 0.28);
      mix(s, dark, 0.35 * rings * (0.4 + fibre) + (fibre - 0.5) * 0.5);
      const edge = Math.min((v / board - row) * board, (1 - (v / board - row)) * board);
      const end = Math.abs((u + start) / 1.6 - column) * 1.6;
      const gap = Math.max(1 - ramp(0, 0.0018 + f, edge), 1 - ramp(0, 0.0018 + f, end));
      mix(s, [0.03, 0.02, 0.015], gap * 0.6 * Math.min(1, 0.004 / Math.max(f, 0.001)));
      s.gloss = gloss;
    },
    { kind: 'wood' },
  );
}

export function carpet(color: Rgb, accent: Rgb, seed: number, pattern: 'plain' | 'lattice' | 'waves'): Material {
  return material(
    (u, v, f, s) => {
      const tuft = fbm(u * 220, v * 220, seed, 2, f * 220);
      const worn = fbm(u * 0.8, v * 0.8, seed + 2, 3);
      setColor(s, color, 0.72 + 0.34 * tuft + 0.22 * worn);
      if (pattern === 'lattice') {
        const a = Math.abs(((u + v) * 1.6) % 1);
        const b = Math.abs(((u - v) * 1.6 + 100) % 1);
        const line = Math.max(1 - ramp(0.03, 0.07, Math.abs(a - 0.5)), 1 - ramp(0.03, 0.07, Math.abs(b - 0.5)));
        mix(s, accent, line * (0.55 + 0.3 * tuft));
      } else if (pattern === 'waves') {
        const wave = Math.sin(v * 7 + 2.4 * fbm(u * 1.6, v * 1.6, seed + 6, 3) * 3);
        mix(s, accent, ramp(0.2, 0.6, wave) * (0.5 + 0.3 * tuft));
      }
      s.gloss = 0;
    },
    { kind: 'carpet' },
  );
}

export function concrete(color: Rgb, seed: number, rough = 0.5): Material {
  return material(
    (u, v, f, s) => {
      const broad = fbm(u * 1.1, v * 1.1, seed, 4, f);
      const fine = fbm(u * 90, v * 90, seed + 4, 3, f * 90);
      const pits = noise(u * 55, v * 55, seed + 9);
      setColor(s, color, 0.7 + 0.45 * broad + (fine - 0.5) * 0.3 * rough);
      const pit = ramp(0.86, 0.93, pits) * (f < 0.006 ? 1 : 0);
      mix(s, [0.07, 0.068, 0.06], pit * 0.55 * rough);
      s.height = 0.004 * rough * fine - 0.004 * pit;
      s.gloss = 0.01;
    },
    { kind: 'concrete', relief: rough * 0.8 },
  );
}

export function asphalt(seed: number, age = 0.5): Material {
  const stone = rgb('#8d8b86');
  const tar = rgb(age > 0.5 ? '#6b6a68' : '#47474a');
  return material(
    (u, v, f, s) => {
      const broad = fbm(u * 0.5, v * 0.5, seed, 4, f);
      setColor(s, tar, 0.75 + 0.5 * broad);
      if (f < 0.02) {
        const { near, id } = cells(u * 85, v * 85, seed + 3);
        mix(s, stone, (1 - ramp(0.15, 0.5, near)) * id * 0.75);
        s.height = 0.004 * (1 - near);
      } else {
        const grain = hash(Math.round(u * 300), Math.round(v * 300), seed);
        setColor(s, [s.r, s.g, s.b], 0.9 + grain * 0.2);
        s.height = 0;
      }
      s.gloss = 0.005;
    },
    { kind: 'asphalt', relief: 0.7 },
  );
}

/** Woven cloth; stripes of the accent when `stripe` (meters) is given. */
export function fabric(color: Rgb, accent: Rgb, seed: number, stripe = 0): Material {
  return material(
    (u, v, f, s) => {
      const weave = fbm(u * 300, v * 300, seed, 2, f * 300);
      const fold = fbm(u * 5, v * 1.4, seed + 3, 3);
      setColor(s, color, 0.78 + 0.2 * weave + 0.24 * fold);
      if (stripe > 0) mix(s, accent, ramp(0.55, 0.6, 0.5 + 0.5 * Math.sin((u / stripe) * Math.PI * 2)) * 0.85);
      s.gloss = 0;
    },
    { kind: 'textile' },
  );
}

/** Hanging cloth: folds across u show as light and shade. */
export function drape(color: Rgb, seed: number): Material {
  return material(
    (u, v, _f, s) => {
      const wave = Math.sin(u * 42 + 3 * noise(u * 3, v * 0.4, seed)) * 0.5 + 0.5;
      setColor(s, color, 0.5 + 0.55 * wave);
      s.gloss = 0;
    },
    { kind: 'textile' },
  );
}

export function brick(color: Rgb, mortar: Rgb, seed: number): Material {
  const o: TileOptions = { width: 0.225, height: 0.075, grout: mortar, variety: 0, gloss: 0, running: true, seed };
  return material(
    (u, v, f, s) => {
      const { column, row, edge } = tileAt(u, v, o);
      const own = hash(column, row, seed);
      const rough = fbm(u * 40, v * 40, seed + 2, 3, f * 40);
      setColor(s, color, 0.65 + own * 0.5 + (rough - 0.5) * 0.5);
      const line = 1 - ramp(0.004, 0.0075 + f, edge + (rough - 0.5) * 0.004);
      mix(s, mortar, line * 0.9);
      s.height = 0.004 * rough - 0.005 * line;
      s.gloss = 0;
    },
    { kind: 'brick', relief: 0.6 },
  );
}

export function marble(base: Rgb, vein: Rgb, seed: number, gloss = 0.12): Material {
  return material(
    (u, v, f, s) => {
      const warp = fbm(u * 1.8, v * 1.8, seed, 4) * 3;
      const line = Math.abs(Math.sin((u * 1.3 + v * 0.7) * 2.2 + warp * 3.1));
      setColor(s, base, 0.93 + 0.12 * fbm(u * 6, v * 6, seed + 3, 3, f * 6));
      mix(s, vein, (1 - ramp(0, 0.12, line)) * 0.55 * fbm(u * 3, v * 3, seed + 7, 3));
      s.gloss = gloss;
    },
    { kind: 'stone' },
  );
}

/** Suspended ceiling: panels in a grid of `size` meters. */
export function ceilingPanels(seed: number, size = 0.6): Material {
  const o: TileOptions = { width: size, height: size, grout: rgb('#d8d6d0'), variety: 0.03, gloss: 0, seed };
  return material(
    (u, v, f, s) => {
      const { edge } = tileAt(u, v, o);
      setColor(s, white, 0.9);
      if (f < 0.01 && hash(Math.round(u * 110), Math.round(v * 110), seed) > 0.86) mix(s, [0.32, 0.31, 0.3], 0.45);
      mix(s, o.grout, 1 - ramp(0.008, 0.012 + f, edge));
      s.gloss = 0;
    },
    { kind: 'painted wall' },
  );
}

export function grass(seed: number): Material {
  return material(
    (u, v, f, s) => {
      const blade = fbm(u * 60, v * 60, seed, 3, f * 30);
      const broad = fbm(u * 0.7, v * 0.7, seed + 2, 4);
      setColor(s, rgb('#6f8a45'), 0.35 + blade * 0.8 * (0.6 + broad * 0.6));
      mix(s, rgb('#a39a5d'), clamp(broad - 0.45) * 1.2);
      s.gloss = 0;
    },
    { kind: 'plants' },
  );
}

/** Metal sheet or pipe with a coat of paint. */
export function paintedMetal(color: Rgb, seed: number): Material {
  return material(
    (u, v, f, s) => {
      const broad = fbm(u * 2, v * 2, seed, 3);
      const streak = fbm(u * 30, v * 2, seed + 2, 3, f * 30);
      setColor(s, color, 0.86 + 0.18 * broad + 0.1 * (streak - 0.5));
      s.gloss = 0.06;
    },
    { kind: 'metal' },
  );
}
