// node server/sample/pictures/render.ts OUT_DIR  draws the sample pictures and prints a list of them.
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AreaCode } from '#contract/area-codes.ts';
import { samplePictures } from './samples/all.ts';

export interface DrawnPicture {
  /** Path of the JPEG. */
  file: string;
  filename: string;
  areaCode: AreaCode;
  title: string;
}

/** What there is to draw, without drawing it. */
export function listSamplePictures(dir: string): DrawnPicture[] {
  return samplePictures.map(({ area, file, title }) => ({
    file: join(dir, file),
    filename: file,
    areaCode: area,
    title,
  }));
}

/**
 * Draws all sample pictures into a folder, in threads of their own, so that the caller's event loop stays free.
 * `onPicture` hears of each, for progress.
 */
export async function renderSamplePictures(
  dir: string,
  onPicture?: (picture: DrawnPicture, of: number) => void,
): Promise<DrawnPicture[]> {
  await mkdir(dir, { recursive: true });
  const threads = Math.min(4, availableParallelism());
  const pictures = listSamplePictures(dir);
  const drawShare = (first: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
        workerData: { dir, first, of: threads },
      });
      worker.on('message', (index: number) => {
        const picture = pictures[index];
        if (picture) onPicture?.(picture, pictures.length);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`Drawing ended with code ${code}`))));
    });
  await Promise.all(Array.from({ length: threads }, (_, first) => drawShare(first)));
  return pictures;
}

if (import.meta.main) {
  const dir = process.argv[2];
  if (!dir) throw new Error('Usage: node server/sample/pictures/render.ts OUT_DIR');
  await renderSamplePictures(dir, ({ areaCode, file, title }, of) => {
    process.stdout.write(`${JSON.stringify({ file, area: areaCode, title, of })}\n`);
  });
}
