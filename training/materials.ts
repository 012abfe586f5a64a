// node scripts/run.mjs training/materials.ts OUT_JSON EPOCHS FEATURE_FILE...
// Trains the head for materials on what material-features.ts wrote.
import { open, stat, writeFile } from 'node:fs/promises';
import { featureDepth } from '#contract/vision/grid.ts';
import { encodeHead } from '#server/analysis/engine/builtin/head.ts';
import { materialClasses } from '#server/analysis/surface-classes.rules.ts';
import { train } from '#server/analysis/learning/network.ts';
import type { TrainingSet } from '#server/analysis/learning/network.ts';

const [out, epochs, ...files] = process.argv.slice(2);
if (!out || !epochs || files.length === 0) {
  throw new Error('Usage: node scripts/run.mjs training/materials.ts OUT_JSON EPOCHS FEATURE_FILE...');
}
const classes = materialClasses;
const depth = featureDepth;
const recordBytes = (depth + 1) * 4;
const seed = 7;
async function load(paths: string[]): Promise<TrainingSet> {
  const sizes = await Promise.all(paths.map(async (path) => Math.floor((await stat(path)).size / recordBytes)));
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const features = new Float32Array(count * depth);
  const labels = new Uint8Array(count);
  let at = 0;
  for (const [n, path] of paths.entries()) {
    const file = await open(path);
    const chunk = Buffer.alloc(recordBytes * 4096);
    for (let left = sizes[n] ?? 0; left > 0;) {
      const rows = Math.min(left, 4096);
      await file.read(chunk, 0, rows * recordBytes);
      const values = new Float32Array(chunk.buffer, chunk.byteOffset, rows * (depth + 1));
      for (let row = 0; row < rows; row += 1) {
        labels[at] = values[row * (depth + 1)] ?? 0;
        features.set(values.subarray(row * (depth + 1) + 1, (row + 1) * (depth + 1)), at * depth);
        at += 1;
      }
      left -= rows;
    }
    await file.close();
  }
  return { count, depth, classes: classes.length, features, labels, classWeights: weigh(labels) };
}

/** Rarer classes get a higher weight, by the square root. */
function weigh(labels: Uint8Array): Float32Array {
  const counts = new Float64Array(classes.length);
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  const named = counts.subarray(1);
  const mean = named.reduce((sum, each) => sum + each, 0) / named.length;
  process.stderr.write(`${[...counts].map((each, n) => `${classes[n]} ${each}`).join(', ')}\n`);
  return Float32Array.from(counts, (each, n) => (n === 0 ? 1 : Math.min(3, Math.sqrt(mean / Math.max(1, each)))));
}

const network = train(await load(files), {
  epochs: Number(epochs),
  rate: 1e-3,
  seed,
  log: (line) => process.stderr.write(`${line}\n`),
});
await writeFile(out, `${JSON.stringify(encodeHead({ classes: [...classes], ...network }))}\n`);
