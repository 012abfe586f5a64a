// node scripts/run.mjs training/damage.ts OUT_JSON TRAINING_DIR RENDERED
// Trains the shipped head for damage on photographs and scans (surfaces, roads) and on RENDERED pictures of the renderer.
// Its limits and its confidence are settled by cross-validation over the sources of the photographs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import type { BoundingBox } from '#contract/analysis.ts';
import { createDetector, type Detector } from '#server/analysis/engine/builtin/detector.ts';
import { viewsOf, type View } from '#server/analysis/engine/builtin/defects.ts';
import { inputSize } from '#contract/vision/grid.ts';
import { createHead } from '#contract/vision/head.ts';
import { encodeHead } from '#server/analysis/engine/builtin/head.ts';
import {
  predictionsOf,
  outcomesWith,
  readWith,
  trainOn,
  type ReadExample,
} from '#server/analysis/learning/cross-validation.ts';
import { sampleCells, type Example, type TrainingCells } from '#server/analysis/learning/examples.ts';
import { calibrate, chooseLimits, figuresOf } from '#server/analysis/learning/outcomes.rules.ts';
import { decodeUpright, readHeader, resample, type Pixels } from '#server/analysis/picture/codec.ts';
import { createRandom } from '#server/analysis/random.rules.ts';
import { defectClasses, type DefectClass } from '#server/analysis/surface-classes.rules.ts';
import { labelMask } from './masks.ts';
import { makePicture } from './pictures.ts';

const [out, folder, renderedText] = process.argv.slice(2);
if (!out || !folder || !renderedText) {
  throw new Error('Usage: node scripts/run.mjs training/damage.ts OUT_JSON TRAINING_DIR RENDERED');
}
const folds = 5;
const kept = { damaged: 90, sound: 60 } as const;
const random = createRandom(5);
const log = (line: string): boolean => process.stderr.write(`${line}\n`);

const scanSchema = z.object({
  file: z.string(),
  source: z.string(),
  classes: z.array(z.enum(defectClasses)),
  full: z.boolean().default(false),
  boxes: z.array(z.object({ class: z.enum(defectClasses), box: z.array(z.number()) })).default([]),
  polygons: z
    .array(z.object({ class: z.enum(defectClasses), polygon: z.array(z.tuple([z.number(), z.number()])) }))
    .default([]),
});
type Scan = z.output<typeof scanSchema>;

/** A picture of 512 x 512 pixels and the class of each pixel. */
interface Masked {
  pixels: Pixels;
  mask: Uint8Array;
}

const indexOf = (name: (typeof defectClasses)[number]): number => defectClasses.indexOf(name);

const holds = (polygon: readonly (readonly [number, number])[], x: number, y: number): boolean => {
  let inside = false;
  for (const [n, [x1, y1]] of polygon.entries()) {
    const [x2, y2] = polygon[(n + 1) % polygon.length] ?? [0, 0];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
};

/** The class of each pixel of a scan. */
function maskOf({ boxes, classes: [first = 'none'], full, polygons }: Scan): Uint8Array {
  const mask = new Uint8Array(inputSize * inputSize).fill(full ? indexOf(first) : 0);
  for (let n = 0; n < mask.length; n += 1) {
    const [x, y] = [((n % inputSize) + 0.5) / inputSize, (Math.floor(n / inputSize) + 0.5) / inputSize];
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

async function cut({ pixels, mask }: Masked, part: { left: number; top: number; width: number; height: number }) {
  const smaller = await resample(pixels, inputSize, inputSize, part);
  const kernel = { fit: 'fill', kernel: 'nearest' } as const;
  const raw = { raw: { width: inputSize, height: inputSize, channels: 1 as const } };
  const cutMask = await sharp(mask, raw)
    .extract(part)
    .resize(inputSize, inputSize, kernel)
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { pixels: smaller, mask: new Uint8Array(cutMask) };
}

async function mirrored({ pixels, mask }: Masked): Promise<Masked> {
  const raw = { width: inputSize, height: inputSize };
  return {
    pixels: {
      ...pixels,
      data: await sharp(pixels.data, { raw: { ...raw, channels: 3 } })
        .flop()
        .raw()
        .toBuffer(),
    },
    mask: new Uint8Array(
      await sharp(mask, { raw: { ...raw, channels: 1 } })
        .flop()
        .extractChannel(0)
        .raw()
        .toBuffer(),
    ),
  };
}

const cellsOf = async (detector: Detector, { pixels, mask }: Masked): Promise<TrainingCells> =>
  sampleCells(await detector.readFeatures(pixels), labelMask(mask), kept, random);

function randomPart(from: number, to: number) {
  const size = Math.floor(inputSize * (from + random() * (to - from)));
  const [left, top] = [random(), random()].map((share) => Math.floor(share * (inputSize - size))) as [number, number];
  return { left, top, width: size, height: size };
}

/** The smallest box around all marked pixels of each class of a scan, with which findings are compared. */
function boxesOf(mask: Uint8Array): { category: DefectClass; box: BoundingBox }[] {
  const found = new Map<number, [number, number, number, number]>();
  for (const [n, value] of mask.entries()) {
    if (value === 0) continue;
    const [x, y] = [n % inputSize, Math.floor(n / inputSize)];
    const [left, top, right, bottom] = found.get(value) ?? [x, y, x, y];
    found.set(value, [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]);
  }
  return [...found].map(([value, [left, top, right, bottom]]) => ({
    category: defectClasses[value] as DefectClass,
    box: {
      x: left / inputSize,
      y: top / inputSize,
      width: (right + 1 - left) / inputSize,
      height: (bottom + 1 - top) / inputSize,
    },
  }));
}

async function readScan(detector: Detector, surfaces: string, scan: Scan): Promise<Example & { source: string }> {
  const path = join(surfaces, scan.file);
  const pixels = await decodeUpright(path, await readHeader(path), 1600);
  const mask = maskOf(scan);
  const { features, objects } = await detector.detect(pixels);
  const views: View[] = await viewsOf(pixels, features, detector.readFeatures);
  const whole = { pixels: await resample(pixels, inputSize, inputSize), mask };
  const cells = [
    sampleCells(views[0]?.features ?? new Float32Array(), labelMask(mask), kept, random),
    await cellsOf(detector, await mirrored(whole)),
    await cellsOf(detector, await cut(whole, randomPart(0.45, 0.8))),
    await cellsOf(detector, await mirrored(await cut(whole, randomPart(0.45, 0.8)))),
  ];
  return {
    photo: { id: scan.file, path, defects: boxesOf(mask), unknown: [] },
    source: scan.source.split('/').slice(0, 2).join('/'),
    cells,
    objects,
    pixels: whole.pixels,
    views: () => Promise.resolve(views),
  };
}

const roadClasses = [0, indexOf('crack'), indexOf('floor_damage')];

async function readRoad(
  detector: Detector,
  roads: string,
  entry: { file: string; mask: string },
): Promise<TrainingCells[]> {
  const size = { width: inputSize, height: inputSize, fit: 'fill' } as const;
  const data = await sharp(join(roads, entry.file))
    .resize({ ...size, kernel: 'linear' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const mask = await sharp(join(roads, entry.mask))
    .extractChannel(0)
    .resize({ ...size, kernel: 'nearest' })
    .raw()
    .toBuffer();
  const road = {
    pixels: { data, width: inputSize, height: inputSize },
    mask: Uint8Array.from(mask, (value) => roadClasses[value] ?? 0),
  };
  const lower = await cut(road, { left: Math.floor(random() * 200), top: 200, width: 312, height: 312 });
  return Promise.all([cellsOf(detector, road), cellsOf(detector, lower)]);
}

/** Photographs of one source are in the same fold, because parts of one scan are alike. */
function groupBySource(scans: readonly (Example & { source: string })[]) {
  const groups: Example[][] = Array.from({ length: folds }, () => []);
  const bySource = [...Map.groupBy(scans, ({ source }) => source).values()].toSorted((a, b) => b.length - a.length);
  for (const own of bySource) groups.toSorted((a, b) => a.length - b.length)[0]?.push(...own);
  return groups;
}

const detector = await createDetector();
const surfaces = join(folder, 'surfaces');
const entries = z.array(scanSchema).parse(JSON.parse(await readFile(join(surfaces, 'manifest.json'), 'utf8')));
const scans: (Example & { source: string })[] = [];
for (const entry of entries) scans.push(await readScan(detector, surfaces, entry));
log(`${scans.length} scans`);
const always: TrainingCells[] = [];
const roads = join(folder, 'roads');
const roadEntries = z
  .array(z.object({ file: z.string(), mask: z.string() }))
  .parse(JSON.parse(await readFile(join(roads, 'manifest.json'), 'utf8')));
for (const entry of roadEntries) always.push(...(await readRoad(detector, roads, entry)));
log(`${roadEntries.length} roads`);
for (let n = 0; n < Number(renderedText); n += 1) {
  const { pixels, mask } = await makePicture(700_000 + n, n % 5 < 3 ? 'defects' : 'scenes');
  always.push(await cellsOf(detector, { pixels: { data: pixels, width: inputSize, height: inputSize }, mask }));
  if (n % 50 === 49) log(`${n + 1} rendered`);
}
const others = { cells: always };
const full = new Set(entries.filter((entry) => entry.full).map(({ file }) => file));
const read: ReadExample[] = [];
for (const group of groupBySource(scans)) {
  const chances = createHead(trainOn([...scans.filter((scan) => !group.includes(scan)), others], defectClasses, null));
  for (const example of group) {
    if (!full.has(example.photo.id)) read.push(await readWith({ chances, classes: defectClasses }, example));
  }
  log(`${read.length} read by heads that did not see their source`);
}
const limits = chooseLimits((choice) => outcomesWith(read, choice));
const confidence = calibrate(predictionsOf(read, limits));
log(JSON.stringify({ figures: figuresOf(outcomesWith(read, limits)), limits, confidence }));
const weights = trainOn([...scans, others], defectClasses, null);
await writeFile(out, `${JSON.stringify({ ...encodeHead(weights), limits, confidence })}\n`);
