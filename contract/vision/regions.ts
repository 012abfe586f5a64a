import type { BoundingBox } from '../analysis.ts';
import type { FindingCategory, Severity } from '../finding-categories.ts';
import { overlap } from './overlap.ts';
import { clampBox, shareInside, union } from './boxes.ts';
import { colorWeight, type Colors } from './colors.ts';
import { gridSize } from './grid.ts';
import type { FoundObject } from './objects.ts';
import { severityOf } from './severity.ts';
import { confidenceOf, type ConfidenceScale, type Limits } from './surface-model.ts';

/** The head's output for a picture or a part of it: probabilities of each class for 32 x 32 cells. */
export interface ReadView {
  /** In fractions of the picture. */
  part: BoundingBox;
  chances: Float32Array;
}

/** Damage to a surface, before it gets an id and its texts. */
export interface FoundDamage {
  category: FindingCategory;
  severity: Severity;
  /** 0-100. */
  confidence: number;
  boundingBox: BoundingBox;
  /** Other possible categories, most likely first. */
  alternatives: FindingCategory[];
}

interface Region {
  /** Most likely first. */
  categories: FindingCategory[];
  /** The mean probability that anything is wrong, 0-1. */
  certainty: number;
  boundingBox: BoundingBox;
  /** The share of the picture that its cells cover, 0-1. */
  area: number;
}

/** A region inside an object is that object's pattern, not damage. */
const maxShareInsideObject = 0.6;
const minObjectConfidence = 45;
const sameRegion = 0.25;
const maxFindings = 6;
const alternativesNamed = 2;
/** Objects whose own surface is inspected, so that a region inside them still counts as damage. */
const surfaces = new Set(['dining table', 'sink', 'bathtub', 'door', 'oven', 'refrigerator']);

interface Reading {
  classes: readonly ['none', ...FindingCategory[]];
  limits: Limits;
  confidence: ConfidenceScale;
  /** The first view is the whole picture; the others are parts of it. */
  views: readonly ReadView[];
  objects: readonly FoundObject[];
  colorsIn: (box: BoundingBox) => Colors;
}

/** The findings according to a head's probabilities, most certain first. */
export function findingsOf(reading: Reading): FoundDamage[] {
  const { limits, objects, views } = reading;
  const regions = views.flatMap((view, n) => regionsOf(reading, view, n === 0 ? limits.whole : limits.tile));
  const maskingObjects = objects.filter((each) => each.confidence >= minObjectConfidence && !surfaces.has(each.name));
  const free = regions.filter((region) =>
    maskingObjects.every((each) => shareInside(region.boundingBox, each.boundingBox) < maxShareInsideObject),
  );
  return merge(free)
    .slice(0, maxFindings)
    .flatMap(({ area, boundingBox, categories: [category, ...others], certainty }) =>
      category
        ? [
            {
              category,
              severity: severityOf(category, area),
              confidence: confidenceOf(reading.confidence, certainty),
              boundingBox,
              alternatives: others.slice(0, alternativesNamed),
            },
          ]
        : [],
    );
}

/** Connected cells that the head classifies as damaged. */
function regionsOf({ classes, colorsIn }: Reading, { chances, part }: ReadView, limit: Limits['whole']): Region[] {
  const wrong = new Float32Array(gridSize * gridSize);
  for (let n = 0; n < wrong.length; n += 1) wrong[n] = 1 - (chances[n * classes.length] ?? 1);
  const seen = new Uint8Array(wrong.length);
  const regions: Region[] = [];
  for (let start = 0; start < wrong.length; start += 1) {
    if (seen[start] || (wrong[start] ?? 0) < limit.cell) continue;
    const cells = flood(start, wrong, limit.cell, seen);
    if (cells.length < limit.cells) continue;
    const box = boxOf(cells, part);
    if (!box) continue;
    const area = (cells.length / wrong.length) * part.width * part.height;
    const certainty = cells.reduce((sum, n) => sum + (wrong[n] ?? 0), 0) / cells.length;
    regions.push({ categories: rank(cells, chances, classes, colorsIn(box)), certainty, boundingBox: box, area });
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

/** The classes by their probability over all cells of a region, weighted by its colors; most likely first. */
function rank(
  cells: readonly number[],
  chances: Float32Array,
  classes: readonly ['none', ...FindingCategory[]],
  colors: Colors,
): FindingCategory[] {
  const [, ...categories] = classes;
  return categories
    .map((category, index) => {
      const chance = cells.reduce((total, n) => total + (chances[n * classes.length + index + 1] ?? 0), 0);
      return { category, chance: chance * colorWeight(category, colors) };
    })
    .toSorted((a, b) => b.chance - a.chance)
    .map(({ category }) => category);
}

function boxOf(cells: readonly number[], part: BoundingBox): BoundingBox | null {
  const columns = cells.map((n) => n % gridSize);
  const rows = cells.map((n) => Math.floor(n / gridSize));
  const x = (cell: number): number => part.x + (cell / gridSize) * part.width;
  const y = (cell: number): number => part.y + (cell / gridSize) * part.height;
  return clampBox(x(Math.min(...columns)), y(Math.min(...rows)), x(Math.max(...columns) + 1), y(Math.max(...rows) + 1));
}

/** Merges overlapping regions of a category into one finding, most certain first. */
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
    else if (other.categories[0] === region.categories[0]) {
      merged[at] = {
        ...other,
        boundingBox: union(other.boundingBox, region.boundingBox),
        certainty: Math.max(other.certainty, region.certainty),
      };
    }
  }
  return merged.toSorted((a, b) => b.certainty * Math.sqrt(b.area) - a.certainty * Math.sqrt(a.area));
}
