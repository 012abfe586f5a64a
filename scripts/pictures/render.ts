// node scripts/pictures/render.ts OUT_DIR  draws the sample pictures and prints a list of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { AreaCode } from '#contract/area-codes.ts';
import { develop } from './photograph.ts';
import { samplePictures } from './samples/all.ts';
import type { SamplePicture } from './samples/sample.ts';
import { render } from './trace.ts';

const size = { width: 1600, height: 1200 } as const;

export interface DrawnPicture {
  /** Path of the JPEG. */
  file: string;
  areaCode: AreaCode;
  filename: string;
  title: string;
}

/** One sample picture as a JPEG of 1600 x 1200; the same bytes every time. */
export async function renderSample(sample: SamplePicture, index: number): Promise<Buffer> {
  const scene = sample.scene();
  const frame = render(scene, size.width, size.height, index + 1);
  const rgb = develop(frame, { exposure: scene.exposure ?? 1, vignette: 0.28, grain: 0.022, warmth: 0.02 }, index + 50);
  return sharp(rgb, { raw: { ...size, channels: 3 } })
    .blur(0.45)
    .jpeg({ quality: 86 })
    .toBuffer();
}

/**
 * Draws all sample pictures into a folder, one after the other; `onPicture` hears of each, for progress.
 * Other work of the process goes on between pictures.
 */
export async function renderSamplePictures(
  dir: string,
  onPicture?: (picture: DrawnPicture, of: number) => void,
): Promise<DrawnPicture[]> {
  await mkdir(dir, { recursive: true });
  const drawn: DrawnPicture[] = [];
  for (const [index, sample] of samplePictures.entries()) {
    const file = join(dir, sample.file);
    await writeFile(file, await renderSample(sample, index));
    const picture = { file, areaCode: sample.area, filename: sample.file, title: sample.title };
    drawn.push(picture);
    onPicture?.(picture, samplePictures.length);
  }
  return drawn;
}

if (import.meta.main) {
  const dir = process.argv[2];
  if (!dir) throw new Error('Usage: node scripts/pictures/render.ts OUT_DIR');
  await renderSamplePictures(dir, ({ areaCode, file, title }, of) => {
    process.stdout.write(`${JSON.stringify({ file, area: areaCode, title, of })}\n`);
  });
}
