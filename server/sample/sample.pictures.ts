import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { areaCodes } from '#contract/area-codes.ts';

const script = fileURLToPath(new URL('./pictures/render.ts', import.meta.url));
const pictureLine = z.object({ file: z.string(), area: z.enum(areaCodes), title: z.string(), of: z.number() });
export type SamplePicture = z.infer<typeof pictureLine>;

interface Drawing {
  folder: string;
  signal: AbortSignal;
  /** The names of pictures that are not drawn. */
  except: readonly string[];
}
/** Draws the sample pictures into a folder; `onPicture` is called with each as soon as it is done. */
export type DrawPictures = (drawing: Drawing, onPicture: (picture: SamplePicture) => Promise<void>) => Promise<void>;

/**
 * Draws at a fraction of the full size, in a separate process with the lowest priority, because it occupies a core for
 * a minute and pages must stay responsive.
 */
export const drawPicturesAt =
  (scale: number): DrawPictures =>
  async ({ folder, signal, except }, onPicture) => {
    const child = spawn('nice', ['-n', '19', process.execPath, script, folder, String(scale), ...except], {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    let complaints = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaints = `${complaints}${chunk.toString()}`.slice(-2000);
    });
    const ended = new Promise<void>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`Drawing the sample pictures failed: ${complaints}`)),
      );
    });
    ended.catch(() => undefined);
    for await (const line of createInterface({ input: child.stdout }))
      await onPicture(pictureLine.parse(JSON.parse(line)));
    await ended;
  };

export const drawPictures = drawPicturesAt(1);
