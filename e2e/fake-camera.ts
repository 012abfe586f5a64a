import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { samplePicture } from '#test/sample-pictures.ts';

const size = { width: 1920, height: 1080 };

/** Converts a picture to YUV 4:2:0 planes (BT.601): full size for Y, half size for U and V. */
function toPlanes(rgb: Buffer): Buffer {
  const { width, height } = size;
  const [y, u, v] = [
    Buffer.alloc(width * height),
    Buffer.alloc((width * height) / 4),
    Buffer.alloc((width * height) / 4),
  ];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const at = row * width + column;
      const [r = 0, g = 0, b = 0] = rgb.subarray(at * 3, at * 3 + 3);
      y[at] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (row % 2 === 1 || column % 2 === 1) continue;
      const half = ((row / 2) * width) / 2 + column / 2;
      u[half] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
      v[half] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
    }
  }
  return Buffer.concat([y, u, v]);
}

/** Writes a film for Chromium's fake camera: a sample picture in 1920x1080, repeated. */
export async function writeFilm(path: string, file: string, picturesASecond: number): Promise<void> {
  const { data } = await sharp(await samplePicture(file))
    .resize({ ...size, fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const planes = toPlanes(data);
  const header = Buffer.from(`YUV4MPEG2 W${size.width} H${size.height} F${picturesASecond}:1 Ip A1:1 C420jpeg\n`);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), planes]);
  await writeFile(path, Buffer.concat([header, frame, frame]));
}

/**
 * Returns a film with two pictures a second. More would cost a third of the processor time of the stories that
 * record. The film is kept for one run only, because the next run may draw the picture differently.
 */
export async function filmOf(file: string): Promise<string> {
  const folder = process.env['STORY_FILMS'] ?? '';
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${file}.y4m`);
  if (existsSync(path)) return path;
  const unfinished = `${path}.${process.pid}`;
  await writeFilm(unfinished, file, 2);
  await rename(unfinished, path);
  return path;
}
