import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inputSize } from '#contract/vision/grid.ts';
import { defectClasses, type DefectClass } from '#server/analysis/surface-classes.rules.ts';

const scanSchema = z.object({
  file: z.string(),
  source: z.string(),
  note: z.string().default(''),
  classes: z.array(z.enum(defectClasses)),
  full: z.boolean().default(false),
  boxes: z.array(z.object({ class: z.enum(defectClasses), box: z.array(z.number()) })).default([]),
  polygons: z
    .array(z.object({ class: z.enum(defectClasses), polygon: z.array(z.tuple([z.number(), z.number()])) }))
    .default([]),
});

/** A photograph or scan of a surface, sound or damaged. */
export type Scan = z.output<typeof scanSchema>;

export const readScans = async (surfaces: string): Promise<Scan[]> =>
  z.array(scanSchema).parse(JSON.parse(await readFile(join(surfaces, 'manifest.json'), 'utf8')));

/** Parts of one scan and pictures of one data set are alike, so they are never on both sides of a test. */
export const sourceOf = ({ source }: Scan): string => source.split('/').slice(0, 2).join('/');

/** Photographs of rooms; the other sound ones are scans of one surface. */
export const isRoom = ({ note }: Scan): boolean => note === 'room photo';
export const isSound = ({ classes }: Scan): boolean => classes.every((name) => name === 'none');

/** Parts that the sources are split into, to read each by a head that saw the others alone. */
export const folds = 5;

/** The names of sources in groups with about as many scans each. */
export function groupSources(scans: readonly Scan[], groups: number): Set<string>[] {
  const result = Array.from({ length: groups }, () => ({ scans: 0, sources: new Set<string>() }));
  const bySource = [...Map.groupBy(scans, sourceOf)].toSorted(([, a], [, b]) => b.length - a.length);
  for (const [source, own] of bySource) {
    const smallest = result.toSorted((a, b) => a.scans - b.scans)[0];
    smallest?.sources.add(source);
    if (smallest) smallest.scans += own.length;
  }
  return result.map(({ sources }) => sources);
}

export const indexOf = (name: (typeof defectClasses)[number]): number => defectClasses.indexOf(name);

const holds = (polygon: readonly (readonly [number, number])[], x: number, y: number): boolean => {
  let inside = false;
  for (const [n, [x1, y1]] of polygon.entries()) {
    const [x2, y2] = polygon[(n + 1) % polygon.length] ?? [0, 0];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
};

/** The class of each pixel of a scan that is `side` x `side` pixels large. */
export function maskOf({ boxes, classes: [first = 'none'], full, polygons }: Scan, side = inputSize): Uint8Array {
  const mask = new Uint8Array(side * side).fill(full ? indexOf(first) : 0);
  for (let n = 0; n < mask.length; n += 1) {
    const [x, y] = [((n % side) + 0.5) / side, (Math.floor(n / side) + 0.5) / side];
    for (const {
      box: [left = 0, top = 0, width = 0, height = 0],
      class: name,
    } of boxes) {
      if (x >= left && x <= left + width && y >= top && y <= top + height) mask[n] = indexOf(name);
    }
    for (const { class: name, polygon } of polygons) if (holds(polygon, x, y)) mask[n] = indexOf(name);
  }
  return mask;
}

/** A box in pixels. */
export interface PixelBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around all marked pixels of each class of a mask. */
export function boxesIn(mask: Uint8Array, width: number): { category: DefectClass; box: PixelBox }[] {
  const found = new Map<number, [number, number, number, number]>();
  for (const [n, value] of mask.entries()) {
    if (value === 0) continue;
    const [x, y] = [n % width, Math.floor(n / width)];
    const [left, top, right, bottom] = found.get(value) ?? [x, y, x, y];
    found.set(value, [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]);
  }
  return [...found].map(([value, [left, top, right, bottom]]) => ({
    category: defectClasses[value] as DefectClass,
    box: { left, top, width: right + 1 - left, height: bottom + 1 - top },
  }));
}
