import { locate, newSpot, rayThrough, surfaceOf } from './geometry.ts';
import type { Nearby, Spot, View } from './geometry.ts';
import { hash } from './noise.ts';
import { trace } from './scene.ts';
import type { Hit, Light, Scene, Space, Vec } from './scene.ts';

/** Farther away than anything in a scene. */
export const reach = 1e4;
const lightEvery = 2;
const smoothing = 5;

/** The strength of a lamp at a spot when it shines from `at`, without shadows. */
export function lampAt(lamp: Light, spot: Spot, at: Vec): number {
  if (lamp.sun) return Math.max(0, at[0] * spot.nx + at[1] * spot.ny + at[2] * spot.nz) * lamp.power;
  const lx = at[0] - spot.x;
  const ly = at[1] - spot.y;
  const lz = at[2] - spot.z;
  const square = lx * lx + ly * ly + lz * lz + 0.04;
  const distance = Math.sqrt(square);
  const cosine = Math.max(0, (lx * spot.nx + ly * spot.ny + lz * spot.nz) / distance);
  const facing = lamp.facing
    ? Math.max(0, -(lx * lamp.facing[0] + ly * lamp.facing[1] + lz * lamp.facing[2]) / distance)
    : 1;
  return (lamp.power * cosine * facing) / square;
}

export interface LightField {
  values: Float32Array;
  /** The index of the light for a pixel: that of the nearest point on the same face. */
  at(x: number, y: number, face: number): number;
}

/** Light with soft and contact shadows on a coarse grid over the picture. */
export function lightField(
  scene: Scene,
  space: Space,
  near: Nearby,
  view: View,
  width: number,
  height: number,
  seed: number,
): LightField {
  const w = Math.ceil(width / lightEvery);
  const h = Math.ceil(height / lightEvery);
  const values = new Float32Array(w * h * 3);
  const faces = new Int32Array(w * h).fill(-1);
  const hit: Hit = { distance: 0, solid: -1, side: 0 };
  const spot = newSpot();
  const direction = [0, 0, 0] as [number, number, number];
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      rayThrough(scene, view, (x + 0.5) * lightEvery, (y + 0.5) * lightEvery, width, height, direction);
      const at = scene.camera.at;
      const among = near(x * lightEvery, y * lightEvery);
      trace(space, among, at[0], at[1], at[2], direction[0], direction[1], direction[2], reach, hit);
      const solid = scene.solids[hit.solid];
      if (!solid) continue;
      faces[y * w + x] = hit.solid * 8 + hit.side;
      locate(solid, hit, at, direction, spot);
      if (direction[0] * spot.nx + direction[1] * spot.ny + direction[2] * spot.nz > 0 && hit.side >= 6) continue;
      receive(scene, space, spot, values, (y * w + x) * 3, hash(x, y, seed), hash(x, y, seed + 1));
    }
  }
  const smooth = blurWithinFaces(blurWithinFaces(values, faces, w, h, 1, w), faces, h, w, w, 1);
  return {
    values: smooth,
    at(x, y, face) {
      const cx = Math.min(w - 1, Math.floor(x / lightEvery));
      const cy = Math.min(h - 1, Math.floor(y / lightEvery));
      if (faces[cy * w + cx] === face) return (cy * w + cx) * 3;
      for (const [ox, oy] of neighbors) {
        const [nx, ny] = [Math.min(w - 1, Math.max(0, cx + ox)), Math.min(h - 1, Math.max(0, cy + oy))];
        if (faces[ny * w + nx] === face) return (ny * w + nx) * 3;
      }
      return (cy * w + cx) * 3;
    },
  };
}

const neighbors = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;
const shadow: Hit = { distance: 0, solid: -1, side: 0 };
const contact = 1.4;

function receive(
  scene: Scene,
  space: Space,
  spot: Spot,
  values: Float32Array,
  to: number,
  j1: number,
  j2: number,
): void {
  const ox = spot.x + spot.nx * 0.002;
  const oy = spot.y + spot.ny * 0.002;
  const oz = spot.z + spot.nz * 0.002;
  for (const [n, lamp] of scene.lights.entries()) {
    const [a, b] = [((j1 + n * 0.37) % 1) - 0.5, ((j2 + n * 0.61) % 1) - 0.5];
    const at: Vec = [
      lamp.at[0] + lamp.spread[0] * a,
      lamp.at[1] + lamp.spread[1] * (lamp.spread[0] === 0 ? a : b),
      lamp.at[2] + lamp.spread[2] * b,
    ];
    const strength = lampAt(lamp, spot, at);
    if (strength < 0.002) continue;
    const [lx, ly, lz] = lamp.sun ? at : [at[0] - ox, at[1] - oy, at[2] - oz];
    const length = Math.sqrt(lx * lx + ly * ly + lz * lz);
    trace(
      space,
      space.all,
      ox,
      oy,
      oz,
      lx / length,
      ly / length,
      lz / length,
      lamp.sun ? reach : length - 0.02,
      shadow,
    );
    const blocker = scene.solids[shadow.solid];
    if (blocker && surfaceOf(blocker, shadow.side).emit === 0) continue;
    for (let c = 0; c < 3; c += 1) values[to + c] = (values[to + c] ?? 0) + (lamp.color[c] ?? 0) * strength;
  }
  // One ray into the half space in front, because nearby objects darken the ambient light there.
  const turn = j1 * Math.PI * 2;
  const lean = Math.sqrt(j2);
  const [hx, hy, hz] = [Math.cos(turn) * lean, Math.sqrt(1 - lean * lean), Math.sin(turn) * lean];
  const [tx, ty, tz] = Math.abs(spot.ny) > 0.9 ? [1, 0, 0] : [0, 1, 0];
  const [bx, by, bz] = [ty * spot.nz - tz * spot.ny, tz * spot.nx - tx * spot.nz, tx * spot.ny - ty * spot.nx];
  const inverse = 1 / (Math.sqrt(bx * bx + by * by + bz * bz) || 1);
  const [px, py, pz] = [bx * inverse, by * inverse, bz * inverse];
  const [qx, qy, qz] = [spot.ny * pz - spot.nz * py, spot.nz * px - spot.nx * pz, spot.nx * py - spot.ny * px];
  const rx = px * hx + spot.nx * hy + qx * hz;
  const ry = py * hx + spot.ny * hy + qy * hz;
  const rz = pz * hx + spot.nz * hy + qz * hz;
  trace(space, space.all, ox, oy, oz, rx, ry, rz, contact, shadow);
  const open = shadow.solid < 0 ? 1 : 0.25 + (0.75 * shadow.distance) / contact;
  for (let c = 0; c < 3; c += 1) values[to + c] = (values[to + c] ?? 0) + (scene.ambient[c] ?? 0) * open;
}

/** Averages along one direction over points of the same face; the steps give the direction. */
function blurWithinFaces(
  values: Float32Array,
  faces: Int32Array,
  length: number,
  lines: number,
  step: number,
  lineStep: number,
): Float32Array {
  const result = new Float32Array(values.length);
  for (let line = 0; line < lines; line += 1) {
    for (let n = 0; n < length; n += 1) {
      const at = line * lineStep + n * step;
      const face = faces[at];
      let r = 0;
      let g = 0;
      let b = 0;
      let count = 0;
      for (let k = Math.max(0, n - smoothing); k <= Math.min(length - 1, n + smoothing); k += 1) {
        const from = line * lineStep + k * step;
        if (faces[from] !== face) continue;
        r += values[from * 3] ?? 0;
        g += values[from * 3 + 1] ?? 0;
        b += values[from * 3 + 2] ?? 0;
        count += 1;
      }
      result[at * 3] = r / count;
      result[at * 3 + 1] = g / count;
      result[at * 3 + 2] = b / count;
    }
  }
  return result;
}
