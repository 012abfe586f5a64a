// node scripts/run.mjs training/settle-damage.ts OUT_JSON CELLS_DIR TRAINING_DIR
// Makes the shipped head for damage: the weights of head-all.json, and the limits and the confidence that suit photographs
// whose sources the head never saw, as head-0.json to head-4.json read them. Prints how well those read them, and puts each of
// them where `DATA_DIR=CELLS_DIR/measured/FOLD npm run eval` takes it for the head in use, to be measured with wide.ts.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createHead, type Head } from '#contract/vision/head.ts';
import { inputSize } from '#contract/vision/grid.ts';
import type { FoundObject } from '#contract/vision/objects.ts';
import type { ReadView } from '#contract/vision/regions.ts';
import { encodeHead } from '#server/analysis/engine/builtin/head.ts';
import { weightsOf } from '#server/analysis/engine/builtin/surface-model.ts';
import { predictionsOf, outcomesWith, type ReadExample } from '#server/analysis/learning/cross-validation.ts';
import { installedFile } from '#server/analysis/learning/installed-file.ts';
import { calibrate, chooseLimits, figuresOf } from '#server/analysis/learning/outcomes.rules.ts';
import { defectClasses } from '#server/analysis/surface-classes.rules.ts';
import { readCells } from './cell-files.ts';
import { boxesIn, folds, maskOf, readScans } from './scans.ts';
import { loadSquare } from './textures.ts';

/** The shipped head reads photos of hotels that nobody has shown it, so an alarm costs twice what a right finding is worth. */
const alarmCost = 2;

const [out, folder, trainingFolder] = process.argv.slice(2);
if (!out || !folder || !trainingFolder) {
  throw new Error('Usage: node scripts/run.mjs training/settle-damage.ts OUT_JSON CELLS_DIR TRAINING_DIR');
}
const load = async (name: string) =>
  weightsOf(JSON.parse(await readFile(join(folder, `head-${name}.json`), 'utf8')) as unknown);
const heads: Head[] = [];
for (let fold = 0; fold < folds; fold += 1) heads.push(createHead(await load(String(fold))));

const views = new Map<string, { parts: ReadView[]; objects: FoundObject[] }>();
for await (const { features, name, objects = [], part, sources } of readCells(folder, 'scans')) {
  const head = heads[sources[0] ?? -1];
  if (!part || !head) continue;
  const own = views.get(name) ?? { parts: [], objects };
  own.parts.push({ part, chances: head(features) });
  views.set(name, own);
}

const surfaces = join(trainingFolder, 'surfaces');
const read: ReadExample[] = [];
for (const scan of await readScans(surfaces)) {
  const own = views.get(scan.file);
  // Damage all over a scan has no place that could be missed.
  if (!own || scan.full) continue;
  const defects = boxesIn(maskOf(scan), inputSize).map(({ box, category }) => ({
    category,
    box: {
      x: box.left / inputSize,
      y: box.top / inputSize,
      width: box.width / inputSize,
      height: box.height / inputSize,
    },
  }));
  const path = join(surfaces, scan.file);
  const photo = { id: scan.file, path, defects, unknown: [] };
  const pixels = await loadSquare(path, inputSize);
  const example = { photo, cells: [], objects: own.objects, pixels, views: () => Promise.resolve([]) };
  read.push({ example, classes: defectClasses, views: own.parts });
}
const limits = chooseLimits((choice) => outcomesWith(read, choice), alarmCost);
const confidence = calibrate(predictionsOf(read, limits));
process.stdout.write(`${JSON.stringify({ figures: figuresOf(outcomesWith(read, limits)), limits, confidence })}\n`);
for (let fold = 0; fold < folds; fold += 1) {
  const file = installedFile(join(folder, 'measured', String(fold)));
  const head = { ...encodeHead(await load(String(fold))), limits, confidence };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify({ number: fold + 1, head })}\n`);
}
const weights = await load('all');
await writeFile(out, `${JSON.stringify({ ...encodeHead(weights), limits, confidence })}\n`);
