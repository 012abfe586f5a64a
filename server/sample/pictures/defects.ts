import { defectClasses, type DefectClass } from '#server/analysis/surface-classes.rules.ts';
import { createRandom } from '#server/analysis/random.rules.ts';
import { cells, clamp, fbm, hash, noise, ramp } from './noise.ts';
import { tileAt } from './materials.ts';
import type { TileOptions } from './materials.ts';
import { mix, rgb, setColor, tint } from './surface.ts';
import type { Material, Paint, Rgb } from './surface.ts';

/** Changes the painted surface; u and v are in meters on the surface. */
export type Defect = Paint;

/** A material with defects on it, painted in the given order. */
export function damaged(base: Material, ...defects: Defect[]): Material {
  return {
    ...base,
    relief: Math.max(base.relief, 0.6),
    paint(u, v, footprint, sample) {
      base.paint(u, v, footprint, sample);
      for (const defect of defects) defect(u, v, footprint, sample);
    },
  };
}

interface Place {
  u: number;
  v: number;
  /** Meters from the center to the edge, about. */
  size: number;
  seed: number;
}

const idOf = (name: DefectClass): number => defectClasses.indexOf(name);
const outside = (u: number, v: number, p: Place, reach = 1.8): boolean =>
  Math.abs(u - p.u) > p.size * reach || Math.abs(v - p.v) > p.size * reach;

/** 1 in the middle, 0 outside, with a ragged edge; `rag` 0-1. */
function blob(u: number, v: number, p: Place, rag: number, detail = 3): number {
  const x = (u - p.u) / p.size;
  const y = (v - p.v) / p.size;
  const ragged = (fbm(x * 2.2 + 7, y * 2.2, p.seed, detail + 2) - 0.5) * 2.4 * rag;
  return 1 - Math.hypot(x, y) + ragged;
}

/** A broken line with branches; width in meters at its widest. */
export function crack(p: Place & { width: number; angle: number; branches?: number }): Defect {
  const random = createRandom(p.seed);
  const segments: Segment[] = [];
  const grow = (x: number, y: number, angle: number, length: number, width: number, depth: number): void => {
    const steps = Math.max(6, Math.round(length / (p.size * 0.055)));
    let heading = angle;
    for (let n = 0; n < steps; n += 1) {
      heading += (random() - 0.5) * 0.95;
      heading += (angle - heading) * 0.25;
      const step = (length / steps) * (0.6 + random() * 0.8);
      const [x1, y1] = [x + Math.cos(heading) * step, y + Math.sin(heading) * step];
      const [w0, w1] = [width * (1 - n / steps), width * (1 - (n + 1) / steps)].map(
        (w) => w * (0.5 + random()) + width * 0.2,
      );
      segments.push({ x0: x, y0: y, x1, y1, w0: w0 ?? 0, w1: w1 ?? 0 });
      if (depth > 0 && random() < 2.2 / steps) {
        grow(
          x1,
          y1,
          heading + (random() < 0.5 ? -1 : 1) * (0.5 + random() * 0.7),
          length * 0.45,
          width * 0.55,
          depth - 1,
        );
      }
      [x, y] = [x1, y1];
    }
  };
  const [dx, dy] = [Math.cos(p.angle) * p.size, Math.sin(p.angle) * p.size];
  grow(p.u - dx, p.v - dy, p.angle, p.size * 2, p.width, p.branches ?? 1);
  const id = idOf('crack');
  const near = buckets(segments, p, p.width * 4);
  return (u, v, f, s) => {
    const here = near(u, v);
    if (here.length === 0) return;
    const jitter = p.width * 1.2;
    const pu = u + (fbm(u / p.width / 3, v / p.width / 3, p.seed + 5, 2, f / p.width) - 0.5) * jitter;
    const pv = v + (fbm(u / p.width / 3 + 40, v / p.width / 3, p.seed + 6, 2, f / p.width) - 0.5) * jitter;
    let best = 1e9;
    for (const c of here) {
      const ex = c.x1 - c.x0;
      const ey = c.y1 - c.y0;
      const t = clamp(((pu - c.x0) * ex + (pv - c.y0) * ey) / (ex * ex + ey * ey + 1e-12));
      const qx = pu - c.x0 - ex * t;
      const qy = pv - c.y0 - ey * t;
      const distance = Math.sqrt(qx * qx + qy * qy) - (c.w0 + (c.w1 - c.w0) * t) / 2;
      if (distance < best) best = distance;
    }
    const soft = Math.max(p.width * 0.12, f * 0.6);
    const open = 1 - ramp(-soft, soft, best);
    const thin = Math.min(1, p.width / f);
    const lip = 1 - ramp(0, p.width * 1.6 + soft, best);
    tint(s, [0.62, 0.6, 0.57], lip * 0.45 * thin);
    mix(s, [0.012, 0.011, 0.01], open * 0.93 * thin);
    s.height -= open * p.width * 0.8;
    s.gloss *= 1 - open;
    if (best < Math.max(p.width * 0.5, f * 1.2)) s.defect = id;
  };
}

interface Segment {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  w0: number;
  w1: number;
}

/** The segments near a point, because a crack has hundreds of segments and most points are near none. */
function buckets(segments: Segment[], p: Place, reach: number): (u: number, v: number) => Segment[] {
  const count = 48;
  const half = p.size * 2;
  const size = (half * 2) / count;
  const lists: Segment[][] = Array.from({ length: count * count }, () => []);
  const none: Segment[] = [];
  const index = (value: number): number => Math.floor((value + half) / size);
  for (const segment of segments) {
    const [left, right] = [Math.min(segment.x0, segment.x1) - reach, Math.max(segment.x0, segment.x1) + reach];
    const [low, high] = [Math.min(segment.y0, segment.y1) - reach, Math.max(segment.y0, segment.y1) + reach];
    for (let y = Math.max(0, index(low - p.v)); y <= Math.min(count - 1, index(high - p.v)); y += 1) {
      for (let x = Math.max(0, index(left - p.u)); x <= Math.min(count - 1, index(right - p.u)); x += 1) {
        lists[y * count + x]?.push(segment);
      }
    }
  }
  return (u, v) => {
    const [x, y] = [index(u - p.u), index(v - p.v)];
    return x < 0 || y < 0 || x >= count || y >= count ? none : (lists[y * count + x] ?? none);
  };
}

/** Dried liquid: darker towards a ring at its edge. */
export function stain(p: Place & { color?: Rgb; strength?: number }): Defect {
  const color = p.color ?? rgb('#8a6a45');
  const strength = p.strength ?? 0.6;
  return (u, v, _f, s) => {
    if (outside(u, v, p)) return;
    const inside = blob(u, v, p, 0.35);
    const body = ramp(0, 0.18, inside);
    if (body === 0) return;
    const ring = body * (1 - ramp(0.1, 0.45, inside));
    tint(
      s,
      color,
      body * strength * (0.62 + 0.22 * fbm((u * 5) / p.size, (v * 5) / p.size, p.seed, 3)) + ring * 0.2 * strength,
    );
    if (body > 0.4) s.defect = idOf('stain');
  };
}

/** Brown rings where water came through, sagging along `down` (-v on walls), and a blistered finish. */
export function waterDamage(p: Place & { drip?: number }): Defect {
  const random = createRandom(p.seed);
  const tide = rgb('#b98a4a');
  const spots = Array.from({ length: 4 }, (_, n) => ({
    u: p.u + (random() - 0.5) * p.size * 0.9,
    v: p.v + (random() - 0.5) * p.size * 0.6,
    size: p.size * (n === 0 ? 0.9 : 0.3 + random() * 0.45),
    seed: p.seed + n * 31,
  }));
  const drip = p.drip ?? 0;
  return (u, v, _f, s) => {
    if (outside(u, v, p, 2.2 + drip)) return;
    let most = 0;
    for (const spot of spots) {
      const below = v < spot.v ? (v - spot.v) / (1 + drip * (0.4 + noise(u * 18, 0, p.seed + 3) * 1.8)) + spot.v : v;
      const inside = blob(u, below, spot, 0.42);
      const body = ramp(0, 0.08, inside);
      if (body === 0) continue;
      const ring = body * (1 - ramp(0.03, 0.2, inside));
      const inner = 0.5 + 0.5 * Math.sin(inside * 24 + fbm(u * 6, v * 6, p.seed, 3) * 7);
      tint(s, tide, body * (0.16 + 0.2 * inner * (1 - clamp(inside)) + 0.2 * noise(u * 7, v * 7, p.seed + 2)));
      tint(s, rgb('#8f5f2c'), ring * 0.55);
      s.height += 0.003 * body * fbm(u * 22, v * 22, p.seed + 8, 3);
      most = Math.max(most, body);
    }
    if (most > 0.4) s.defect = idOf('water_damage');
  };
}

/** Colonies of dark spots, dense in the middle, with single spots around. */
export function mould(p: Place & { dense?: number }): Defect {
  const dark = rgb(hash(p.seed, 1, 2) > 0.4 ? '#1d1f1b' : '#2f3626');
  const dense = p.dense ?? 0.6;
  const spot = p.size * 0.07;
  return (u, v, f, s) => {
    if (outside(u, v, p)) return;
    const inside = blob(u, v, p, 0.7);
    if (inside < -0.25) return;
    const density = clamp(inside * 0.9 + 0.25) * dense;
    const warp = (fbm(u / spot / 2, v / spot / 2, p.seed + 9, 3) - 0.5) * 1.2;
    const a = cells(u / spot + warp, v / spot - warp, p.seed);
    const b = cells((u / spot) * 2.7 + warp, (v / spot) * 2.7, p.seed + 4);
    const big = a.id < density ? 1 - ramp(0.12, 0.5 * density + 0.16, a.near + f / spot / 4) : 0;
    const small = b.id < density * 1.1 ? 1 - ramp(0.1, 0.42, b.near) : 0;
    const film = ramp(0.15, 1, inside) * fbm(u / spot, v / spot, p.seed + 6, 4) * dense;
    const alpha = clamp(Math.max(big * 0.9, small * 0.75) + film * 0.7);
    tint(s, rgb('#9d9a80'), clamp(inside + 0.2) * 0.35);
    mix(s, dark, alpha * 0.93);
    if (inside > 0 || alpha > 0.5) s.defect = idOf('mould');
  };
}

/** Paint that came off in ragged sheets, with a lifted rim and the bare base below. */
export function peeling(p: Place & { base?: Rgb; amount?: number }): Defect {
  const base = p.base ?? rgb('#b7aa92');
  const grain = 3.2 / p.size;
  const bare = (u: number, v: number): number => {
    const inside = blob(u, v, p, 0.5);
    const flake = fbm(u * grain + 5, v * grain, p.seed + 2, 5) - 0.5;
    return inside * 0.55 + flake * 2.2 - 0.25 + (p.amount ?? 0.3);
  };
  const lift = p.size * 0.02;
  return (u, v, f, s) => {
    if (outside(u, v, p)) return;
    const here = bare(u, v);
    const edge = Math.max(0.025, (f / p.size) * 1.2);
    const gone = ramp(-edge, edge, here);
    const shade = ramp(-0.02, 0.12, bare(u - lift, v + lift) - here * 0.2 - 0.02);
    const rough = fbm(u * 50, v * 50, p.seed + 7, 3, f * 50);
    if (gone > 0) {
      const shadow = 1 - 0.5 * gone * (1 - shade);
      mix(
        s,
        [
          base[0] * (0.6 + rough * 0.7) * shadow,
          base[1] * (0.6 + rough * 0.7) * shadow,
          base[2] * (0.6 + rough * 0.7) * shadow,
        ],
        gone,
      );
      s.height -= 0.004 * gone;
      s.gloss *= 1 - gone;
    }
    const rim = (1 - gone) * ramp(-0.22, -0.03, here);
    mix(s, [0.9, 0.88, 0.84], rim * 0.35);
    s.height += rim * 0.003;
    if (here > -0.12) s.defect = idOf('peeling_paint');
  };
}

/** Rust: pitted patches of orange to dark brown with streaks below. */
export function corrosion(p: Place & { drip?: number }): Defect {
  const [bright, middle, deep] = [rgb('#b5632a'), rgb('#7d3f1c'), rgb('#3b2116')];
  const grain = 4 / p.size;
  const drip = p.drip ?? 0.6;
  return (u, v, f, s) => {
    if (outside(u, v, p, 2.4)) return;
    const flake = fbm(u * grain, v * grain, p.seed + 1, 5, f * grain) - 0.5;
    const inside = blob(u, v, p, 0.5) * 0.8 + flake * 2;
    const run =
      v < p.v ? clamp(1 - (p.v - v) / (p.size * 2.2)) * ramp(0.52, 0.72, noise((u * 16) / p.size, 0.5, p.seed + 4)) : 0;
    const width = clamp(1.1 - Math.abs(u - p.u) / p.size);
    tint(s, rgb('#b9743c'), run * width * drip * 0.8);
    const rust = ramp(0, 0.14, inside);
    if (rust > 0) {
      const tone = fbm(u * grain * 5, v * grain * 5, p.seed + 3, 4, f * grain * 5);
      const [from, to, t] = tone < 0.5 ? [deep, middle, tone * 2] : [middle, bright, tone * 2 - 1];
      mix(
        s,
        [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t],
        rust * 0.95,
      );
      s.height += rust * 0.003 * tone;
      s.gloss *= 1 - rust;
    }
    if (rust > 0.4 || run * width * drip > 0.45) s.defect = idOf('corrosion');
  };
}

/** A hole with broken stone in it: spalled concrete on walls, or a pothole in paving. */
export function broken(p: Place & { kind: 'spall' | 'floor_damage'; color?: Rgb; bars?: boolean }): Defect {
  const color = p.color ?? rgb(p.kind === 'spall' ? '#9a9286' : '#5d564c');
  const id = idOf(p.kind);
  const stones = 9 / p.size;
  return (u, v, f, s) => {
    if (outside(u, v, p)) return;
    const inside = blob(u, v, p, 0.45, 4);
    const open = ramp(0, 0.07, inside);
    const crumble = ramp(-0.2, 0, inside) * (1 - open);
    tint(s, [0.6, 0.58, 0.55], crumble * 0.4 * noise(u * 60, v * 60, p.seed));
    if (open > 0) {
      const { near, id: own } = cells(u * stones * 2, v * stones * 2, p.seed + 2);
      const rough = fbm(u * stones, v * stones, p.seed + 3, 5, f * stones);
      const depth = 1 - 0.6 * (1 - ramp(0.02, 0.3, inside)) * (v > p.v ? 1 : 0.35);
      const shade = (0.35 + rough * 0.75 + (own - 0.5) * 0.3 - near * 0.15) * depth;
      mix(s, [color[0] * shade, color[1] * shade, color[2] * shade], open);
      s.height += open * (rough * p.size * 0.06 - near * p.size * 0.02 - 0.01);
      s.gloss *= 1 - open;
      if (p.bars) {
        const bar = Math.abs(((((u - p.u) / p.size) * 1.4 + 10.5) % 1) - 0.5) / 1.4;
        if (bar < 0.045) setColor(s, rgb('#6e3b20'), 0.5 + rough * 0.7 + (0.045 - bar) * 8);
      }
    }
    if (inside > -0.03) s.defect = id;
  };
}

/** One tile with cracks from a blow and a missing corner; (u, v) picks the tile. */
export function brokenTile(o: TileOptions, u: number, v: number, seed: number): Defect {
  const hit = tileAt(u, v, o);
  const random = createRandom(seed);
  const [hx, hy] = [0.25 + random() * 0.5, 0.25 + random() * 0.5];
  const rays = Array.from({ length: 5 }, (_, n) => (n / 5) * Math.PI * 2 + random() * 1.1);
  const corner = [Math.round(random()), Math.round(random())] as const;
  const chip = 0.22 + random() * 0.22;
  return (pu, pv, f, s) => {
    const at = tileAt(pu, pv, o);
    if (at.column !== hit.column || at.row !== hit.row || at.edge < 0.001) return;
    s.defect = idOf('broken_tile');
    const wobble = (fbm(at.x * 7, at.y * 7, seed, 3) - 0.5) * 0.5;
    const angle = Math.atan2(at.y - hy, at.x - hx) + wobble;
    const radius = Math.hypot(at.x - hx, at.y - hy);
    let line = 9;
    for (const ray of rays) {
      const turn = Math.abs(((angle - ray + Math.PI * 5) % (Math.PI * 2)) - Math.PI);
      line = Math.min(line, turn * radius * o.width);
    }
    mix(s, [0.03, 0.028, 0.025], (1 - ramp(0.0005, 0.0022 + f * 0.8, line)) * 0.85);
    s.gloss *= 0.6 + hash(Math.round(angle * 2), 1, seed) * 0.5;
    const away = Math.hypot(at.x - corner[0], at.y - corner[1]) + wobble * 0.35;
    const gone = 1 - ramp(chip - 0.01, chip + 0.01 + f, away);
    const rough = fbm(pu * 80, pv * 80, seed + 4, 3, f * 80);
    mix(s, [0.25 * (0.5 + rough), 0.23 * (0.5 + rough), 0.2 * (0.5 + rough)], gone);
    s.height -= gone * 0.006;
    s.gloss *= 1 - gone;
  };
}
