// node server/sample/pictures/render.ts OUT_DIR [SCALE [NAME…]]
// Draws the sample pictures, except those of the given names, and prints a line for each.
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { samplePictures } from './samples/all.ts';

/**
 * Draws sample pictures into a folder, in several threads. `onPicture` is called with the index of each as soon as it is
 * done.
 */
async function renderSamplePictures(
  dir: string,
  scale: number,
  indexes: readonly number[],
  onPicture: (index: number) => void,
): Promise<void> {
  await mkdir(dir, { recursive: true });
  const threads = Math.min(4, availableParallelism());
  const drawShare = (first: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
        workerData: { dir, indexes: indexes.filter((_, at) => at % threads === first), scale },
      });
      worker.on('message', onPicture);
      worker.on('error', reject);
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Drawing ended with code ${code}`))));
    });
  await Promise.all(Array.from({ length: threads }, (_, first) => drawShare(first)));
}

const [dir, scale = '1', ...except] = process.argv.slice(2);
if (!dir) throw new Error('Usage: node server/sample/pictures/render.ts OUT_DIR [SCALE [NAME…]]');
const wanted = samplePictures.flatMap(({ file }, index) => (except.includes(file) ? [] : [index]));
await renderSamplePictures(dir, Number(scale), wanted, (index) => {
  const sample = samplePictures[index];
  if (!sample) throw new Error(`There is no sample picture ${index}`);
  const { area, file, title } = sample;
  process.stdout.write(`${JSON.stringify({ file: join(dir, file), area, title, of: samplePictures.length })}\n`);
});
