import type { Material, Rgb } from './surface.ts';

export type Vec = readonly [number, number, number];

/** A solid, or the inside of a room. Metres; y is up. Turned by `yaw` about its vertical axis. */
export interface Solid {
  shape: 'box' | 'room' | 'ellipsoid' | 'cone';
  centre: Vec;
  /** Half sizes; a cone's radius at the bottom is x, at the top z. */
  half: Vec;
  cos: number;
  sin: number;
  /** Materials in the order -x, +x, -y, +y, -z, +z; one for all when single. */
  sides: Material[];
  /** Rounding of edges that shows in shading, metres. */
  soft: number;
}

/** A light with a surface: soft shadows come from points spread over `spread`. */
export interface Light {
  at: Vec;
  spread: Vec;
  colour: Rgb;
  power: number;
  /** Direction it shines; a lamp shines all round. */
  facing?: Vec;
  /** Sunlight: `at` is the direction to the sun and distance does not matter. */
  sun?: boolean;
}

export interface Camera {
  at: Vec;
  /** Point looked at. */
  to: Vec;
  /** Width of the picture at distance 1: 1.2 is a phone, 1.8 its wide lens. */
  wide: number;
}

export interface Scene {
  solids: Solid[];
  lights: Light[];
  /** Light from everywhere, before contact shadows. */
  ambient: Rgb;
  camera: Camera;
  /** Light of what lies beyond all solids, by direction. */
  sky: (direction: Vec) => Rgb;
  exposure?: number;
}

interface Turn {
  yaw?: number;
  soft?: number;
}

function solid(shape: Solid['shape'], centre: Vec, half: Vec, sides: Material | Material[], turn: Turn = {}): Solid {
  const yaw = turn.yaw ?? 0;
  const list = Array.isArray(sides) ? sides : [sides];
  return { shape, centre, half, cos: Math.cos(yaw), sin: Math.sin(yaw), sides: list, soft: turn.soft ?? 0 };
}

/** A box standing on y = bottom, with its full sizes. */
export function box(x: number, bottom: number, z: number, size: Vec, sides: Material | Material[], turn?: Turn): Solid {
  const half: Vec = [size[0] / 2, size[1] / 2, size[2] / 2];
  return solid('box', [x, bottom + half[1], z], half, sides, turn);
}

export function ellipsoid(centre: Vec, radii: Vec, surface: Material): Solid {
  return solid('ellipsoid', centre, radii, surface);
}

/** An upright cylinder or cone. */
export function cone(
  x: number,
  bottom: number,
  z: number,
  height: number,
  radius: number,
  top: number,
  m: Material,
): Solid {
  return solid('cone', [x, bottom + height / 2, z], [radius, height / 2, top], m);
}

/** The inside of a room from (0, 0, 0) to its size; sides -x, +x, floor, ceiling, -z, +z. */
export function room(size: Vec, sides: Material[]): Solid {
  return solid('room', [size[0] / 2, size[1] / 2, size[2] / 2], [size[0] / 2, size[1] / 2, size[2] / 2], sides);
}

/** Where a ray met a solid first; reused between rays. */
export interface Hit {
  distance: number;
  solid: number;
  /** 0-5 as in Solid.sides; 6 and 7 are a curved side and its ends. */
  side: number;
}

export const noHit = 1e9;

/** Nearest solid along a ray within `limit`. */
export function trace(
  solids: readonly Solid[],
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  limit: number,
  hit: Hit,
): void {
  hit.distance = limit;
  hit.solid = -1;
  for (let n = 0; n < solids.length; n += 1) {
    const s = solids[n];
    if (!s) continue;
    const [rx, py, rz] = [ox - s.centre[0], oy - s.centre[1], oz - s.centre[2]];
    const px = rx * s.cos + rz * s.sin;
    const pz = rz * s.cos - rx * s.sin;
    const vx = dx * s.cos + dz * s.sin;
    const vz = dz * s.cos - dx * s.sin;
    if (s.shape === 'box' || s.shape === 'room') meetBox(s, n, px, py, pz, vx, dy, vz, hit);
    else if (s.shape === 'ellipsoid') meetEllipsoid(s, n, px, py, pz, vx, dy, vz, hit);
    else meetCone(s, n, px, py, pz, vx, dy, vz, hit);
  }
}

const tiny = 1e-4;

function meetBox(
  s: Solid,
  n: number,
  px: number,
  py: number,
  pz: number,
  vx: number,
  vy: number,
  vz: number,
  hit: Hit,
): void {
  const ix = 1 / vx;
  const iy = 1 / vy;
  const iz = 1 / vz;
  const ax = Math.abs(ix) * s.half[0];
  const ay = Math.abs(iy) * s.half[1];
  const az = Math.abs(iz) * s.half[2];
  const cx = -px * ix;
  const cy = -py * iy;
  const cz = -pz * iz;
  if (s.shape === 'room') {
    const far = Math.min(cx + ax, cy + ay, cz + az);
    if (far <= tiny || far >= hit.distance) return;
    hit.distance = far;
    hit.solid = n;
    hit.side = far === cx + ax ? (vx > 0 ? 1 : 0) : far === cy + ay ? (vy > 0 ? 3 : 2) : vz > 0 ? 5 : 4;
    return;
  }
  const near = Math.max(cx - ax, cy - ay, cz - az);
  const far = Math.min(cx + ax, cy + ay, cz + az);
  if (near > far || near <= tiny || near >= hit.distance) return;
  hit.distance = near;
  hit.solid = n;
  hit.side = near === cx - ax ? (vx > 0 ? 0 : 1) : near === cy - ay ? (vy > 0 ? 2 : 3) : vz > 0 ? 4 : 5;
}

function meetEllipsoid(
  s: Solid,
  n: number,
  px: number,
  py: number,
  pz: number,
  vx: number,
  vy: number,
  vz: number,
  hit: Hit,
): void {
  const [a, b, c] = s.half;
  const [ox, oy, oz] = [px / a, py / b, pz / c];
  const [dx, dy, dz] = [vx / a, vy / b, vz / c];
  const dd = dx * dx + dy * dy + dz * dz;
  const half = ox * dx + oy * dy + oz * dz;
  const inside = half * half - dd * (ox * ox + oy * oy + oz * oz - 1);
  if (inside < 0) return;
  const t = (-half - Math.sqrt(inside)) / dd;
  if (t <= tiny || t >= hit.distance) return;
  hit.distance = t;
  hit.solid = n;
  hit.side = 6;
}

function meetCone(
  s: Solid,
  n: number,
  px: number,
  py: number,
  pz: number,
  vx: number,
  vy: number,
  vz: number,
  hit: Hit,
): void {
  const [bottom, h, top] = s.half;
  const slope = (top - bottom) / (2 * h);
  const radius = bottom + slope * (py + h);
  const dr = slope * vy;
  const a = vx * vx + vz * vz - dr * dr;
  const b = px * vx + pz * vz - radius * dr;
  const c = px * px + pz * pz - radius * radius;
  const inside = b * b - a * c;
  if (inside > 0 && Math.abs(a) > 1e-9) {
    const t = (-b - Math.sqrt(inside)) / a;
    const y = py + vy * t;
    if (t > tiny && t < hit.distance && Math.abs(y) <= h) {
      hit.distance = t;
      hit.solid = n;
      hit.side = 6;
    }
  }
  const cap = ((vy > 0 ? -h : h) - py) / vy;
  if (cap > tiny && cap < hit.distance) {
    const [x, z] = [px + vx * cap, pz + vz * cap];
    const r = vy > 0 ? bottom : top;
    if (x * x + z * z <= r * r) {
      hit.distance = cap;
      hit.solid = n;
      hit.side = 7;
    }
  }
}
