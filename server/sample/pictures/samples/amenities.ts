import { damaged, stain, waterDamage } from '../defects.ts';
import {
  blackMetal,
  chair,
  chrome,
  linen,
  oak,
  pictureFrame,
  plant,
  table,
  walnut,
  whitePaint,
  windowFar,
} from '../furniture.ts';
import {
  carpet,
  ceilingPanels,
  fabric,
  glowing,
  mirrorMaterial,
  paintedMetal,
  plain,
  plaster,
  tiles,
  wood,
} from '../materials.ts';
import { box, cone } from '../scene.ts';
import type { Scene, Solid } from '../scene.ts';
import { rgb } from '../surface.ts';
import type { Material } from '../surface.ts';
import { daylight, hall, stone, white } from './hall.ts';
import type { SamplePicture } from './sample.ts';

function gym(ceiling: Material): Scene {
  const gray = paintedMetal(rgb('#3a3d41'), 5);
  const treadmill = (x: number): Solid[] => [
    box(x, 0.06, 5.0, [0.72, 0.16, 1.7], gray, { soft: 0.03 }),
    box(x, 0.215, 4.95, [0.5, 0.015, 1.5], plain(rgb('#141415'), 0.02)),
    box(x - 0.34, 0.2, 5.7, [0.06, 1.15, 0.08], gray),
    box(x + 0.34, 0.2, 5.7, [0.06, 1.15, 0.08], gray),
    box(x, 1.28, 5.72, [0.78, 0.34, 0.08], plain(rgb('#1d1f22'), 0.08)),
    box(x, 1.36, 5.675, [0.42, 0.2, 0.01], glowing(rgb('#7fa7b8'), 0.5)),
    box(x - 0.34, 1.0, 5.35, [0.05, 0.05, 0.7], plain(rgb('#1d1f22'), 0.04)),
    box(x + 0.34, 1.0, 5.35, [0.05, 0.05, 0.7], plain(rgb('#1d1f22'), 0.04)),
  ];
  const mirror = [whitePaint, mirrorMaterial, whitePaint, whitePaint, whitePaint, whitePaint];
  return hall({
    size: [7, 2.9, 7.4],
    wall: plaster(rgb('#c9cdca'), 6, 0.12),
    floor: plain(rgb('#2e3033'), 0.03, 7),
    ceiling,
    things: [
      ...treadmill(2.6),
      ...treadmill(3.9),
      ...treadmill(5.2),
      box(0.03, 0.35, 4.4, [0.05, 1.9, 4.2], mirror),
      box(0.55, 0.3, 3.4, [0.5, 0.05, 1.8], gray),
      box(0.55, 0.7, 3.4, [0.45, 0.05, 1.8], gray),
      ...[2.7, 3.05, 3.4, 3.75, 4.1].flatMap((z) => [
        cone(0.55, 0.36, z, 0.15, 0.075, 0.075, plain(rgb('#1b1b1d'), 0.05)),
        cone(0.55, 0.76, z, 0.12, 0.06, 0.06, plain(rgb('#1b1b1d'), 0.05)),
      ]),
      ...windowFar(4.2, 0.9, 7.4, 3.4, 1.5, rgb('#b8bdba')),
      box(1.2, 0.0, 6.6, [0.5, 0.9, 0.45], oak),
      box(1.2, 0.9, 6.6, [0.42, 0.16, 0.35], linen, { soft: 0.05 }),
      ...plant(6.5, 6.8, 1.1, 5),
    ],
    lamps: [
      [2.2, 3.2],
      [4.8, 3.2],
      [3.5, 5.8],
    ],
    window: daylight(4.2, 7.1, 3.5),
    from: [3.4, 1.55, 0.4],
    to: [3.2, 1.05, 7.4],
    wide: 1.4,
  });
}

function restaurant(): Scene {
  const seat = fabric(rgb('#7a4b38'), rgb('#7a4b38'), 8);
  const group = (x: number, z: number): Solid[] => [
    ...table(x, z, [0.8, 0.75, 0.8], oak),
    ...chair(x, z + 0.62, 0, seat),
    ...chair(x, z - 0.62, Math.PI, seat),
    cone(x, 0.75, z, 0.012, 0.12, 0.12, linen),
    cone(x + 0.18, 0.75, z + 0.12, 0.11, 0.028, 0.034, plain(rgb('#cfd6d6'), 0.2)),
    cone(x - 0.05, 0.76, z - 0.2, 0.13, 0.02, 0.012, plain(rgb('#e9e4d8'), 0.1)),
  ];
  return hall({
    size: [8.4, 3.1, 9],
    wall: plaster(rgb('#cfc7b4'), 13, 0.12),
    far: plaster(rgb('#5f6f64'), 14, 0.12),
    floor: wood(rgb('#a67c55'), rgb('#5f4127'), 17, 0.12, 0.06),
    things: [
      ...group(1.7, 3.2),
      ...group(3.7, 3.4),
      ...group(5.9, 3.1),
      ...group(1.6, 5.8),
      ...group(3.8, 6.0),
      ...group(6.1, 5.8),
      ...[1.7, 3.8, 6].flatMap((x) => [
        cone(x, 2.0, 5.8, 0.2, 0.17, 0.05, glowing(rgb('#ffdca6'), 1.7)),
        cone(x, 2.2, 5.8, 0.9, 0.005, 0.005, blackMetal),
      ]),
      box(4.2, 0, 8.6, [4.2, 0.95, 0.7], walnut),
      box(4.2, 0.95, 8.58, [4.3, 0.04, 0.8], stone),
      ...[2.7, 3.5, 4.3, 5.1].map((x) => box(x, 0.99, 8.55, [0.6, 0.07, 0.42], chrome, { soft: 0.02 })),
      ...pictureFrame(1.2, 1.5, 9, 0.7, 0.9, 6),
      ...pictureFrame(7.3, 1.5, 9, 0.7, 0.9, 7),
      ...plant(7.8, 7.9, 1.4, 5),
    ],
    lamps: [
      [2.4, 4.4],
      [5.6, 4.4],
      [4, 7.6],
    ],
    power: 2.2,
    from: [4.1, 1.6, 0.4],
    to: [4.0, 0.95, 9],
    wide: 1.4,
  });
}

function meeting(floor: Material): Scene {
  const seat = fabric(rgb('#3e4a52'), rgb('#3e4a52'), 8);
  return hall({
    size: [6.4, 2.8, 8],
    wall: plaster(rgb('#dcd9d2'), 15, 0.1),
    far: fabric(rgb('#8f9993'), rgb('#8f9993'), 19),
    floor,
    ceiling: ceilingPanels(4),
    things: [
      box(3.2, 0.7, 5.1, [1.5, 0.05, 3.6], walnut, { soft: 0.02 }),
      box(3.2, 0, 3.9, [0.5, 0.7, 0.12], blackMetal),
      box(3.2, 0, 6.3, [0.5, 0.7, 0.12], blackMetal),
      ...[3.8, 4.7, 5.6, 6.5].flatMap((z) => [
        ...chair(2.1, z, Math.PI / 2, seat),
        ...chair(4.3, z, -Math.PI / 2, seat),
      ]),
      box(3.2, 1.05, 7.96, [2.1, 1.2, 0.06], plain(rgb('#101214'), 0.1)),
      box(3.05, 0.75, 4.6, [0.21, 0.004, 0.3], linen),
      box(3.3, 0.75, 5.7, [0.21, 0.004, 0.3], linen, { yaw: 0.2 }),
      cone(3.4, 0.75, 5.0, 0.2, 0.035, 0.03, plain(rgb('#b9c6c8'), 0.2)),
      ...windowFar(0.9, 0.9, 8, 0.7, 1.4, rgb('#8a9090')),
      ...plant(5.8, 7.4, 1.2, 4),
    ],
    lamps: [
      [1.8, 3.6],
      [4.6, 3.6],
      [1.8, 6],
      [4.6, 6],
    ],
    power: 1.4,
    from: [3.5, 1.6, 0.5],
    to: [3.1, 0.9, 8],
  });
}

export const amenities: SamplePicture[] = [
  { file: 'fitness-center.jpg', area: 'fitness_center', title: 'Fitness center', scene: () => gym(white) },
  {
    file: 'fitness-center-ceiling.jpg',
    area: 'fitness_center',
    title: 'Ceiling panels above the treadmills',
    scene: () => ({
      ...gym(damaged(ceilingPanels(8), waterDamage({ u: 3.3, v: 4.6, size: 0.62, seed: 19 }))),
      camera: { at: [3.4, 1.5, 1.2], to: [3.3, 2.15, 5.4], wide: 1.3 },
    }),
  },
  { file: 'restaurant.jpg', area: 'restaurant', title: 'Breakfast room', scene: restaurant },
  {
    file: 'meeting-room.jpg',
    area: 'meeting_rooms',
    title: 'Meeting room',
    scene: () => meeting(carpet(rgb('#5c6670'), rgb('#47515a'), 19, 'waves')),
  },
  {
    file: 'meeting-room-carpet.jpg',
    area: 'meeting_rooms',
    title: 'Carpet at the entrance of the meeting room',
    scene: () => ({
      ...meeting(
        damaged(
          carpet(rgb('#8d949a'), rgb('#7b838a'), 19, 'plain'),
          stain({ u: 3.3, v: 2.35, size: 0.36, seed: 3, color: rgb('#4d3a28'), strength: 0.72 }),
        ),
      ),
      camera: { at: [3.4, 1.6, 0.4], to: [3.3, 0.2, 3.4], wide: 1.25 },
    }),
  },
  {
    file: 'restaurant-floor.jpg',
    area: 'restaurant',
    title: 'Kitchen pass with its floor',
    scene: () =>
      hall({
        size: [5, 2.8, 6],
        wall: tiles(rgb('#e6e5e0'), {
          width: 0.2,
          height: 0.1,
          grout: rgb('#c4c2bc'),
          variety: 0.04,
          gloss: 0.07,
          running: true,
          seed: 9,
        }),
        floor: tiles(rgb('#8f4a38'), {
          width: 0.2,
          height: 0.2,
          grout: rgb('#6b5a50'),
          variety: 0.14,
          gloss: 0.04,
          seed: 12,
        }),
        things: [
          box(1.0, 0.1, 4.3, [0.8, 0.82, 3], chrome),
          box(1.0, 0.92, 4.3, [0.86, 0.03, 3.1], plain(rgb('#c9cccd'), 0.3)),
          box(4.2, 0, 5.2, [0.9, 1.9, 0.9], plain(rgb('#b4b8ba'), 0.25)),
          box(2.6, 0, 5.65, [1.3, 0.9, 0.6], plain(rgb('#9fa3a6'), 0.25)),
          box(2.6, 1.7, 5.6, [1.5, 0.5, 0.7], plain(rgb('#b9bdbf'), 0.25)),
          ...[3.3, 3.7, 4.1].map((z) => cone(1.0, 0.95, z, 0.2, 0.13, 0.13, plain(rgb('#a8abad'), 0.3))),
          box(0.5, 1.5, 4.3, [0.35, 0.03, 2.6], chrome),
          ...[3.4, 3.9, 4.4, 4.9].map((z) => cone(0.5, 1.53, z, 0.16, 0.08, 0.09, plain(rgb('#e8e6df'), 0.08))),
        ],
        lamps: [
          [2.5, 2.2],
          [2.5, 4.4],
        ],
        power: 2.2,
        from: [2.9, 1.6, 0.4],
        to: [2.3, 0.75, 6],
      }),
  },
];
