import { ceilingLight, whitePaint } from '../furniture.ts';
import { fabric, marble, plaster } from '../materials.ts';
import { box, room } from '../scene.ts';
import type { Light, Scene, Solid, Vec } from '../scene.ts';
import { rgb } from '../surface.ts';
import type { Material } from '../surface.ts';

export const white = plaster(rgb('#f1eee8'), 4, 0.1);
export const sky: Scene['sky'] = () => [0.75, 0.85, 1];

interface Hall {
  size: Vec;
  wall: Material;
  far?: Material;
  floor: Material;
  ceiling?: Material;
  things: Solid[];
  /** The x and z of the ceiling lamps. */
  lamps: [number, number][];
  power?: number;
  window?: Light;
  from: Vec;
  to: Vec;
  wide?: number;
}

/** A room lit from its ceiling, with skirting boards. */
export function hall(o: Hall): Scene {
  const [w, h, d] = o.size;
  const lamps = o.lamps.map(([x, z]): Light => ({
    at: [x, h - 0.08, z],
    spread: [0.5, 0, 0.5],
    color: [1, 0.93, 0.82],
    power: o.power ?? 1.8,
  }));
  return {
    solids: [
      room(o.size, [o.wall, o.wall, o.floor, o.ceiling ?? white, o.wall, o.far ?? o.wall]),
      box(w / 2, 0, d - 0.008, [w, 0.1, 0.016], whitePaint),
      box(0.008, 0, d / 2, [0.016, 0.1, d], whitePaint),
      box(w - 0.008, 0, d / 2, [0.016, 0.1, d], whitePaint),
      ...o.lamps.flatMap(([x, z]) => ceilingLight(x, h, z, 0.5)),
      ...o.things,
    ],
    lights: o.window ? [...lamps, o.window] : lamps,
    ambient: [0.4, 0.4, 0.41],
    camera: { at: o.from, to: o.to, wide: o.wide ?? 1.35 },
    sky,
  };
}

/** Light that enters through a window in the far wall. */
export const daylight = (x: number, z: number, power: number): Light => ({
  at: [x, 1.8, z],
  spread: [2.2, 1.4, 0.1],
  color: [0.92, 0.97, 1],
  power,
  facing: [0, -0.2, -1],
});
export const stone = marble(rgb('#d9d2c5'), rgb('#8a7f70'), 6, 0.1);
export const slate = fabric(rgb('#4f5f66'), rgb('#4f5f66'), 5);
export const rust = fabric(rgb('#96593d'), rgb('#96593d'), 7);
