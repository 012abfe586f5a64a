import { hash } from './noise.ts';
import { trace } from './scene.ts';
import type { Hit, Light, Scene, Solid, Vec } from './scene.ts';
import { blankSample } from './surface.ts';
import type { Material, Sample } from './surface.ts';

/** Linear light of a rendered scene, and the class of the defect at each pixel. */
export interface Frame {
  width: number;
  height: number;
  light: Float32Array;
  mask: Uint8Array;
}

interface View {
  right: Vec;
  up: Vec;
  forward: Vec;
}

/** Geometry of the surface that a ray met. */
interface Spot {
  x: number;
  y: number;
  z: number;
  nx: number;
  ny: number;
  nz: number;
  u: number;
  v: number;
}

const reach = 1e4;
const lightEvery = 2;
const smoothing = 5;

function viewOf({ camera }: Scene): View {
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

/**
 * Renders a scene. Surfaces are sampled at every pixel; light, with soft and contact shadows, at a quarter of them and
 * smoothed within each face, so that one shadow ray a light is enough.
 */
export function render(scene: Scene, width: number, height: number, seed: number): Frame {
  const view = viewOf(scene);
  const lit = lightField(scene, view, width, height, seed);
  const light = new Float32Array(width * height * 3);
  const mask = new Uint8Array(width * height);
  const hit: Hit = { distance: 0, solid: -1, side: 0 };
  const spot = newSpot();
  const sample = blankSample();
  const pixel = scene.camera.wide / width;
  const direction = [0, 0, 0] as [number, number, number];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rayThrough(scene, view, x + 0.5, y + 0.5, width, height, direction);
      const [dx, dy, dz] = direction;
      const at = scene.camera.at;
      trace(scene.solids, at[0], at[1], at[2], dx, dy, dz, reach, hit);
      const to = (y * width + x) * 3;
      const solid = scene.solids[hit.solid];
      if (!solid) {
        light.set(scene.sky(direction), to);
        continue;
      }
      locate(solid, hit, at, direction, spot);
      const surface = surfaceOf(solid, hit.side);
      paint(surface, spot, direction, hit.distance * pixel, sample);
      mask[y * width + x] = sample.defect;
      if (surface.emit > 0) {
        light.set([sample.r * surface.emit, sample.g * surface.emit, sample.b * surface.emit], to);
        continue;
      }
      const from = lit.at(x, y, hit.solid * 8 + hit.side);
      light[to] = sample.r * (lit.values[from] ?? 0);
      light[to + 1] = sample.g * (lit.values[from + 1] ?? 0);
      light[to + 2] = sample.b * (lit.values[from + 2] ?? 0);
      const share = surface.mirror ? 0.9 : gloss(sample.gloss, spot, direction);
      if (share > 0.004) addReflection(scene, spot, direction, share, surface.mirror, light, to);
    }
  }
  return { width, height, light, mask };
}

const newSpot = (): Spot => ({ x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, u: 0, v: 0 });

function rayThrough(
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

function surfaceOf(solid: Solid, side: number): Material {
  const surface = solid.sides[Math.min(side, solid.sides.length - 1)] ?? solid.sides[0];
  if (!surface) throw new Error('A solid has no material');
  return surface;
}

/** Point, outward normal and surface coordinates in metres. */
function locate(s: Solid, hit: Hit, o: Vec, d: Vec, spot: Spot): void {
  spot.x = o[0] + d[0] * hit.distance;
  spot.y = o[1] + d[1] * hit.distance;
  spot.z = o[2] + d[2] * hit.distance;
  const [rx, py, rz] = [spot.x - s.centre[0], spot.y - s.centre[1], spot.z - s.centre[2]];
  const px = rx * s.cos + rz * s.sin;
  const pz = rz * s.cos - rx * s.sin;
  let [nx, ny, nz] = [0, 0, 0];
  if (hit.side < 6) {
    const flip = s.shape === 'room' ? -1 : 1;
    const sign = (hit.side % 2 === 0 ? -1 : 1) * flip;
    const corner = s.shape === 'room' ? s.centre : s.half;
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

const probe = blankSample();

/** Samples the surface; its height shows as if light came from the upper left. */
function paint(surface: Material, spot: Spot, d: Vec, size: number, sample: Sample): void {
  const facing = Math.max(0.12, Math.abs(d[0] * spot.nx + d[1] * spot.ny + d[2] * spot.nz));
  const footprint = size / facing;
  sample.defect = 0;
  sample.height = 0;
  surface.paint(spot.u, spot.v, footprint, sample);
  if (surface.relief === 0) return;
  const step = Math.max(0.0012, footprint * 0.9);
  probe.height = 0;
  surface.paint(spot.u - step, spot.v + step, footprint, probe);
  const shade = 1 + Math.max(-0.75, Math.min(0.9, ((sample.height - probe.height) / step) * surface.relief * 0.9));
  sample.r *= shade;
  sample.g *= shade;
  sample.b *= shade;
}

function gloss(base: number, spot: Spot, d: Vec): number {
  if (base <= 0) return 0;
  const facing = Math.abs(d[0] * spot.nx + d[1] * spot.ny + d[2] * spot.nz);
  return base + (1 - base) * (1 - facing) ** 5 * Math.min(1, base * 7);
}

const far: Hit = { distance: 0, solid: -1, side: 0 };
const farSpot = newSpot();
const farSample = blankSample();

/** Light of what is seen in a glossy surface: its colour under the ambient light, and its own light. */
function addReflection(
  scene: Scene,
  spot: Spot,
  d: Vec,
  share: number,
  mirror: boolean,
  light: Float32Array,
  to: number,
): void {
  const along = 2 * (d[0] * spot.nx + d[1] * spot.ny + d[2] * spot.nz);
  const r: Vec = [d[0] - along * spot.nx, d[1] - along * spot.ny, d[2] - along * spot.nz];
  const o: Vec = [spot.x + spot.nx * 0.001, spot.y + spot.ny * 0.001, spot.z + spot.nz * 0.001];
  trace(scene.solids, o[0], o[1], o[2], r[0], r[1], r[2], reach, far);
  const solid = scene.solids[far.solid];
  const seen = [0, 0, 0] as [number, number, number];
  if (solid) {
    locate(solid, far, o, r, farSpot);
    const surface = surfaceOf(solid, far.side);
    paint(surface, farSpot, r, mirror ? far.distance * 0.001 : 0.03, farSample);
    const strength = surface.emit > 0 ? surface.emit : 1;
    const received = surface.emit > 0 ? [1, 1, 1] : direct(scene, farSpot);
    seen[0] = farSample.r * strength * (received[0] ?? 0);
    seen[1] = farSample.g * strength * (received[1] ?? 0);
    seen[2] = farSample.b * strength * (received[2] ?? 0);
  } else seen.splice(0, 3, ...scene.sky(r));
  for (let n = 0; n < 3; n += 1) light[to + n] = (light[to + n] ?? 0) * (1 - share) + (seen[n] ?? 0) * share;
}

/** Light at a point without shadows: enough for what is only seen as a reflection. */
function direct(scene: Scene, spot: Spot): number[] {
  const sum = [...scene.ambient];
  for (const lamp of scene.lights) {
    const strength = lampAt(lamp, spot, lamp.at) * 0.8;
    for (let n = 0; n < 3; n += 1) sum[n] = (sum[n] ?? 0) + (lamp.colour[n] ?? 0) * strength;
  }
  return sum;
}

function lampAt(lamp: Light, spot: Spot, at: Vec): number {
  if (lamp.sun) return Math.max(0, at[0] * spot.nx + at[1] * spot.ny + at[2] * spot.nz) * lamp.power;
  const [lx, ly, lz] = [at[0] - spot.x, at[1] - spot.y, at[2] - spot.z];
  const square = lx * lx + ly * ly + lz * lz + 0.04;
  const distance = Math.sqrt(square);
  const cosine = Math.max(0, (lx * spot.nx + ly * spot.ny + lz * spot.nz) / distance);
  const facing = lamp.facing
    ? Math.max(0, -(lx * lamp.facing[0] + ly * lamp.facing[1] + lz * lamp.facing[2]) / distance)
    : 1;
  return (lamp.power * cosine * facing) / square;
}

interface LightField {
  values: Float32Array;
  /** Index of the light for a pixel: of the nearest point on the same face. */
  at(x: number, y: number, face: number): number;
}

function lightField(scene: Scene, view: View, width: number, height: number, seed: number): LightField {
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
      trace(scene.solids, at[0], at[1], at[2], ...direction, reach, hit);
      const solid = scene.solids[hit.solid];
      if (!solid) continue;
      faces[y * w + x] = hit.solid * 8 + hit.side;
      locate(solid, hit, at, direction, spot);
      if (direction[0] * spot.nx + direction[1] * spot.ny + direction[2] * spot.nz > 0 && hit.side >= 6) continue;
      receive(scene, spot, values, (y * w + x) * 3, hash(x, y, seed), hash(x, y, seed + 1));
    }
  }
  const smooth = blurWithinFaces(blurWithinFaces(values, faces, w, h, 1, w), faces, h, w, w, 1);
  return {
    values: smooth,
    at(x, y, face) {
      const near = (v: number, size: number): number => Math.min(size - 1, Math.floor(v / lightEvery));
      const [cx, cy] = [near(x, w), near(y, h)];
      for (const [ox, oy] of around) {
        const [nx, ny] = [Math.min(w - 1, Math.max(0, cx + ox)), Math.min(h - 1, Math.max(0, cy + oy))];
        if (faces[ny * w + nx] === face) return (ny * w + nx) * 3;
      }
      return (cy * w + cx) * 3;
    },
  };
}

const around = [
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

function receive(scene: Scene, spot: Spot, values: Float32Array, to: number, j1: number, j2: number): void {
  const [ox, oy, oz] = [spot.x + spot.nx * 0.002, spot.y + spot.ny * 0.002, spot.z + spot.nz * 0.002];
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
    trace(scene.solids, ox, oy, oz, lx / length, ly / length, lz / length, lamp.sun ? reach : length - 0.02, shadow);
    const blocker = scene.solids[shadow.solid];
    if (blocker && surfaceOf(blocker, shadow.side).emit === 0) continue;
    for (let c = 0; c < 3; c += 1) values[to + c] = (values[to + c] ?? 0) + (lamp.colour[c] ?? 0) * strength;
  }
  // One ray into the half space in front: near things darken the ambient light there.
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
  trace(scene.solids, ox, oy, oz, rx, ry, rz, contact, shadow);
  const open = shadow.solid < 0 ? 1 : 0.25 + (0.75 * shadow.distance) / contact;
  for (let c = 0; c < 3; c += 1) values[to + c] = (values[to + c] ?? 0) + (scene.ambient[c] ?? 0) * open;
}

/** Mean along one direction over points of the same face; the steps say which direction. */
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
      let [r, g, b, count] = [0, 0, 0, 0];
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
