import { broken, corrosion, crack, damaged, mould } from '../defects.ts';
import { chrome, doorFar, extinguisher, plant, sofa, whitePaint } from '../furniture.ts';
import { asphalt, brick, concrete, fabric, glowing, grass, paintedMetal, plain, plaster, tiles } from '../materials.ts';
import { clamp, fbm, ramp } from '../noise.ts';
import { box, cone, ellipsoid, room } from '../scene.ts';
import type { Scene, Solid } from '../scene.ts';
import { material, mix, rgb, setColor } from '../surface.ts';
import type { Material } from '../surface.ts';
import { closeWall } from './guest-rooms.ts';
import type { SamplePicture } from './sample.ts';

const sunny: Scene['lights'] = [
  { at: [-0.52, 0.68, -0.52], spread: [0.05, 0.05, 0.05], color: [1, 0.95, 0.84], power: 0.95, sun: true },
];
const shade: Scene['ambient'] = [0.36, 0.4, 0.47];

/** A summer sky with thin cloud, paler towards the horizon. */
const sky: Scene['sky'] = ([x, y, z]) => {
  const height = clamp(y);
  const flat = 1 / (height + 0.12);
  const cloud = ramp(0.5, 0.75, fbm(x * flat * 1.3, z * flat * 1.3, 61, 5)) * ramp(0.02, 0.2, height);
  const blue = [0.62 - 0.36 * height ** 0.6, 0.76 - 0.28 * height ** 0.6, 0.93 - 0.1 * height] as const;
  return [
    blue[0] + (0.95 - blue[0]) * cloud * 0.8,
    blue[1] + (0.96 - blue[1]) * cloud * 0.8,
    blue[2] + (0.98 - blue[2]) * cloud * 0.8,
  ];
};

const ground = (surface: Material, size = 60): Solid => box(0, -1, size / 2 - 6, [size, 1, size], surface);
/** The coordinates of `ground` under a point. */
const onGround = (x: number, z: number, size = 60): { u: number; v: number } => ({ u: x + size / 2, v: z + 6 });

export function bush(x: number, z: number, radius: number, seed: number): Solid {
  const leaves = material(
    (u, v, f, s) => {
      setColor(s, [0.05, 0.1, 0.03], 0.5 + 1.5 * fbm(u * 16, v * 16, seed, 4, f * 16));
      s.height = 0.05 * fbm(u * 16, v * 16, seed, 3);
    },
    { kind: 'plants', relief: 0.25 },
  );
  return ellipsoid([x, radius * 0.7, z], [radius * 1.25, radius * 0.9, radius], leaves);
}

export function tree(x: number, z: number, high: number, seed: number): Solid[] {
  const crown = Array.from({ length: 7 }, (_, n): Solid => {
    const turn = n * 0.9 + seed;
    const b = bush(x + Math.cos(turn) * high * 0.15, z + Math.sin(turn) * high * 0.15, high * 0.2, seed + n);
    return { ...b, center: [b.center[0], high * (0.66 + 0.05 * (n % 4)), b.center[2]] };
  });
  return [cone(x, 0, z, high * 0.62, 0.16, 0.1, plain(rgb('#5c4a3a'), 0.01, seed)), ...crown];
}

/** A hotel of three floors with windows in rows. */
function building(z: number, wall: Material): Solid[] {
  const glass = plain(rgb('#35454f'), 0.32, 4, 'glass');
  const curtain = plain(rgb('#cfc8ba'), 0.03, 5);
  const windows = [0.9, 3.9, 6.9].flatMap((y) =>
    Array.from({ length: 9 }, (_, n): Solid[] => {
      const x = -10.8 + n * 2.7;
      if (y < 1 && Math.abs(x) < 2) return [];
      return [
        box(x, y, z - 0.02, [1.35, 1.5, 0.1], whitePaint),
        box(x, y + 0.06, z - 0.04, [1.22, 1.38, 0.1], glass),
        box(x - 0.42, y + 0.06, z - 0.045, [0.3, 1.38, 0.1], curtain),
        box(x, y - 0.08, z - 0.1, [1.5, 0.08, 0.2], plain(rgb('#bdb6a8'), 0.02)),
      ];
    }).flat(),
  );
  return [
    box(0, 0, z + 4, [25, 10, 8], wall),
    box(0, 10, z + 4, [25.6, 0.35, 8.6], plain(rgb('#6d675f'), 0.02)),
    ...windows,
    box(0, 2.9, z - 1.7, [5.2, 0.35, 3.6], plain(rgb('#77716a'), 0.03)),
    cone(-2.3, 0, z - 3.1, 2.9, 0.16, 0.16, plain(rgb('#e4ded1'), 0.02)),
    cone(2.3, 0, z - 3.1, 2.9, 0.16, 0.16, plain(rgb('#e4ded1'), 0.02)),
    box(0, 0, z - 0.03, [3, 2.5, 0.1], plain(rgb('#2b363c'), 0.3, 6, 'glass')),
    box(0, 0, z - 0.06, [0.06, 2.5, 0.1], chrome),
    box(0, 3.02, z - 3.53, [1.9, 0.14, 0.02], glowing(rgb('#fff1d8'), 1.1)),
  ];
}

function facade(paving: Material): Scene {
  return {
    solids: [
      ground(paving),
      box(-9, 0, 14.5, [11, 0.1, 4], grass(3)),
      box(9, 0, 14.5, [11, 0.1, 4], grass(4)),
      ...building(17, plaster(rgb('#d9cbb0'), 7, 0.3)),
      ...[-12, -9.6, -7.2, -4.8, 4.8, 7.2, 9.6].map((x, n) => bush(x, 15.9, 0.55 + 0.1 * (n % 3), n + 3)),
      ...tree(-13, 13.5, 6.4, 3),
      ...tree(12.4, 13, 5.4, 9),
    ],
    lights: sunny,
    ambient: shade,
    camera: { at: [-3.2, 1.7, -2.5], to: [0.6, 3.1, 17], wide: 1.35 },
    sky,
    exposure: 0.95,
  };
}

const water = material(
  (u, v, f, s) => {
    const ripple = fbm(u * 3 + fbm(u * 5, v * 5, 4, 3) * 2, v * 3, 7, 4, f * 3);
    const net = 1 - ramp(0, 0.16, Math.abs(fbm(u * 2.2 + ripple, v * 2.2, 12, 3, f * 2) - 0.5) * 2);
    setColor(s, rgb('#3fb4c4'), 0.75 + 0.4 * ripple);
    mix(s, [0.7, 0.93, 0.95], net * 0.35);
    s.gloss = 0.09;
  },
  { kind: 'water' },
);

function pool(deck: Material): Scene {
  const cushion = fabric(rgb('#e9e5da'), rgb('#5d8a98'), 6, 0.3);
  const lounger = (x: number, z: number): Solid[] => [
    box(x, 0.28, z, [0.65, 0.08, 1.4], cushion, { soft: 0.03 }),
    box(x, 0.36, z + 0.85, [0.65, 0.5, 0.1], cushion, { soft: 0.04 }),
    box(x - 0.28, 0, z, [0.05, 0.28, 1.3], whitePaint),
    box(x + 0.28, 0, z, [0.05, 0.28, 1.3], whitePaint),
  ];
  const fence = Array.from({ length: 40 }, (_, n) =>
    box(-10 + n * 0.5, 0, 14, [0.03, 1.3, 0.03], plain(rgb('#2c2f31'), 0.05)),
  );
  return {
    solids: [
      ground(deck),
      box(-0.4, 0.001, 8, [7.4, 0.03, 7.6], plain(rgb('#e4dfd3'), 0.03)),
      box(-0.4, 0.008, 8, [6.6, 0.03, 6.8], water),
      ...lounger(4.6, 6.4),
      ...lounger(5.8, 6.6),
      ...lounger(5.0, 10),
      cone(5.2, 0, 8.1, 2.4, 0.025, 0.025, whitePaint),
      cone(5.2, 2.2, 8.1, 0.4, 1.35, 0.05, fabric(rgb('#c9d3d1'), rgb('#5d8a98'), 3)),
      ...fence,
      box(0, 1.22, 14, [20, 0.04, 0.05], plain(rgb('#2c2f31'), 0.05)),
      cone(-3.4, 0.02, 4.3, 0.9, 0.02, 0.02, chrome),
      cone(-2.9, 0.02, 4.3, 0.9, 0.02, 0.02, chrome),
      box(-3.15, 0.9, 4.3, [0.55, 0.04, 0.04], chrome),
      ...[-9, -6.5, -4, -1, 2, 5, 8].map((x, n) => bush(x, 15.6, 0.9 + 0.15 * (n % 3), n + 23)),
      ...building(22, plaster(rgb('#d9cbb0'), 7, 0.3)),
      ...tree(-9, 13, 5.5, 5),
    ],
    lights: sunny,
    ambient: shade,
    camera: { at: [0.6, 1.65, 0.2], to: [0.4, 0.8, 10], wide: 1.4 },
    sky,
  };
}

const deckTiles = tiles(rgb('#c6b9a3'), {
  width: 0.6,
  height: 0.6,
  grout: rgb('#9c917f'),
  variety: 0.08,
  gloss: 0.01,
  seed: 6,
});

/** A view down at paving a few steps ahead. */
function downAt(paving: Material, extra: Solid[] = []): Scene {
  return {
    solids: [ground(paving), ...extra],
    lights: sunny,
    ambient: shade,
    camera: { at: [0.1, 1.6, -1.7], to: [0, 0, 0.9], wide: 1.2 },
    sky,
  };
}

const outdoorWall = (wall: Material, extra: Solid[] = []): Scene => ({
  ...closeWall(wall, extra, 0.35),
  lights: sunny,
  ambient: shade,
  sky,
});
const onWall = (x: number, y: number): { u: number; v: number } => ({ u: x + 6, v: y + 2 });

function plantRoom(): Scene {
  const gray = paintedMetal(rgb('#8fa0a4'), 3);
  const pipe = (x: number, m: Material, r = 0.07): Solid => cone(x, 0, 3.7, 2.7, r, r, m);
  const rusty = (seed: number): Material =>
    damaged(
      gray,
      corrosion({ u: -0.12, v: 1.25, size: 0.26, seed, drip: 0.9 }),
      corrosion({ u: -0.1, v: 1.9, size: 0.18, seed: seed + 3 }),
    );
  const wall = plaster(rgb('#cfcdc6'), 51, 0.3);
  return {
    solids: [
      room([4.4, 2.7, 4], [wall, wall, concrete(rgb('#87847e'), 5, 0.4), wall, wall, wall]),
      cone(1.1, 0.15, 3.1, 1.7, 0.5, 0.5, paintedMetal(rgb('#6f8390'), 9)),
      ellipsoid([1.1, 1.85, 3.1], [0.5, 0.22, 0.5], paintedMetal(rgb('#6f8390'), 9)),
      pipe(2.2, rusty(8), 0.1),
      pipe(2.65, gray),
      pipe(3.0, rusty(21), 0.09),
      box(2.7, 1.0, 3.62, [1.3, 0.12, 0.12], damaged(gray, corrosion({ u: 0.65, v: 0.06, size: 0.3, seed: 5 }))),
      box(3.85, 0.9, 3.93, [0.6, 0.9, 0.14], plain(rgb('#b7bbbc'), 0.06)),
      ellipsoid([2.2, 1.55, 3.56], [0.09, 0.09, 0.03], plain(rgb('#e8e6e0'), 0.1)),
    ],
    lights: [{ at: [2.3, 2.55, 1.9], spread: [1, 0, 0.3], color: [0.98, 1, 0.98], power: 2.6 }],
    ambient: [0.3, 0.31, 0.31],
    camera: { at: [2.5, 1.45, 0.6], to: [2.2, 1.2, 4], wide: 1.15 },
    sky,
  };
}

function safetyWall(withUnit: boolean): Scene {
  const wall = plaster(rgb('#dedad0'), 61, 0.12);
  const sign = material((u, v, _f, s) => {
    setColor(s, rgb('#b3201c'));
    if (u > 0.07 && u < 0.09 && v > 0.05 && v < 0.19) setColor(s, [0.9, 0.9, 0.9]);
    if (Math.hypot(u - 0.12, v - 0.1) < 0.03) setColor(s, [0.9, 0.9, 0.9]);
  });
  return {
    solids: [
      room(
        [3.4, 2.6, 3],
        [
          wall,
          wall,
          tiles(rgb('#b9b2a6'), {
            width: 0.45,
            height: 0.45,
            grout: rgb('#8f897e'),
            variety: 0.05,
            gloss: 0.05,
            seed: 4,
          }),
          plaster(rgb('#f1eee8'), 4, 0.1),
          wall,
          wall,
        ],
      ),
      ...(withUnit ? extinguisher(1.25, 0.95, 3) : [box(1.25, 1.25, 2.98, [0.1, 0.12, 0.04], chrome)]),
      box(1.25, 1.75, 2.99, [0.2, 0.24, 0.012], sign),
      ...doorFar(2.5, 3, plain(rgb('#9aa09d'), 0.04)),
      box(2.5, 2.2, 2.92, [0.44, 0.2, 0.1], glowing(rgb('#3fae72'), 0.8)),
      box(0.45, 1.3, 2.97, [0.13, 0.18, 0.06], plain(rgb('#b3201c'), 0.08)),
      box(0.45, 1.34, 2.93, [0.08, 0.06, 0.02], whitePaint),
      box(1.7, 0, 2.99, [3.4, 0.1, 0.016], whitePaint),
      ...(withUnit
        ? []
        : [...sofa(0.9, 2.4, 1.3, fabric(rgb('#5d6b72'), rgb('#5d6b72'), 5)), ...plant(1.85, 2.6, 0.8, 4)]),
    ],
    lights: [{ at: [1.7, 2.5, 1.6], spread: [0.8, 0, 0.8], color: [1, 0.95, 0.87], power: 2.1 }],
    ambient: [0.38, 0.38, 0.38],
    camera: { at: [1.7, 1.45, 0.5], to: [1.6, 1.42, 3], wide: 1.42 },
    sky,
  };
}

export const outdoors: SamplePicture[] = [
  { file: 'pool-deck.jpg', area: 'pool', title: 'Pool with its deck', scene: () => pool(deckTiles) },
  {
    file: 'pool-deck-crack.jpg',
    area: 'pool',
    title: 'Pool deck near the steps',
    scene: () =>
      downAt(
        damaged(
          concrete(rgb('#b7ab99'), 8, 0.5),
          crack({ ...onGround(0, 0.9), size: 1.5, width: 0.026, angle: 0.5, branches: 2, seed: 14 }),
        ),
      ),
  },
  {
    file: 'exterior-front.jpg',
    area: 'exterior',
    title: 'Front with entrance canopy',
    scene: () =>
      facade(
        tiles(rgb('#a79c8c'), {
          width: 0.4,
          height: 0.2,
          grout: rgb('#857b6d'),
          variety: 0.14,
          gloss: 0.01,
          running: true,
          seed: 9,
        }),
      ),
  },
  {
    file: 'exterior-pothole.jpg',
    area: 'exterior',
    title: 'Parking, second row',
    scene: () =>
      downAt(
        damaged(
          asphalt(5, 0.7),
          broken({ ...onGround(0.05, 0.75), size: 0.5, seed: 12, kind: 'floor_damage' }),
          crack({ ...onGround(0.9, 1.7), size: 0.9, width: 0.02, angle: 0.3, seed: 6 }),
        ),
        [box(-2.6, 0, 3, [0.12, 0.004, 9], plain(rgb('#d9d6cc'), 0.01))],
      ),
  },
  {
    file: 'exterior-column.jpg',
    area: 'exterior',
    title: 'Column of the canopy',
    scene: () =>
      outdoorWall(
        damaged(
          concrete(rgb('#b5aea2'), 18, 0.6),
          broken({ ...onWall(0.02, 1.24), size: 0.42, seed: 5, kind: 'spall', bars: true }),
        ),
      ),
  },
  {
    file: 'exterior-brick.jpg',
    area: 'exterior',
    title: 'Brick wall at the service entrance',
    scene: () =>
      outdoorWall(
        damaged(
          brick(rgb('#9b5a43'), rgb('#b9b0a2'), 6),
          crack({ ...onWall(0, 1.22), size: 0.75, width: 0.02, angle: 1.1, branches: 1, seed: 31 }),
        ),
      ),
  },
  { file: 'back-of-house-pipes.jpg', area: 'back_of_house', title: 'Plant room', scene: plantRoom },
  {
    file: 'back-of-house-mould.jpg',
    area: 'back_of_house',
    title: 'Store room, outer wall',
    scene: () =>
      closeWall(
        damaged(plaster(rgb('#d9d6cc'), 71, 0.25), mould({ ...onWall(-0.15, 1.1), size: 0.6, seed: 47, dense: 0.85 })),
        [box(0, -0.02, -0.01, [12, 0.6, 0.02], whitePaint)],
        0.2,
      ),
  },
  {
    file: 'safety-extinguisher.jpg',
    area: 'safety_equipment',
    title: 'Extinguisher and exit on the ground floor',
    scene: () => safetyWall(true),
  },
  {
    file: 'safety-empty-hook.jpg',
    area: 'safety_equipment',
    title: 'Extinguisher place on the first floor',
    scene: () => safetyWall(false),
  },
];
