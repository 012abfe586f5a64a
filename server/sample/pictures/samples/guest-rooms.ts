import { brokenTile, crack, damaged, mould, peeling, stain, waterDamage } from '../defects.ts';
import {
  bed,
  chair,
  chrome,
  doorFar,
  lampLight,
  linen,
  nightstand,
  oak,
  pictureFrame,
  plant,
  porcelain,
  sofa,
  table,
  tableLamp,
  walnut,
  whitePaint,
  windowFar,
} from '../furniture.ts';
import { carpet, fabric, glowing, marble, mirrorMaterial, plain, plaster, tiles, wood } from '../materials.ts';
import type { TileOptions } from '../materials.ts';
import { box, cone, ellipsoid, room } from '../scene.ts';
import type { Scene, Solid } from '../scene.ts';
import { rgb } from '../surface.ts';
import type { Material, Rgb } from '../surface.ts';
import type { SamplePicture } from './sample.ts';

const cream = rgb('#e6ddcd');
const sage = rgb('#b9c0ae');
const ceilingWhite = plaster(rgb('#f1eee8'), 4, 0.1);
const indoorSky: Scene['sky'] = () => [0.75, 0.85, 1];
const day = (x: number, z: number, power: number): Scene['lights'][number] => ({
  at: [x, 1.7, z],
  spread: [1.6, 1.2, 0.1],
  color: [0.92, 0.97, 1],
  power,
  facing: [0, -0.2, -1],
});

interface Bedroom {
  wall: Rgb;
  far?: Material;
  ceiling?: Material;
  floor: Material;
  throwColor: Rgb;
  twin?: boolean;
  seed: number;
}

function bedroom(o: Bedroom): Scene {
  const [w, h, d] = [4.6, 2.65, 5.4];
  const wall = plaster(o.wall, o.seed, 0.12);
  const head = fabric(rgb('#6b6f68'), rgb('#6b6f68'), 9);
  const beds = o.twin
    ? [...bed(1.15, d, 1.15, o.throwColor, head), ...bed(3.0, d, 1.15, o.throwColor, head)]
    : bed(1.75, d, 1.75, o.throwColor, head);
  const stands: Solid[] = o.twin ? nightstand(2.08, d) : [...nightstand(0.45, d), ...nightstand(3.02, d)];
  const lampX = o.twin ? 2.08 : 3.02;
  return {
    solids: [
      room([w, h, d], [wall, wall, o.floor, o.ceiling ?? ceilingWhite, wall, o.far ?? wall]),
      ...beds,
      ...stands,
      ...tableLamp(lampX, 0.52, d - 0.22),
      ...(o.twin ? [] : tableLamp(0.45, 0.52, d - 0.22)),
      ...(o.twin ? [] : pictureFrame(1.75, 1.45, d, 1.1, 0.6, o.seed)),
      ...windowFar(4.0, 0.75, d, 0.8, 1.5, rgb('#9a9488')),
      box(w / 2, 0, d - 0.008, [w, 0.09, 0.016], whitePaint),
      box(0.008, 0, d / 2, [0.016, 0.09, d], whitePaint),
      box(4.25, 0, 2.6, [0.55, 0.76, 1.3], oak),
      ...chair(3.75, 2.7, -1.5, fabric(rgb('#8b7b66'), rgb('#8b7b66'), 3)),
      box(4.57, 1.1, 2.6, [0.05, 0.62, 1.05], plain(rgb('#0d0e10'), 0.12)),
    ],
    lights: [
      day(3.9, d - 0.3, 4.5),
      lampLight(lampX, 0.92, d - 0.22, 0.4),
      { at: [2.2, 2.5, 2.2], spread: [1.6, 0, 1.6], color: [1, 0.9, 0.78], power: 2.1 },
    ],
    ambient: [0.4, 0.4, 0.41],
    camera: { at: [2.5, 1.45, 0.25], to: [2.05, 1.02, d], wide: 1.32 },
    sky: indoorSky,
  };
}

const bathTile: TileOptions = {
  width: 0.3,
  height: 0.15,
  grout: rgb('#cfcbc2'),
  variety: 0.05,
  gloss: 0.06,
  running: true,
  seed: 5,
};

function bathroom(far: Material, side: Material): Scene {
  const [w, h, d] = [2.7, 2.5, 3.1];
  const floor = tiles(rgb('#8f8a82'), {
    width: 0.45,
    height: 0.45,
    grout: rgb('#6d6963'),
    variety: 0.08,
    gloss: 0.05,
    seed: 8,
  });
  return {
    solids: [
      room([w, h, d], [side, side, floor, ceilingWhite, side, far]),
      // The tub along the left wall, the curtain half open.
      box(0.4, 0, d - 0.85, [0.8, 0.52, 1.7], porcelain, { soft: 0.06 }),
      box(0.4, 0.5, d - 0.85, [0.62, 0.03, 1.5], plain(rgb('#d9d9d4'), 0.1)),
      cone(0.4, 1.05, d - 0.06, 0.05, 0.03, 0.03, chrome),
      box(0.4, 0.8, d - 0.08, [0.06, 0.06, 0.16], chrome),
      // Vanity, basin, tap, mirror.
      box(1.9, 0.1, d - 0.28, [1.2, 0.7, 0.52], walnut),
      box(1.9, 0.8, d - 0.29, [1.26, 0.04, 0.56], marble(rgb('#e9e6e0'), rgb('#8d8a84'), 3)),
      ellipsoid([1.9, 0.86, d - 0.3], [0.26, 0.07, 0.19], porcelain),
      cone(1.9, 0.84, d - 0.1, 0.2, 0.014, 0.012, chrome),
      box(1.9, 1.03, d - 0.16, [0.02, 0.02, 0.14], chrome),
      box(
        1.9,
        1.15,
        d - 0.02,
        [1.1, 0.95, 0.03],
        [whitePaint, whitePaint, whitePaint, whitePaint, mirrorMaterial, whitePaint],
      ),
      box(1.9, 2.14, d - 0.05, [0.9, 0.07, 0.08], glowing(rgb('#fff1dc'), 2.6)),
      // Toilet at the right.
      ellipsoid([2.2, 0.3, 1.25], [0.27, 0.18, 0.2], porcelain),
      cone(2.2, 0, 1.25, 0.26, 0.13, 0.18, porcelain),
      box(2.56, 0.36, 1.25, [0.2, 0.42, 0.4], porcelain, { soft: 0.04 }),
      // Towels on a rail.
      box(0.84, 1.2, d - 0.06, [0.02, 0.02, 0.1], chrome),
      box(1.12, 0.82, d - 0.07, [0.3, 0.62, 0.05], linen, { soft: 0.03 }),
      ellipsoid([2.35, 0.9, d - 0.3], [0.05, 0.07, 0.05], plain(rgb('#d8c9a8'), 0.1)),
    ],
    lights: [
      { at: [1.9, 2.1, d - 0.25], spread: [0.9, 0.1, 0.1], color: [1, 0.93, 0.82], power: 1.1 },
      { at: [1.3, 2.4, 1.2], spread: [0.7, 0, 0.7], color: [1, 0.95, 0.88], power: 1.6 },
    ],
    ambient: [0.42, 0.42, 0.42],
    camera: { at: [1.25, 1.5, 0.2], to: [1.4, 1.0, d], wide: 1.4 },
    sky: indoorSky,
  };
}

/** A close-up of a wall, floor or ceiling, such as an inspector takes of a defect. */
export function closeWall(wall: Material, extra: Solid[] = [], tilt = 0.25): Scene {
  return {
    solids: [box(0, -2, 2, [12, 8, 4], wall), ...extra],
    lights: [{ at: [-1.4, 1.8, -1.6], spread: [1, 0.8, 0.4], color: [1, 0.94, 0.86], power: 3.4 }],
    ambient: [0.46, 0.46, 0.47],
    camera: { at: [tilt, 1.25, -1.15], to: [0, 1.2, 0], wide: 1.2 },
    sky: indoorSky,
  };
}

const beige = carpet(rgb('#9a8d79'), rgb('#6f6555'), 6, 'lattice');
const skirting = box(0, -0.02, -0.01, [12, 0.1, 0.02], whitePaint);
const wallTile = tiles(rgb('#e9e7e1'), bathTile);

/** The wall coordinates of a point in front of closeWall's camera: its block starts at x -6, y -2. */
const onWall = (x: number, y: number): { u: number; v: number } => ({ u: x + 6, v: y + 2 });

export const guestRooms: SamplePicture[] = [
  {
    file: 'guest-room-king.jpg',
    area: 'guest_rooms',
    title: 'King room',
    scene: () => bedroom({ wall: cream, floor: beige, throwColor: rgb('#5d7078'), seed: 11 }),
  },
  {
    file: 'guest-room-twin-ceiling.jpg',
    area: 'guest_rooms',
    title: 'Twin room, ceiling by the window',
    scene: () =>
      bedroom({
        wall: sage,
        twin: true,
        floor: wood(rgb('#a98461'), rgb('#6b4c34'), 8),
        throwColor: rgb('#8a5a44'),
        ceiling: damaged(ceilingWhite, waterDamage({ u: 3.1, v: 4.5, size: 0.75, seed: 71 })),
        far: damaged(plaster(sage, 12, 0.12), waterDamage({ u: 3.1, v: 2.6, size: 0.42, seed: 72, drip: 1.3 })),
        seed: 12,
      }),
  },
  { file: 'guest-bathroom.jpg', area: 'guest_rooms', title: 'Bathroom', scene: () => bathroom(wallTile, wallTile) },
  {
    file: 'guest-bathroom-mould.jpg',
    area: 'guest_rooms',
    title: 'Bathroom corner above the tub',
    scene: () =>
      closeWall(
        damaged(
          plaster(rgb('#e4e2db'), 31, 0.2),
          mould({ ...onWall(0.32, 1.42), size: 0.42, seed: 24, dense: 0.9 }),
          mould({ ...onWall(-0.3, 1.5), size: 0.24, seed: 25, dense: 0.6 }),
        ),
        [box(2.62, -2, -1, [4, 8, 2], tiles(rgb('#e9e7e1'), bathTile))],
        -0.1,
      ),
  },
  {
    file: 'guest-bathroom-tile.jpg',
    area: 'guest_rooms',
    title: 'Broken wall tile beside the basin',
    scene: () => {
      const o: TileOptions = { width: 0.3, height: 0.3, grout: rgb('#bdb8ae'), variety: 0.05, gloss: 0.05, seed: 15 };
      const at = onWall(0.02, 1.24);
      return closeWall(
        damaged(tiles(rgb('#dfdbd2'), o), brokenTile(o, at.u, at.v, 8)),
        [box(0.1, 0.66, -0.2, [3, 0.04, 0.4], marble(rgb('#e4e0d8'), rgb('#8d8a84'), 3))],
        0.2,
      );
    },
  },
  {
    file: 'guest-room-wall-crack.jpg',
    area: 'guest_rooms',
    title: 'Wall above the headboard',
    scene: () =>
      closeWall(
        damaged(
          plaster(cream, 22, 0.35),
          crack({ ...onWall(0, 1.28), size: 0.62, width: 0.012, angle: 0.75, branches: 2, seed: 9 }),
        ),
        [skirting],
        0.3,
      ),
  },
  {
    file: 'guest-room-carpet-stain.jpg',
    area: 'guest_rooms',
    title: 'Carpet in front of the desk',
    scene: () => {
      const floor = damaged(
        carpet(rgb('#a4988a'), rgb('#8b8073'), 16, 'plain'),
        stain({ u: 2.1, v: 2.2, size: 0.34, seed: 6, color: rgb('#5b4630'), strength: 0.72 }),
        stain({ u: 2.62, v: 2.5, size: 0.12, seed: 7, color: rgb('#5b4630'), strength: 0.55 }),
      );
      const wall = plaster(cream, 11, 0.12);
      return {
        ...bedroom({ wall: cream, floor, throwColor: rgb('#5d7078'), seed: 11 }),
        solids: [
          room([4.6, 2.65, 4.2], [wall, wall, floor, ceilingWhite, wall, wall]),
          box(2.3, 0, 4.19, [4.6, 0.1, 0.02], whitePaint),
          box(3.7, 0, 3.75, [1.4, 0.74, 0.6], walnut),
          ...chair(3.3, 3.2, 0.3, fabric(rgb('#7c6c58'), rgb('#7c6c58'), 4)),
          ...sofa(1.0, 3.6, 1.3, fabric(rgb('#5d6b72'), rgb('#5d6b72'), 5)),
          ...table(1.9, 3.5, [0.45, 0.5, 0.45], walnut),
        ],
        camera: { at: [2.3, 1.5, 0.5], to: [2.3, 0.1, 2.6], wide: 1.25 },
      };
    },
  },
  {
    file: 'guest-room-door.jpg',
    area: 'guest_rooms',
    title: 'Entry of the room with paint coming off beside the door',
    scene: () => {
      const wall = plaster(cream, 27, 0.15);
      const far = damaged(wall, peeling({ u: 3.05, v: 1.0, size: 0.5, seed: 31, amount: 0.25 }));
      return {
        solids: [
          room([3.9, 2.6, 4], [wall, wall, beige, ceilingWhite, wall, far]),
          ...doorFar(1.75, 4, walnut),
          box(3.0, 0, 3.99, [1.4, 0.1, 0.02], whitePaint),
          box(0.3, 0, 3.2, [0.58, 2.1, 1.3], oak),
          ...plant(3.45, 3.6, 0.7, 3),
        ],
        lights: [{ at: [1.9, 2.45, 2.4], spread: [0.8, 0, 0.8], color: [1, 0.92, 0.8], power: 2.6 }],
        ambient: [0.38, 0.38, 0.38],
        camera: { at: [2.1, 1.45, 0.5], to: [2.05, 1.2, 4], wide: 1.2 },
        sky: indoorSky,
      };
    },
  },
];
