import { materialClasses } from '#server/analysis/surface-classes.rules.ts';
import { locate, nearby, newSpot, rayThrough, surfaceOf, viewOf } from './geometry.ts';
import type { Spot } from './geometry.ts';
import { lampAt, lightField, reach } from './light.ts';
import { prepare, trace } from './scene.ts';
import type { Hit, Scene, Space, Vec } from './scene.ts';
import { blankSample } from './surface.ts';
import type { Material, Sample } from './surface.ts';

/** The linear light of a rendered scene, and for each pixel the class of its defect and of its material. */
export interface Frame {
  width: number;
  height: number;
  light: Float32Array;
  mask: Uint8Array;
  materials: Uint8Array;
}

/**
 * Renders a scene. Surfaces are sampled at every pixel. Light, with soft and contact shadows, is sampled at a quarter
 * of the pixels and smoothed within each face, so that one shadow ray per light suffices.
 */
export function render(scene: Scene, width: number, height: number, seed: number): Frame {
  const view = viewOf(scene);
  const space = prepare(scene.solids);
  const near = nearby(scene, space, view, width, height);
  const lit = lightField(scene, space, near, view, width, height, seed);
  const light = new Float32Array(width * height * 3);
  const mask = new Uint8Array(width * height);
  const materials = new Uint8Array(width * height).fill(materialClasses.indexOf('sky'));
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
      trace(space, near(x, y), at[0], at[1], at[2], dx, dy, dz, reach, hit);
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
      materials[y * width + x] = materialClasses.indexOf(surface.kind);
      if (surface.emit > 0) {
        light.set([sample.r * surface.emit, sample.g * surface.emit, sample.b * surface.emit], to);
        continue;
      }
      const from = lit.at(x, y, hit.solid * 8 + hit.side);
      light[to] = sample.r * (lit.values[from] ?? 0);
      light[to + 1] = sample.g * (lit.values[from + 1] ?? 0);
      light[to + 2] = sample.b * (lit.values[from + 2] ?? 0);
      const share = surface.mirror ? 0.9 : gloss(sample.gloss, spot, direction);
      if (share > 0.004) addReflection(scene, space, spot, direction, share, surface.mirror, light, to);
    }
  }
  return { width, height, light, mask, materials };
}

const probe = blankSample();

/** Samples the surface; its height is shaded as if light came from the upper left. */
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

/** Adds the reflection in a glossy surface: its color under the ambient light, and its own light. */
function addReflection(
  scene: Scene,
  space: Space,
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
  trace(space, space.all, o[0], o[1], o[2], r[0], r[1], r[2], reach, far);
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
  } else {
    const sky = scene.sky(r);
    seen[0] = sky[0];
    seen[1] = sky[1];
    seen[2] = sky[2];
  }
  for (let n = 0; n < 3; n += 1) light[to + n] = (light[to + n] ?? 0) * (1 - share) + (seen[n] ?? 0) * share;
}

/** The light at a point without shadows, which is good enough for reflections. */
function direct(scene: Scene, spot: Spot): number[] {
  const sum = [...scene.ambient];
  for (const lamp of scene.lights) {
    const strength = lampAt(lamp, spot, lamp.at) * 0.8;
    for (let n = 0; n < 3; n += 1) sum[n] = (sum[n] ?? 0) + (lamp.color[n] ?? 0) * strength;
  }
  return sum;
}
