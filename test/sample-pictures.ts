import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { drawSample } from '#server/sample/pictures/draw.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';

const source = fileURLToPath(new URL('../server/sample/pictures', import.meta.url));
const folders = fileURLToPath(new URL('../node_modules/.cache/sample-pictures', import.meta.url));

/** Drawing takes seconds per picture, so pictures are kept as long as the code that draws them is unchanged. */
function folderOfVersion(): string {
  const hash = createHash('sha256').update(JSON.stringify(sharp.versions));
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (file.endsWith('.ts')) hash.update(file).update(readFileSync(join(source, file)));
  }
  return join(folders, hash.digest('hex').slice(0, 16));
}

const folder = folderOfVersion();

async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const stale = readdirSync(folders).filter((name) => name !== basename(folder));
  for (const name of stale) await rm(join(folders, name), { recursive: true, force: true });
  // Other test files read this folder at the same time, so a completed picture is moved into it.
  const draft = join(folder, `.${randomUUID()}`);
  await writeFile(draft, bytes);
  await rename(draft, join(folder, file));
}

/** The JPEG file of a sample picture. */
export async function samplePicture(file: string): Promise<Buffer> {
  const path = join(folder, file);
  if (existsSync(path)) return readFile(path);
  const index = samplePictures.findIndex((sample) => sample.file === file);
  const sample = samplePictures[index];
  if (!sample) throw new Error(`There is no sample picture ${file}`);
  const bytes = await drawSample(sample, index);
  await keep(file, bytes);
  return bytes;
}
