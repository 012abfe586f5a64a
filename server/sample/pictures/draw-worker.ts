import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { drawSample } from './draw.ts';
import { samplePictures } from './samples/all.ts';

/** Draws every `of`-th sample picture starting at `first`, and reports the index of each. */
const { dir, first, of, scale } = workerData as { dir: string; first: number; of: number; scale: number };
for (let index = first; index < samplePictures.length; index += of) {
  const sample = samplePictures[index];
  if (!sample) break;
  await writeFile(join(dir, sample.file), await drawSample(sample, index, scale));
  parentPort?.postMessage(index);
}
