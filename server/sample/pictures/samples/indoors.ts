import { damaged, peeling, waterDamage } from '../defects.ts';
import {
  blackMetal,
  ceilingLight,
  chrome,
  doorFar,
  linen,
  pictureFrame,
  plant,
  sofa,
  table,
  walnut,
  whitePaint,
  windowFar,
} from '../furniture.ts';
import { carpet, concrete, fabric, glowing, paintedMetal, plain, plaster, tiles, wood } from '../materials.ts';
import { box, cone, ellipsoid, room } from '../scene.ts';
import type { Scene } from '../scene.ts';
import { rgb } from '../surface.ts';
import type { Material } from '../surface.ts';
import { daylight, hall, rust, slate, stone, white } from './hall.ts';
import type { SamplePicture } from './sample.ts';

function lobby(): Scene {
  return hall({
    size: [8, 3.4, 9],
    wall: plaster(rgb('#ddd3c2'), 3, 0.1),
    far: wood(rgb('#94694a'), rgb('#4d3322'), 30, 0.22),
    floor: tiles(rgb('#cfc6b6'), {
      width: 0.8,
      height: 0.8,
      grout: rgb('#a89f90'),
      variety: 0.05,
      gloss: 0.09,
      seed: 2,
    }),
    things: [
      box(4.6, 0, 8.1, [3.4, 1.08, 0.7], walnut),
      box(4.6, 1.08, 8.05, [3.6, 0.05, 0.85], stone),
      box(4.6, 2.0, 8.97, [1.7, 0.5, 0.03], plain(rgb('#3b2a1e'), 0.05)),
      box(4.6, 2.18, 8.94, [1.3, 0.12, 0.02], glowing(rgb('#ffe3b8'), 1.4)),
      ...[3.6, 4.6, 5.6].flatMap((x) => [
        cone(x, 2.15, 8.0, 0.22, 0.14, 0.06, glowing(rgb('#ffe9c9'), 1.5)),
        cone(x, 2.37, 8.0, 1.0, 0.006, 0.006, blackMetal),
      ]),
      box(5.4, 1.13, 8.05, [0.45, 0.32, 0.03], plain(rgb('#15171a'), 0.1)),
      ...sofa(1.55, 6.1, 2.1, slate),
      ...sofa(1.1, 3.9, 0.95, rust, Math.PI),
      ...sofa(2.4, 3.9, 0.95, rust, Math.PI),
      ...table(1.7, 5.0, [1.1, 0.42, 0.6], walnut),
      box(1.7, 0.001, 5, [2.9, 0.012, 2.6], carpet(rgb('#8c8272'), rgb('#5d6b70'), 4, 'waves')),
      ellipsoid([1.85, 0.5, 5.0], [0.09, 0.09, 0.09], plain(rgb('#c9b79a'), 0.1)),
      ...plant(0.5, 7.6, 1.5, 3),
      ...plant(7.3, 8.3, 1.4, 8),
      ...pictureFrame(1.6, 1.4, 9, 1.3, 0.9, 3),
    ],
    lamps: [
      [2.2, 4.6],
      [5.8, 4.6],
      [2.2, 7.4],
      [5.8, 7.4],
    ],
    power: 2.6,
    from: [4.2, 1.5, 0.6],
    to: [3.9, 1.1, 9],
    wide: 1.4,
  });
}

function corridor(far: Material, side: Material): Scene {
  const [w, h, d] = [1.9, 2.5, 14];
  const doors = [3.2, 6.2, 9.2].flatMap((z) => [
    box(0.02, 0, z, [0.05, 2.12, 1.06], whitePaint),
    box(0.04, 0, z, [0.05, 2.05, 0.92], walnut),
    box(w - 0.02, 0, z + 1.4, [0.05, 2.12, 1.06], whitePaint),
    box(w - 0.04, 0, z + 1.4, [0.05, 2.05, 0.92], walnut),
    box(w - 0.03, 1.5, z + 0.68, [0.02, 0.14, 0.2], plain(rgb('#2b3a40'), 0.05)),
    box(0.09, 1.02, z - 0.36, [0.05, 0.03, 0.12], chrome),
  ]);
  const wall = plaster(rgb('#d8cfbf'), 21, 0.12);
  return {
    ...hall({
      size: [w, h, d],
      wall,
      far,
      floor: carpet(rgb('#54606a'), rgb('#a38d62'), 9, 'lattice'),
      things: [
        ...doors,
        box(0.95, 2.12, 13.9, [0.4, 0.2, 0.06], plain(rgb('#1f6b3c'), 0.05)),
        box(0.95, 2.17, 13.86, [0.3, 0.09, 0.01], glowing(rgb('#e4fff0'), 1.3)),
      ],
      lamps: [
        [0.95, 2.6],
        [0.95, 5.6],
        [0.95, 8.6],
        [0.95, 11.6],
      ],
      power: 0.9,
      from: [0.85, 1.5, 0.4],
      to: [1.0, 1.15, 9],
      wide: 1.2,
    }),
    solids: [
      room([w, h, d], [wall, side, carpet(rgb('#54606a'), rgb('#a38d62'), 9, 'lattice'), white, wall, far]),
      ...doors,
      ...[2.6, 5.6, 8.6, 11.6].flatMap((z) => ceilingLight(0.95, h, z, 0.45)),
      box(0.008, 0, d / 2, [0.016, 0.12, d], whitePaint),
      box(w - 0.008, 0, d / 2, [0.016, 0.12, d], whitePaint),
      ...doorFar(0.95, d, plain(rgb('#8a8d8b'), 0.04)),
      box(0.95, 2.2, 13.9, [0.4, 0.18, 0.06], glowing(rgb('#4fbf80'), 1.1)),
    ],
  };
}

export const indoors: SamplePicture[] = [
  { file: 'lobby.jpg', area: 'lobby', title: 'Lobby with front desk', scene: lobby },
  {
    file: 'lobby-seating.jpg',
    area: 'lobby',
    title: 'Seating by the window, ceiling above it',
    scene: () =>
      hall({
        size: [6, 3, 5.4],
        wall: plaster(rgb('#ddd3c2'), 3, 0.1),
        floor: tiles(rgb('#cfc6b6'), {
          width: 0.8,
          height: 0.8,
          grout: rgb('#a89f90'),
          variety: 0.05,
          gloss: 0.09,
          seed: 2,
        }),
        ceiling: damaged(white, waterDamage({ u: 2.0, v: 3.9, size: 0.7, seed: 15 })),
        things: [
          ...sofa(2.1, 4.6, 2.1, slate),
          ...sofa(4.3, 3.9, 0.95, rust, -0.9),
          ...table(2.2, 3.5, [1.1, 0.42, 0.6], walnut),
          ...windowFar(2.1, 0.95, 5.4, 2.2, 1.4, rgb('#a59b8a')),
          ...plant(5.3, 4.9, 1.5, 3),
          ...pictureFrame(4.6, 1.4, 5.4, 0.8, 0.8, 4),
        ],
        lamps: [[4.4, 2.6]],
        window: daylight(2.1, 5.1, 4),
        from: [3.1, 1.45, 0.3],
        to: [2.7, 1.35, 5.4],
      }),
  },
  {
    file: 'corridor.jpg',
    area: 'common_areas',
    title: 'Corridor of the second floor',
    scene: () => corridor(plaster(rgb('#d8cfbf'), 22, 0.12), plaster(rgb('#d8cfbf'), 21, 0.12)),
  },
  {
    file: 'corridor-paint.jpg',
    area: 'common_areas',
    title: 'Corridor wall near the stair',
    scene: () => {
      const wall = plaster(rgb('#d8cfbf'), 21, 0.12);
      return corridor(
        wall,
        damaged(wall, peeling({ u: 3.0, v: 1.25, size: 0.62, seed: 44, amount: 0.3, base: rgb('#a39783') })),
      );
    },
  },
  {
    file: 'back-of-house-laundry.jpg',
    area: 'back_of_house',
    title: 'Laundry',
    scene: () =>
      hall({
        size: [5.2, 2.8, 6],
        wall: plaster(rgb('#d3d6d2'), 33, 0.2),
        floor: concrete(rgb('#8d8a84'), 5, 0.3),
        things: [
          ...[1.1, 2.3, 3.5].flatMap((x) => [
            box(x, 0.1, 5.5, [1.05, 1.35, 0.9], plain(rgb('#d5d8d9'), 0.1), { soft: 0.03 }),
            ellipsoid([x, 0.75, 5.05], [0.33, 0.33, 0.05], plain(rgb('#25282b'), 0.15)),
            ellipsoid([x, 0.75, 5.04], [0.26, 0.26, 0.06], plain(rgb('#59646a'), 0.2)),
            box(x, 1.25, 5.04, [0.8, 0.12, 0.02], plain(rgb('#30353a'), 0.06)),
          ]),
          box(4.6, 0, 3.6, [0.9, 0.85, 2.2], whitePaint),
          ...[3.0, 3.5, 4.0].map((z) => box(4.6, 0.85, z, [0.6, 0.22, 0.4], linen, { soft: 0.05 })),
          box(0.7, 0.25, 3.2, [0.8, 0.6, 1.0], fabric(rgb('#8f9aa0'), rgb('#8f9aa0'), 3), { soft: 0.05 }),
          box(0.7, 0.82, 3.2, [0.7, 0.2, 0.9], linen, { soft: 0.09 }),
          cone(4.9, 0, 5.7, 2.8, 0.06, 0.06, paintedMetal(rgb('#9aa0a2'), 4)),
        ],
        lamps: [
          [1.6, 2.6],
          [3.6, 2.6],
          [2.6, 4.6],
        ],
        power: 1.5,
        from: [2.7, 1.55, 0.4],
        to: [2.5, 0.95, 6],
      }),
  },
];
