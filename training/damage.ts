// node scripts/run.mjs training/damage.ts CELLS_DIR FOLD|all
// Trains a head for damage on what damage-cells.ts read, without the sources of FOLD, or on all of it, and writes it into
// CELLS_DIR as head-FOLD.json. settle-damage.ts makes the shipped head of these.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeHead } from '#server/analysis/engine/builtin/head.ts';
import { trainOn } from '#server/analysis/learning/cross-validation.ts';
import { sampleCells, type TrainingCells } from '#server/analysis/learning/examples.ts';
import { createRandom } from '#server/analysis/random.rules.ts';
import { defectClasses } from '#server/analysis/surface-classes.rules.ts';
import { readCells } from './cell-files.ts';

const [folder, fold] = process.argv.slice(2);
if (!folder || !fold) throw new Error('Usage: node scripts/run.mjs training/damage.ts CELLS_DIR FOLD|all');
const kept = { damaged: 90, sound: 60 } as const;
const random = createRandom(5);
const cells: TrainingCells[] = [];
for (const name of ['scans', 'roads', 'rendered', 'staged']) {
  for await (const { features, labels, sources } of readCells(folder, name)) {
    // A picture with anything from the fold would give it away.
    if (labels && !sources.includes(Number(fold))) cells.push(sampleCells(features, labels, kept, random));
  }
}
const weights = trainOn([{ cells }], defectClasses, null);
await writeFile(join(folder, `head-${fold}.json`), `${JSON.stringify(encodeHead(weights))}\n`);
process.stderr.write(
  `Trained on ${cells.length} views, ${fold === 'all' ? 'all there are' : `without fold ${fold}`}\n`,
);
