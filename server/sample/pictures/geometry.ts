import { within } from './scene.ts';
import type { Hit, Scene, Solid, Space, Vec } from './scene.ts';
import type { Material } from './surface.ts';

export interface View {
  right: Vec;
  up: Vec;
  forward: Vec;
}

/** The geometry of the surface that a ray hit. */
export interface Spot {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  u: number;
  v: number;
}

/** The axes of the camera. */
export function viewOf({ camera }: Scene): View {
  const normal = (v: Vec): Vec => {
    const length = Math.hypot(...v);
    return [v[0] / length, v[1] / length, v[2] / length];
  };
  const forward = normal([camera.to[0] - camera.at[0], camera.to[1] - camera.at[1], camera.to[2] - camera.at[2]]);
  const right = normal([forward[2], 0, -forward[0]]);
  const up: Vec = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ];
  return { right, up, forward };
}

const tile = 16;
export type Nearby = (x: number, y: number) => Int32Array;

/** For each tile of the picture, the solids that may be visible in it. */
export function nearby(scene: Scene, space: Space, view: View, width: number, height: number): Nearby {
  const columns = Math.ceil(width / tile);
  const lists: Int32Array[] = [];
  const middle = [0, 0, 0] as [number, number, number];
  const spread = (scene.camera.wide / width) * tile;
  for (let y = 0; y < height; y += tile) {
    for (let x = 0; x < width; x += tile) {
      rayThrough(scene, view, x + tile / 2, y + tile / 2, width, height, middle);
      lists.push(within(space, scene.camera.at, middle, spread));
    }
  }
  return (x, y) => lists[Math.floor(y / tile) * columns + Math.floor(x / tile)] ?? space.all;
}

export const newSpot = (): Spot => ({ x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, u: 0, v: 0 });

/** The unit direction through a point of the picture. */
export function rayThrough(
  scene: Scene,
  view: View,
  x: number,
  y: number,
  width: number,
  height: number,
  out: [number, number, number],
): void {
  const sx = (x / width - 0.5) * scene.camera.wide;
  const sy = ((0.5 - y / height) * scene.camera.wide * height) / width;
  for (let n = 0; n < 3; n += 1) {
    out[n] = (view.forward[n] ?? 0) + (view.right[n] ?? 0) * sx + (view.up[n] ?? 0) * sy;
  }
  const length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  out[0] /= length;
  out[1] /= length;
  out[2] /= length;
}

export function surfaceOf(solid: Solid, side: number): Material {
  const surface = solid.sides[Math.min(side, solid.sides.length - 1)] ?? solid.sides[0];
  if (!surface) throw new Error('A solid has no material');
  return surface;
}

/** Computes the point, the outward normal and the surface coordinates in meters. */
export function locate(s: Solid, hit: Hit, o: Vec, d: Vec, spot: Spot): void {
  spot.x = o[0] + d[0] * hit.distance;
  spot.y = o[1] + d[1] * hit.distance;
  spot.z = o[2] + d[2] * hit.distance;
  const rx = spot.x - s.center[0];
  const py = spot.y - s.center[1];
  const rz = spot.z - s.center[2];
  const px = rx * s.cos + rz * s.sin;
  const pz = rz * s.cos - rx * s.sin;
  let nx = 0;
  let ny = 0;
  let nz = 0;
  if (hit.side < 6) {
    const flip = s.shape === 'room' ? -1 : 1;
    const sign = (hit.side % 2 === 0 ? -1 : 1) * flip;
    const corner = s.shape === 'room' ? s.center : s.half;
    if (hit.side < 2) {
      nx = sign;
      spot.u = pz + corner[2];
      spot.v = py + corner[1];
    } else if (hit.side < 4) {
      ny = sign;
      spot.u = px + corner[0];
      spot.v = pz + corner[2];
    } else {
      nz = sign;
      spot.u = px + corner[0];
      spot.v = py + corner[1];
    }
    if (s.soft > 0) {
      // Bends the normal near edges, as cushions and worn corners do.
      const bend = (p: number, half: number): number => {
        const near = (Math.abs(p) - half + s.soft) / s.soft;
        return near > 0 ? Math.sign(p) * near * near * 0.9 : 0;
      };
      if (nx === 0) nx = bend(px, s.half[0]);
      if (ny === 0) ny = bend(py, s.half[1]);
      if (nz === 0) nz = bend(pz, s.half[2]);
    }
  } else if (hit.side === 7) {
    ny = py > 0 ? 1 : -1;
    spot.u = px;
    spot.v = pz;
  } else if (s.shape === 'ellipsoid') {
    nx = px / (s.half[0] * s.half[0]);
    ny = py / (s.half[1] * s.half[1]);
    nz = pz / (s.half[2] * s.half[2]);
    spot.u = Math.atan2(pz, px) * Math.max(s.half[0], s.half[2]);
    spot.v = py;
  } else {
    const length = Math.hypot(px, pz) || 1;
    nx = px / length;
    ny = (s.half[0] - s.half[2]) / (2 * s.half[1]);
    nz = pz / length;
    spot.u = Math.atan2(pz, px) * s.half[0];
    spot.v = py + s.half[1];
  }
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
  spot.nx = (nx * s.cos - nz * s.sin) / length;
  spot.ny = ny / length;
  spot.nz = (nx * s.sin + nz * s.cos) / length;
}
