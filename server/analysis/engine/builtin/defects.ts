import type { BoundingBox } from '#contract/analysis.ts';
import { resample } from '../../picture/codec.ts';
import type { Pixels } from '../../picture/codec.ts';
import type { EngineFinding } from '../port.ts';
import { clampBox, shareInside, overlap, union } from './boxes.ts';
import { colourWeight, coloursIn } from './colours.ts';
import type { Colours } from './colours.ts';
import { defectClasses, type DefectClass } from '#server/analysis/surface-classes.rules.ts';
import { cellFeatures, gridSize, inputSize } from './features.ts';
import type { ReadLayers } from './features.ts';
import { loadHead } from './head.ts';
import type { Head } from './head.ts';
import type { FoundObject } from './objects.ts';
import { severityOf } from './severity.rules.ts';

interface Region {
  category: DefectClass;
  /** Mean probability that anything is wrong, 0-1. */
  certainty: number;
  boundingBox: BoundingBox;
  /** Share of the picture that its cells cover, 0-1. */
  area: number;
}

/**
 * Thresholds above which photos without damage get no findings, measured on photos that were not trained on
 * (docs/analysis.md).
 */
const limits = {
  whole: { cell: 0.85, cells: 37 },
  tile: { cell: 0.93, cells: 62 },
} as const;
/** A region inside an object is the object's own pattern rather than damage to the building. */
const maxShareInsideThing = 0.6;
const minThingConfidence = 45;
const sameRegion = 0.25;
const maxFindings = 6;
/** Larger pictures are also read in parts, so that small defects in wide shots are found. */
const tileFrom = 900;
const tileShare = 0.6;
/** Objects with surfaces that can be damaged themselves, so that regions inside them count. */
const surfaces = new Set(['dining table', 'sink', 'bathtub', 'door', 'oven', 'refrigerator']);

export interface DefectFinder {
  (pixels: Pixels, features: Float32Array, objects: readonly FoundObject[]): Promise<EngineFinding[]>;
}

/** Finds damage on surfaces: a head over cell features, for the whole picture and for parts of it. */
export async function createDefectFinder(readLayers: ReadLayers): Promise<DefectFinder> {
  const head = await loadHead('./surface-head.json', defectClasses);
  return async (pixels, features, objects) => {
    const regions = regionsOf(head, pixels, features, { x: 0, y: 0, width: 1, height: 1 }, limits.whole);
    for (const part of parts(pixels)) {
      const input = await resample(pixels, inputSize, inputSize, toPixels(pixels, part));
      regions.push(...regionsOf(head, pixels, cellFeatures(readLayers(input)), part, limits.tile));
    }
    const things = objects.filter((each) => each.confidence >= minThingConfidence && !surfaces.has(each.name));
    const free = regions.filter((region) =>
      things.every((each) => shareInside(region.boundingBox, each.boundingBox) < maxShareInsideThing),
    );
    return merge(free).slice(0, maxFindings).map(toFinding);
  };
}

function parts({ width, height }: Pixels): BoundingBox[] {
  if (Math.max(width, height) < tileFrom) return [];
  const rest = 1 - tileShare;
  return [0, rest].flatMap((y) => [0, rest].map((x) => ({ x, y, width: tileShare, height: tileShare })));
}

function toPixels(
  { width, height }: Pixels,
  part: BoundingBox,
): { left: number; top: number; width: number; height: number } {
  return {
    left: Math.floor(part.x * width),
    top: Math.floor(part.y * height),
    // A part is at least one pixel wide, even if the picture is not wider.
    width: Math.max(1, Math.floor(part.width * width)),
    height: Math.max(1, Math.floor(part.height * height)),
  };
}

/** Connected cells in which the head finds damage with enough probability. */
function regionsOf(
  head: Head,
  pixels: Pixels,
  features: Float32Array,
  part: BoundingBox,
  limit: { cell: number; cells: number },
): Region[] {
  const chances = head(features);
  const classes = defectClasses.length;
  const wrong = Float32Array.from({ length: gridSize * gridSize }, (_, n) => 1 - (chances[n * classes] ?? 1));
  const seen = new Uint8Array(wrong.length);
  const regions: Region[] = [];
  for (const start of wrong.keys()) {
    if (seen[start] || (wrong[start] ?? 0) < limit.cell) continue;
    const cells = flood(start, wrong, limit.cell, seen);
    if (cells.length < limit.cells) continue;
    const box = boxOf(cells, part);
    if (!box) continue;
    const area = (cells.length / wrong.length) * part.width * part.height;
    const certainty = cells.reduce((sum, n) => sum + (wrong[n] ?? 0), 0) / cells.length;
    regions.push({ category: vote(cells, chances, coloursIn(pixels, box)), certainty, boundingBox: box, area });
  }
  return regions;
}

function flood(start: number, wrong: Float32Array, limit: number, seen: Uint8Array): number[] {
  const cells: number[] = [];
  const open = [start];
  seen[start] = 1;
  for (let n = open.pop(); n !== undefined; n = open.pop()) {
    cells.push(n);
    const [x, y] = [n % gridSize, Math.floor(n / gridSize)];
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const [nx, ny] = [x + dx, y + dy];
        const next = ny * gridSize + nx;
        if (nx < 0 || ny < 0 || nx >= gridSize || ny >= gridSize || seen[next] || (wrong[next] ?? 0) < limit) continue;
        seen[next] = 1;
        open.push(next);
      }
    }
  }
  return cells;
}

/** The class with the highest probability over all cells of a region, weighted by the colors. */
function vote(cells: readonly number[], chances: Float32Array, colours: Colours): DefectClass {
  let best: { name: DefectClass; sum: number } | undefined;
  for (const [c, name] of defectClasses.entries()) {
    if (name === 'none') continue;
    const chance = cells.reduce((total, n) => total + (chances[n * defectClasses.length + c] ?? 0), 0);
    const sum = chance * colourWeight(name, colours);
    if (!best || sum > best.sum) best = { name, sum };
  }
  if (!best) throw new Error('The head has no classes');
  return best.name;
}

function boxOf(cells: readonly number[], part: BoundingBox): BoundingBox | null {
  const columns = cells.map((n) => n % gridSize);
  const rows = cells.map((n) => Math.floor(n / gridSize));
  const x = (cell: number): number => part.x + (cell / gridSize) * part.width;
  const y = (cell: number): number => part.y + (cell / gridSize) * part.height;
  return clampBox(x(Math.min(...columns)), y(Math.min(...rows)), x(Math.max(...columns) + 1), y(Math.max(...rows) + 1));
}

/** One region for overlapping regions of a category, the most certain first. */
function merge(regions: readonly Region[]): Region[] {
  const merged: Region[] = [];
  for (const region of regions.toSorted((a, b) => b.area - a.area)) {
    const at = merged.findIndex(
      (other) =>
        overlap(other.boundingBox, region.boundingBox) > sameRegion ||
        shareInside(region.boundingBox, other.boundingBox) > 0.5,
    );
    const other = merged[at];
    if (!other) merged.push(region);
    else if (other.category === region.category) {
      merged[at] = {
        ...other,
        boundingBox: union(other.boundingBox, region.boundingBox),
        certainty: Math.max(other.certainty, region.certainty),
      };
    }
  }
  return merged.toSorted((a, b) => b.certainty * Math.sqrt(b.area) - a.certainty * Math.sqrt(a.area));
}

function toFinding({ area, boundingBox, category, certainty }: Region): EngineFinding {
  return { category, severity: severityOf(category, area), confidence: calibrate(certainty), boundingBox };
}

/**
 * The head is overconfident: there is nearly always some damage, but its category is right in little more than half of
 * the cases (docs/analysis.md). The scale reflects how often the whole finding is right.
 */
function calibrate(certainty: number): number {
  const share = Math.min(1, Math.max(0, (certainty - limits.whole.cell) / (1 - limits.whole.cell)));
  return Math.round(40 + 35 * share);
}
