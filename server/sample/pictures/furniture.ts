import { drape, fabric, glowing, paintedMetal, plain, wood } from './materials.ts';
import { box, cone, ellipsoid } from './scene.ts';
import type { Light, Solid } from './scene.ts';
import { fbm, hash } from './noise.ts';
import { material, mix, rgb, setColor } from './surface.ts';
import type { Material, Rgb } from './surface.ts';

export const linen = fabric(rgb('#f3f1ec'), rgb('#ffffff'), 41);
export const oak = wood(rgb('#b48a5e'), rgb('#6d4a2c'), 12);
export const walnut = wood(rgb('#7d5638'), rgb('#3c2618'), 14);
export const chrome = plain(rgb('#c3c6c8'), 0.35, 3, 'metal');
export const porcelain = plain(rgb('#f2f2ee'), 0.08, 5);
export const blackMetal = paintedMetal(rgb('#2b2b2d'), 6);
export const whitePaint = plain(rgb('#efece5'), 0.03, 8);
const shade = glowing(rgb('#ffe9c6'), 1.5);

/** A double bed with its head at the far wall (at z), pillows, a cover and a throw. */
export function bed(x: number, z: number, wide: number, throwColor: Rgb, head: Material): Solid[] {
  const cover = fabric(rgb('#ebe7df'), rgb('#d7d1c5'), 77);
  const length = 2.05;
  const pillow = (px: number, tilt: number): Solid =>
    box(px, 0.58, z - 0.34 - tilt, [wide / 2 - 0.1, 0.17, 0.4], linen, { soft: 0.09 });
  return [
    box(x, 0, z - length / 2, [wide, 0.26, length], plain(rgb('#4a3c30'), 0.02, 2)),
    box(x, 0.24, z - length / 2, [wide + 0.06, 0.34, length], cover, { soft: 0.12 }),
    box(x, 0.56, z - 1.62, [wide + 0.1, 0.05, 0.62], fabric(throwColor, rgb('#e5ddcb'), 33, 0.12), { soft: 0.04 }),
    box(x, 0.2, z - 0.04, [wide + 0.3, 1, 0.09], head, { soft: 0.03 }),
    pillow(x - wide / 4, 0),
    pillow(x + wide / 4, 0),
    box(x - wide / 5, 0.63, z - 0.62, [0.44, 0.2, 0.16], fabric(throwColor, throwColor, 35), { soft: 0.08 }),
    box(x + wide / 5, 0.63, z - 0.62, [0.44, 0.2, 0.16], fabric(throwColor, throwColor, 36), { soft: 0.08 }),
  ];
}

export function nightstand(x: number, z: number): Solid[] {
  return [
    box(x, 0.08, z - 0.22, [0.48, 0.44, 0.42], walnut),
    box(x, 0.28, z - 0.437, [0.42, 0.008, 0.01], blackMetal),
    box(x, 0, z - 0.22, [0.4, 0.08, 0.36], blackMetal),
  ];
}

/** A table lamp; its light must be added to the scene separately. */
export function tableLamp(x: number, bottom: number, z: number): Solid[] {
  return [
    cone(x, bottom, z, 0.03, 0.09, 0.08, chrome),
    cone(x, bottom + 0.03, z, 0.26, 0.05, 0.018, plain(rgb('#8f7a5c'), 0.1)),
    cone(x, bottom + 0.28, z, 0.2, 0.16, 0.115, shade),
  ];
}

export function lampLight(x: number, y: number, z: number, power: number): Light {
  return { at: [x, y, z], spread: [0.25, 0.1, 0.25], color: [1, 0.78, 0.52], power };
}

/** A window in the far wall (at z) or, with side -1 or 1, in a side wall at x, with sky outside, sill and curtains. */
export function windowFar(x: number, bottom: number, z: number, wide: number, high: number, curtain: Rgb): Solid[] {
  const frame = plain(rgb('#e8e6e0'), 0.05, 9);
  const cloth = drape(curtain, 21);
  const bar = (bx: number, by: number, w: number, h: number): Solid => box(bx, by, z - 0.03, [w, h, 0.06], frame);
  return [
    box(x, bottom, z - 0.005, [wide, high, 0.01], outlook),
    bar(x, bottom - 0.04, wide + 0.1, 0.05),
    bar(x, bottom + high, wide + 0.1, 0.05),
    bar(x - wide / 2, bottom, 0.05, high),
    bar(x + wide / 2, bottom, 0.05, high),
    bar(x, bottom, 0.035, high),
    box(x - wide / 2 - 0.22, 0.03, z - 0.1, [0.5, bottom + high + 0.15, 0.12], cloth),
    box(x + wide / 2 + 0.22, 0.03, z - 0.1, [0.5, bottom + high + 0.15, 0.12], cloth),
    cone(x, bottom + high + 0.16, z - 0.1, 0.02, 0.01, 0.01, chrome),
  ];
}

/** The view through a window: bright sky over a blurred line of trees. */
const outlook = material(
  (u, v, _f, s) => {
    const tree = 0.42 + 0.3 * fbm(u * 2.2, 3, 91, 4);
    setColor(s, [0.78, 0.88, 1]);
    const below = Math.min(1, Math.max(0, (tree - v) * 9));
    mix(s, [0.2, 0.27, 0.16], below * (0.5 + 0.4 * fbm(u * 7, v * 7, 92, 3)));
    const cloud = fbm(u * 1.3, v * 2.4, 93, 4);
    mix(s, [1, 1, 1], Math.max(0, cloud - 0.45) * 2);
  },
  { kind: 'glass', emit: 1.5 },
);

export function pictureFrame(x: number, bottom: number, z: number, wide: number, high: number, seed: number): Solid[] {
  const [a, b] = [rgb(seed % 2 ? '#8aa0a6' : '#c2a27a'), rgb(seed % 2 ? '#d9cfbd' : '#5e6b6a')];
  const art = material((u, v, _f, s) => {
    setColor(s, [0.86, 0.84, 0.79]);
    const inset = Math.min(u, wide - u, v, high - v);
    if (inset < 0.05) return;
    const hills = fbm(u * 3, v * 1.2, seed, 4);
    setColor(s, a);
    mix(s, b, Math.max(0, Math.min(1, (hills - v / high + 0.15) * 7)));
    mix(s, [0.25, 0.24, 0.22], Math.max(0, fbm(u * 9, v * 5, seed + 3, 4) - 0.52) * 1.6);
  });
  return [
    box(x, bottom, z - 0.015, [wide + 0.05, high + 0.05, 0.03], blackMetal),
    box(x, bottom + 0.025, z - 0.032, [wide, high, 0.01], art),
  ];
}

export function table(x: number, z: number, size: readonly [number, number, number], top: Material): Solid[] {
  const [w, h, d] = size;
  const leg = (lx: number, lz: number): Solid =>
    cone(x + lx * (w / 2 - 0.06), 0, z + lz * (d / 2 - 0.06), h - 0.03, 0.022, 0.03, blackMetal);
  return [box(x, h - 0.035, z, [w, 0.035, d], top, { soft: 0.008 }), leg(-1, -1), leg(1, -1), leg(-1, 1), leg(1, 1)];
}

export function chair(x: number, z: number, yaw: number, seat: Material): Solid[] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const turn = (dx: number, dz: number): [number, number] => [x + dx * c - dz * s, z + dx * s + dz * c];
  const legs = (
    [
      [-1, -1],
      [1, -1],
      [-1, 1],
      [1, 1],
    ] as const
  ).map(([i, j]) => {
    const [lx, lz] = turn(i * 0.18, j * 0.18);
    return cone(lx, 0, lz, 0.44, 0.013, 0.017, blackMetal);
  });
  const [bx, bz] = turn(0, 0.21);
  return [
    box(x, 0.43, z, [0.45, 0.07, 0.44], seat, { yaw, soft: 0.04 }),
    box(bx, 0.52, bz, [0.43, 0.42, 0.06], seat, { yaw, soft: 0.05 }),
    ...legs,
  ];
}

export function sofa(x: number, z: number, wide: number, cloth: Material, yaw = 0): Solid[] {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
  const part = (dx: number, y: number, dz: number, size: readonly [number, number, number], soft: number): Solid =>
    box(x + dx * c - dz * s, y, z + dx * s + dz * c, size, cloth, { yaw, soft });
  const cushions = Math.max(1, Math.round(wide / 0.75));
  return [
    part(0, 0.1, 0, [wide, 0.22, 0.82], 0.05),
    part(0, 0.3, 0.34, [wide, 0.5, 0.2], 0.09),
    part(-wide / 2 + 0.09, 0.3, 0, [0.18, 0.28, 0.82], 0.08),
    part(wide / 2 - 0.09, 0.3, 0, [0.18, 0.28, 0.82], 0.08),
    ...Array.from({ length: cushions }, (_, n) =>
      part(
        (n + 0.5) * ((wide - 0.38) / cushions) - (wide - 0.38) / 2,
        0.31,
        -0.08,
        [(wide - 0.42) / cushions, 0.16, 0.66],
        0.07,
      ),
    ),
  ];
}

/** A plant with long leaves in a pot. */
export function plant(x: number, z: number, high: number, seed: number, bottom = 0): Solid[] {
  const pot = plain(rgb('#a9a39a'), 0.03, seed);
  const leaves = Array.from({ length: 46 }, (_, n) => {
    const turn = n * 2.4 + hash(n, 1, seed);
    const up = 0.25 + 0.75 * hash(n, 2, seed);
    const out = (0.06 + 0.28 * hash(n, 3, seed) * up) * high;
    const tone = 0.09 + 0.16 * hash(n, 4, seed);
    const leaf = plain([tone * 0.45, tone, tone * 0.22], 0.05, n, 'plants');
    const size: [number, number, number] = [
      0.05 * high + 0.02,
      (0.1 + 0.08 * hash(n, 5, seed)) * high,
      0.012 * high + 0.006,
    ];
    return ellipsoid(
      [x + Math.cos(turn) * out, bottom + 0.32 * high + up * high * 0.6, z + Math.sin(turn) * out],
      size,
      leaf,
    );
  });
  return [cone(x, bottom, z, high * 0.28, high * 0.12, high * 0.17, pot), ...leaves];
}

/** A closed door in the far wall with frame, lever and room number plate. */
export function doorFar(x: number, z: number, leaf: Material, wide = 0.95): Solid[] {
  return [
    box(x, 0, z - 0.02, [wide + 0.16, 2.14, 0.05], whitePaint),
    box(x, 0, z - 0.035, [wide, 2.06, 0.05], leaf),
    box(x - wide / 2 + 0.1, 1.0, z - 0.07, [0.05, 0.16, 0.02], chrome),
    box(x - wide / 2 + 0.15, 1.06, z - 0.1, [0.13, 0.02, 0.02], chrome),
  ];
}

/** A fire extinguisher on its hook. */
export function extinguisher(x: number, bottom: number, z: number): Solid[] {
  const red = plain(rgb('#b3201c'), 0.12, 4);
  const tag = material((u, v, _f, s) => {
    setColor(s, [0.85, 0.84, 0.78]);
    if (v < 0.09 && Math.floor(v * 90) % 2 === 0 && hash(Math.floor(u * 160), Math.floor(v * 90), 5) > 0.35)
      mix(s, [0.1, 0.1, 0.12], 0.8);
  });
  return [
    cone(x, bottom, z - 0.12, 0.4, 0.085, 0.085, red),
    ellipsoid([x, bottom + 0.4, z - 0.12], [0.085, 0.06, 0.085], red),
    cone(x, bottom + 0.44, z - 0.12, 0.06, 0.025, 0.025, blackMetal),
    box(x + 0.03, bottom + 0.48, z - 0.12, [0.13, 0.025, 0.03], blackMetal),
    ellipsoid([x - 0.035, bottom + 0.475, z - 0.16], [0.022, 0.022, 0.012], whitePaint),
    box(x, bottom + 0.14, z - 0.206, [0.09, 0.12, 0.006], tag),
    cone(x - 0.1, bottom + 0.06, z - 0.12, 0.36, 0.014, 0.012, blackMetal),
    box(x, bottom + 0.3, z - 0.02, [0.1, 0.12, 0.04], chrome),
  ];
}

/** A flat ceiling lamp; its light must be added to the scene separately. */
export function ceilingLight(x: number, ceiling: number, z: number, size = 0.6): Solid[] {
  return [
    box(x, ceiling - 0.03, z, [size, 0.03, size], glowing(rgb('#fff4e2'), 2.4)),
    box(x, ceiling - 0.025, z, [size + 0.05, 0.02, size + 0.05], whitePaint),
  ];
}
