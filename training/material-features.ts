// node scripts/run.mjs training/material-features.ts OUT_FILE SEED COUNT [ROADS_DIR]
// Reads the road photos if given, renders COUNT pictures, and writes features and materials of a sample of cells.
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { featureDepth, gridSize, inputSize } from '#contract/vision/grid.ts';
import { materialClasses, type MaterialClass } from '#server/analysis/surface-classes.rules.ts';
import { createDetector } from '#server/analysis/engine/builtin/detector.ts';
import { createRandom } from '#server/analysis/random.rules.ts';
import { another, photographed } from './pictures.ts';
import { closeUp, interior, outside } from './places.ts';
import { createDice } from './surfaces.ts';
import type { Dice } from './surfaces.ts';

const ignored = 255;
/** The share of a cell that one material must cover. */
const enough = 0.75;
/** The maximum number of cells of one material taken from one picture. */
const most = 45;
/** The share of dark pictures, so that black areas are not learned as asphalt. */
const darkShare = 0.3;
const darkest = 0.1;

const [out, seedText, countText, roads] = process.argv.slice(2);
if (!out || !seedText || !countText)
  throw new Error('Usage: node scripts/run.mjs training/material-features.ts OUT_FILE SEED COUNT [ROADS_DIR]');
const seed = Number(seedText);
const random = createRandom(seed);
const detector = await createDetector();
const file = createWriteStream(out);
const cell = inputSize / gridSize;

function labelCells(materials: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: gridSize * gridSize }, (_, n) => {
    const counts = new Uint32Array(materialClasses.length);
    const [x, y] = [(n % gridSize) * cell, Math.floor(n / gridSize) * cell];
    for (let k = 0; k < cell * cell; k += 1) {
      const value = materials[(y + Math.floor(k / cell)) * inputSize + x + (k % cell)] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const top = counts.indexOf(Math.max(...counts));
    return (counts[top] ?? 0) >= enough * cell * cell ? top : ignored;
  });
}

async function record(pixels: Buffer, labels: Uint8Array): Promise<void> {
  const features = await detector.readFeatures({ data: pixels, width: inputSize, height: inputSize });
  const taken = new Uint32Array(materialClasses.length);
  const shuffled = Array.from(labels.keys(), (n) => ({ n, order: random() })).toSorted((a, b) => a.order - b.order);
  for (const { n } of shuffled) {
    const label = labels[n] ?? ignored;
    if (label === ignored || (taken[label] = (taken[label] ?? 0) + 1) > most) continue;
    const values = new Float32Array(featureDepth + 1);
    values[0] = label;
    values.set(features.subarray(n * featureDepth, (n + 1) * featureDepth), 1);
    if (!file.write(new Uint8Array(values.buffer))) await once(file, 'drain');
  }
}

/** In a road photo, asphalt fills a wedge from the lower edge, and green areas beside it are plants. */
function roadLabels(pixels: Buffer): Uint8Array {
  const id = (name: MaterialClass): number => materialClasses.indexOf(name);
  return Uint8Array.from({ length: gridSize * gridSize }, (_, n) => {
    const [x, y] = [((n % gridSize) + 0.5) / gridSize, (Math.floor(n / gridSize) + 0.5) / gridSize];
    if (y > 0.2 && Math.abs(x - 0.5) < 0.08 + 0.3 * y) return id('asphalt');
    if (y > 0.25 || Math.abs(x - 0.5) < 0.3) return ignored;
    const mean = [0, 0, 0];
    for (let k = 0; k < cell * cell; k += 1) {
      const at =
        ((Math.floor(n / gridSize) * cell + Math.floor(k / cell)) * inputSize + (n % gridSize) * cell + (k % cell)) * 3;
      for (let c = 0; c < 3; c += 1) mean[c] = (mean[c] ?? 0) + (pixels[at + c] ?? 0);
    }
    const [r = 0, g = 0, b = 0] = mean;
    return g > r * 1.08 && g > b * 1.2 ? id('plants') : ignored;
  });
}

/** Varies a road photo like other cameras and light would. */
async function recordRoad(path: string, dice: Dice): Promise<void> {
  const picture = sharp(path).resize(inputSize, inputSize, { fit: 'fill' });
  const shift = dice.between(-30, 30);
  const pixels = await (dice.chance(0.4) ? picture.blur(dice.between(0.5, 1.5)) : picture)
    .flop(dice.chance(0.5))
    .linear([dice.between(0.75, 1.3), dice.between(0.8, 1.25), dice.between(0.75, 1.3)], [shift, shift, shift])
    .removeAlpha()
    .raw()
    .toBuffer();
  await record(pixels, roadLabels(pixels));
}

if (roads) {
  const dice = createDice(seed);
  const names = (await readdir(roads)).filter((name) => name.endsWith('.jpg')).toSorted();
  for (const name of names) await recordRoad(join(roads, name), dice);
}
for (let n = 0; n < Number(countText); n += 1) {
  const dice = createDice(seed + n);
  const roll = dice.next();
  const scene = roll < 0.4 ? interior(dice) : roll < 0.65 ? outside(dice) : roll < 0.9 ? closeUp(dice) : another(dice);
  const { materials, pixels } = await photographed(dice, scene, dice.chance(darkShare) ? darkest : undefined);
  await record(pixels, labelCells(materials));
  if (n % 100 === 99) process.stderr.write(`${n + 1} pictures\n`);
}
file.end();
await once(file, 'finish');
