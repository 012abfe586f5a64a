// node scripts/run.mjs training/features.ts OUT_FILE SEED COUNT defects|scenes [ROADS_DIR]
// Renders COUNT pictures (and reads the road photos) and writes the features and classes of a sample of their cells.
import { readFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  cellFeatures,
  featureDepth,
  featureOutputs,
  gridSize,
  inputSize,
} from '#server/analysis/engine/builtin/features.ts';
import { defectClasses, type DefectClass } from '#server/analysis/surface-classes.rules.ts';
import { execute, loadModel } from '#server/analysis/engine/builtin/tensors.ts';
import { createRandom } from '#server/analysis/random.rules.ts';
import { makePicture } from './pictures.ts';
import type { TrainingPicture } from './pictures.ts';

/** One record: the class, then the features of the cell, as 32-bit floats. */
const recordLength = featureDepth + 1;
const ignored = 255;
/** Share of a cell that a defect must cover; thin things cover little. */
const enough: Partial<Record<DefectClass, number>> = { crack: 0.035, broken_tile: 0.2 };
const enoughElse = 0.3;

const [out, seedText, countText, mix, roads] = process.argv.slice(2);
if (!out || !seedText || !countText || (mix !== 'defects' && mix !== 'scenes')) {
  throw new Error('Usage: node scripts/run.mjs training/features.ts OUT_FILE SEED COUNT defects|scenes [ROADS_DIR]');
}
const keep = { defect: 160, clean: mix === 'scenes' ? 260 : 110 } as const;
const seed = Number(seedText);
const random = createRandom(seed);
const detector = await loadModel('centernet');
const file = createWriteStream(out);

/** Class of each cell of the grid; `ignored` where a defect covers it only a little. */
function labelCells(mask: Uint8Array): Uint8Array {
  const cell = inputSize / gridSize;
  const labels = new Uint8Array(gridSize * gridSize);
  for (const n of labels.keys()) {
    const counts = new Uint32Array(defectClasses.length);
    const [x, y] = [(n % gridSize) * cell, Math.floor(n / gridSize) * cell];
    for (let k = 0; k < cell * cell; k += 1) {
      const value = mask[(y + Math.floor(k / cell)) * inputSize + x + (k % cell)] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    counts[0] = 0;
    const most = counts.indexOf(Math.max(...counts));
    const share = (counts[most] ?? 0) / (cell * cell);
    const name = defectClasses[most];
    if (share === 0 || !name || name === 'none') labels[n] = 0;
    else labels[n] = share >= (enough[name] ?? enoughElse) ? most : ignored;
  }
  return labels;
}

async function record({ mask, pixels }: Pick<TrainingPicture, 'mask' | 'pixels'>): Promise<void> {
  const features = cellFeatures(
    execute(detector, { data: pixels, width: inputSize, height: inputSize }, featureOutputs),
  );
  const labels = labelCells(mask);
  const shuffled = Array.from(labels.keys(), (n) => ({ n, order: random() })).toSorted((a, b) => a.order - b.order);
  let [defects, clean] = [0, 0];
  for (const { n } of shuffled) {
    const label = labels[n] ?? ignored;
    if (label === ignored) continue;
    if (label === 0 ? (clean += 1) > keep.clean : (defects += 1) > keep.defect) continue;
    const values = new Float32Array(recordLength);
    values[0] = label;
    values.set(features.subarray(n * featureDepth, (n + 1) * featureDepth), 1);
    if (!file.write(new Uint8Array(values.buffer))) await once(file, 'drain');
  }
}

const roadClasses = [0, defectClasses.indexOf('crack'), defectClasses.indexOf('floor_damage')];

/** A road photo whole, and its lower left and right parts larger. */
async function recordRoad(folder: string, entry: { file: string; mask: string }): Promise<void> {
  const { height, width } = await sharp(join(folder, entry.file)).metadata();
  const parts = [
    { left: 0, top: 0, width, height },
    { left: 0, top: Math.floor(height * 0.4), width: Math.floor(width * 0.55), height: Math.floor(height * 0.6) },
    {
      left: Math.floor(width * 0.45),
      top: Math.floor(height * 0.4),
      width: Math.floor(width * 0.55),
      height: Math.floor(height * 0.6),
    },
  ];
  for (const part of parts) {
    const size = { width: inputSize, height: inputSize, fit: 'fill' } as const;
    const pixels = await sharp(join(folder, entry.file))
      .extract(part)
      .resize({ ...size, kernel: 'linear' })
      .raw()
      .toBuffer();
    const mask = await sharp(join(folder, entry.mask))
      .extract(part)
      .extractChannel(0)
      .resize({ ...size, kernel: 'nearest' })
      .raw()
      .toBuffer();
    await record({ pixels, mask: mask.map((value) => roadClasses[value] ?? 0) });
  }
}

if (roads) {
  const manifest = JSON.parse(await readFile(join(roads, 'manifest.json'), 'utf8')) as { file: string; mask: string }[];
  for (const entry of manifest) await recordRoad(roads, entry);
}
for (let n = 0; n < Number(countText); n += 1) {
  await record(await makePicture(seed + n, mix));
  if (n % 100 === 99) process.stderr.write(`${n + 1} pictures\n`);
}
file.end();
await once(file, 'finish');
