// node scripts/run.mjs training/damage-cells.ts CELLS_DIR TRAINING_DIR RENDERED STAGED
// Reads the pictures that the head for damage learns from with the detector and keeps its numbers for each of their cells:
// the photographs and scans of TRAINING_DIR (surfaces, roads), RENDERED pictures of the renderer and STAGED pictures, in
// which damage of the scans lies on sound scans and in rooms. What exists already is not made again.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { createDetector, type Detector } from '#server/analysis/engine/builtin/detector.ts';
import { viewsOf } from '#server/analysis/engine/builtin/defects.ts';
import { inputSize } from '#contract/vision/grid.ts';
import { decodeUpright, readHeader, resample, type Pixels } from '#server/analysis/picture/codec.ts';
import { createRandom } from '#server/analysis/random.rules.ts';
import { createCellFile, hasCells } from './cell-files.ts';
import { labelMask } from './masks.ts';
import { makePicture } from './pictures.ts';
import { folds, groupSources, indexOf, maskOf, readScans, sourceOf, type PixelBox, type Scan } from './scans.ts';
import { createStock, stagePicture, type Stock } from './staged.ts';
import { createDice } from './surfaces.ts';

const [out, folder, renderedText, stagedText] = process.argv.slice(2);
if (!out || !folder || !renderedText || !stagedText) {
  throw new Error('Usage: node scripts/run.mjs training/damage-cells.ts CELLS_DIR TRAINING_DIR RENDERED STAGED');
}
const random = createRandom(5);
const log = (line: string): boolean => process.stderr.write(`${line}\n`);

/** A picture of 512 x 512 pixels and the class of each pixel. */
interface Masked {
  pixels: Pixels;
  mask: Uint8Array;
}

async function cut({ pixels, mask }: Masked, part: PixelBox): Promise<Masked> {
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
  const flip = (data: Uint8Array, channels: 1 | 3) =>
    sharp(data, { raw: { width: inputSize, height: inputSize, channels } }).flop();
  return {
    pixels: { ...pixels, data: await flip(pixels.data, 3).raw().toBuffer() },
    mask: new Uint8Array(await flip(mask, 1).extractChannel(0).raw().toBuffer()),
  };
}

function randomPart(from: number, to: number): PixelBox {
  const size = Math.floor(inputSize * (from + random() * (to - from)));
  const [left, top] = [random(), random()].map((share) => Math.floor(share * (inputSize - size))) as [number, number];
  return { left, top, width: size, height: size };
}

type CellFile = Awaited<ReturnType<typeof createCellFile>>;

const saveMasked = async (
  detector: Detector,
  file: CellFile,
  name: string,
  sources: number[],
  { pixels, mask }: Masked,
) => file.add(await detector.readFeatures(pixels), { name, sources, labels: labelMask(mask) });

/** The parts that the engine reads of a scan, to measure with, and four views to train on. */
async function readScan(detector: Detector, file: CellFile, scan: Scan, fold: number): Promise<void> {
  const path = join(folder ?? '', 'surfaces', scan.file);
  const pixels = await decodeUpright(path, await readHeader(path), 1600);
  const { features, objects } = await detector.detect(pixels);
  const whole = { pixels: await resample(pixels, inputSize, inputSize), mask: maskOf(scan) };
  const [first, ...parts] = await viewsOf(pixels, features, detector.readFeatures);
  const row = { name: scan.file, sources: [fold] };
  if (first) await file.add(first.features, { ...row, part: first.part, objects, labels: labelMask(whole.mask) });
  for (const { features: numbers, part } of parts) await file.add(numbers, { ...row, part });
  await saveMasked(detector, file, scan.file, [fold], await mirrored(whole));
  await saveMasked(detector, file, scan.file, [fold], await cut(whole, randomPart(0.45, 0.8)));
  await saveMasked(detector, file, scan.file, [fold], await mirrored(await cut(whole, randomPart(0.45, 0.8))));
}

const roadClasses = [0, indexOf('crack'), indexOf('floor_damage')];

async function readRoad(detector: Detector, file: CellFile, roads: string, entry: { file: string; mask: string }) {
  const size = { width: inputSize, height: inputSize, fit: 'fill' } as const;
  const read = (name: string, kernel: 'linear' | 'nearest') => sharp(join(roads, name)).resize({ ...size, kernel });
  const data = await read(entry.file, 'linear').removeAlpha().raw().toBuffer();
  const mask = await read(entry.mask, 'nearest').extractChannel(0).raw().toBuffer();
  const road = {
    pixels: { data, width: inputSize, height: inputSize },
    mask: Uint8Array.from(mask, (value) => roadClasses[value] ?? 0),
  };
  const lower = await cut(road, { left: Math.floor(random() * 200), top: 200, width: 312, height: 312 });
  for (const view of [road, lower]) await saveMasked(detector, file, entry.file, [], view);
}

/** Pictures for learning alone: their sources are those of two folds, which are not measured with them. */
async function stage(detector: Detector, file: CellFile, count: number, scans: readonly Scan[]): Promise<void> {
  const groups = groupSources(scans, folds);
  const stocks = new Map<string, Stock>();
  for (let n = 0; n < count; n += 1) {
    const dice = createDice(900_000 + n);
    const pair = [n % folds, Math.floor(n / folds) % folds].toSorted((a, b) => a - b);
    const own = scans.filter((scan) => pair.some((fold) => groups[fold]?.has(sourceOf(scan))));
    const stock = stocks.get(pair.join()) ?? createStock(join(folder ?? '', 'surfaces'), own);
    stocks.set(pair.join(), stock);
    const { pixels, mask } = await stagePicture(dice, stock, {
      damage: dice.chance(0.3) ? 0 : dice.chance(0.7) ? 1 : 2,
      size: [0.06, 0.85],
      distractions: Math.floor(dice.between(0, 3.2)),
      height: Math.round(dice.between(320, 512)),
    });
    const picture = { pixels: { data: pixels, width: inputSize, height: inputSize }, mask };
    await saveMasked(detector, file, `staged ${n}`, pair, picture);
    if (n % 50 === 49) log(`${n + 1} staged`);
  }
}

async function unlessMade(name: string, make: (file: CellFile) => Promise<void>): Promise<void> {
  if (await hasCells(out ?? '', name)) return;
  const file = await createCellFile(out ?? '', name);
  await make(file);
  await file.close();
  log(`${name} are read`);
}

await mkdir(out, { recursive: true });
const detector = await createDetector();
const scans = await readScans(join(folder, 'surfaces'));
const groups = groupSources(scans, folds);
await unlessMade('scans', async (file) => {
  for (const scan of scans) {
    await readScan(
      detector,
      file,
      scan,
      groups.findIndex((group) => group.has(sourceOf(scan))),
    );
  }
});
await unlessMade('roads', async (file) => {
  const roads = join(folder, 'roads');
  const list = z.array(z.object({ file: z.string(), mask: z.string() }));
  for (const entry of list.parse(JSON.parse(await readFile(join(roads, 'manifest.json'), 'utf8')))) {
    await readRoad(detector, file, roads, entry);
  }
});
await unlessMade('rendered', async (file) => {
  for (let n = 0; n < Number(renderedText); n += 1) {
    const { pixels, mask } = await makePicture(700_000 + n, n % 5 < 3 ? 'defects' : 'scenes');
    const picture = { pixels: { data: pixels, width: inputSize, height: inputSize }, mask };
    await saveMasked(detector, file, `rendered ${n}`, [], picture);
    if (n % 50 === 49) log(`${n + 1} rendered`);
  }
});
await unlessMade('staged', (file) => stage(detector, file, Number(stagedText), scans));
