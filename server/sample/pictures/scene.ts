import type { Material, Rgb } from './surface.ts';

export type Vec = readonly [number, number, number];

/** A solid, or the inside of a room. In meters; y is up. Rotated by `yaw` about its vertical axis. */
export interface Solid {
  shape: 'box' | 'room' | 'ellipsoid' | 'cone';
  center: Vec;
  /** Half the size along each axis; for a cone, x is the radius at the bottom and z at the top. */
  half: Vec;
  cos: number;
  sin: number;
  /** The materials in the order -x, +x, -y, +y, -z, +z; a single one is used for all sides. */
  sides: Material[];
  /** The radius of rounded edges, which shows in the shading, in meters. */
  soft: number;
}

/** A light with an extent: soft shadows come from points spread over `spread`. */
export interface Light {
  at: Vec;
  spread: Vec;
  color: Rgb;
  power: number;
  /** The direction in which it shines; without one it shines in all directions. */
  facing?: Vec;
  /** Sunlight: `at` is the direction to the sun, and distance does not matter. */
  sun?: boolean;
}

export interface Camera {
  at: Vec;
  /** The point at which the camera looks. */
  to: Vec;
  /** The width of the picture at distance 1: 1.2 is a phone, 1.8 its wide lens. */
  wide: number;
}

export interface Scene {
  solids: Solid[];
  lights: Light[];
  /** Light from all directions, before contact shadows. */
  ambient: Rgb;
  camera: Camera;
  /** The light beyond all solids, by direction. */
  sky: (direction: Vec) => Rgb;
  exposure?: number;
}

interface Turn {
  yaw?: number;
  soft?: number;
}

function solid(shape: Solid['shape'], center: Vec, half: Vec, sides: Material | Material[], turn: Turn = {}): Solid {
  const yaw = turn.yaw ?? 0;
  const list = Array.isArray(sides) ? sides : [sides];
  return { shape, center, half, cos: Math.cos(yaw), sin: Math.sin(yaw), sides: list, soft: turn.soft ?? 0 };
}

/** A box that stands at y = bottom, with its full sizes. */
export function box(x: number, bottom: number, z: number, size: Vec, sides: Material | Material[], turn?: Turn): Solid {
  const half: Vec = [size[0] / 2, size[1] / 2, size[2] / 2];
  return solid('box', [x, bottom + half[1], z], half, sides, turn);
}

export function ellipsoid(center: Vec, radii: Vec, surface: Material): Solid {
  return solid('ellipsoid', center, radii, surface);
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

/** The inside of a room from (0, 0, 0) to its size; the sides are -x, +x, floor, ceiling, -z, +z. */
export function room(size: Vec, sides: Material[]): Solid {
  return solid('room', [size[0] / 2, size[1] / 2, size[2] / 2], [size[0] / 2, size[1] / 2, size[2] / 2], sides);
}

/** Where a ray hits a solid first; reused between rays. */
export interface Hit {
  distance: number;
  solid: number;
  /** 0-5 as in Solid.sides; 6 and 7 are a curved side and its ends. */
  side: number;
}

/** Solids with their bounding spheres, so that most can be skipped quickly. */
export interface Space {
  solids: readonly Solid[];
  /** The x, y, z and radius of each sphere. */
  balls: Float64Array;
  /** The indices of all solids. */
  all: Int32Array;
}

export function prepare(solids: readonly Solid[]): Space {
  const balls = new Float64Array(solids.length * 4);
  for (const [n, { center, half, shape }] of solids.entries()) {
    const reach = shape === 'cone' ? Math.hypot(Math.max(half[0], half[2]), half[1]) : Math.hypot(...half);
    balls.set([...center, shape === 'ellipsoid' ? Math.max(...half) : reach], n * 4);
  }
  return { solids, balls, all: Int32Array.from(solids.keys()) };
}

/** The solids that rays from a point within `spread` (radians) of a direction can hit. */
export function within({ all, balls }: Space, at: Vec, direction: Vec, spread: number): Int32Array {
  return all.filter((n) => {
    const rx = (balls[n * 4] ?? 0) - at[0];
    const ry = (balls[n * 4 + 1] ?? 0) - at[1];
    const rz = (balls[n * 4 + 2] ?? 0) - at[2];
    const radius = balls[n * 4 + 3] ?? 0;
    const distance = Math.hypot(rx, ry, rz);
    if (distance <= radius) return true;
    const angle = Math.acos(
      Math.max(-1, Math.min(1, (rx * direction[0] + ry * direction[1] + rz * direction[2]) / distance)),
    );
    return angle <= spread + Math.asin(radius / distance);
  });
}

/** Finds the nearest of the solids in `among` along a ray of unit direction within `limit`. */
export function trace(
  space: Space,
  among: Int32Array,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  limit: number,
  hit: Hit,
): void {
  const { balls, solids } = space;
  hit.distance = limit;
  hit.solid = -1;
  for (let k = 0; k < among.length; k += 1) {
    const n = among[k] as number;
    const rx = ox - (balls[n * 4] as number);
    const ry = oy - (balls[n * 4 + 1] as number);
    const rz = oz - (balls[n * 4 + 2] as number);
    const radius = balls[n * 4 + 3] as number;
    const along = rx * dx + ry * dy + rz * dz;
    const apart = rx * rx + ry * ry + rz * rz;
    if (apart - along * along > radius * radius || along > radius || -along - radius > hit.distance) continue;
    const s = solids[n] as Solid;
    const px = rx * s.cos + rz * s.sin;
    const pz = rz * s.cos - rx * s.sin;
    const vx = dx * s.cos + dz * s.sin;
    const vz = dz * s.cos - dx * s.sin;
    if (s.shape === 'ellipsoid') meetEllipsoid(s, n, px, ry, pz, vx, dy, vz, hit);
    else if (s.shape === 'cone') meetCone(s, n, px, ry, pz, vx, dy, vz, hit);
    else meetBox(s, n, px, ry, pz, vx, dy, vz, hit);
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
  const ox = px / s.half[0];
  const oy = py / s.half[1];
  const oz = pz / s.half[2];
  const dx = vx / s.half[0];
  const dy = vy / s.half[1];
  const dz = vz / s.half[2];
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
  const bottom = s.half[0];
  const h = s.half[1];
  const top = s.half[2];
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
    const x = px + vx * cap;
    const z = pz + vz * cap;
    const r = vy > 0 ? bottom : top;
    if (x * x + z * z <= r * r) {
      hit.distance = cap;
      hit.solid = n;
      hit.side = 7;
    }
  }
}
