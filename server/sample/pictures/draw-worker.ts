import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { drawSample } from './draw.ts';
import { samplePictures } from './samples/all.ts';

/** Draws the sample pictures at these indexes, and reports the index of each. */
const { dir, indexes, scale } = workerData as { dir: string; indexes: readonly number[]; scale: number };
for (const index of indexes) {
  const sample = samplePictures[index];
  if (!sample) throw new Error(`There is no sample picture ${index}`);
  await writeFile(join(dir, sample.file), await drawSample(sample, index, scale));
  parentPort?.postMessage(index);
}
