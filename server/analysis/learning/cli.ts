/**
 * npm run --silent learn -- MANIFEST...: trains this DATA_DIR's head on labelled photos and prints one line of JSON with
 * the figures before and after; it is in use from then on where it is better. `-- --list` prints every version, a line
 * each; `-- --use NUMBER` and `-- --use shipped` choose one.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError, readSetting } from '#server/config.ts';
import { readManifest, type LabelledPhoto as ManifestPhoto } from '../evaluation/manifest.ts';
import type { LabelledPhoto } from './examples.ts';
import { learn, type Progress } from './learn.ts';
import { createVersions } from './versions.ts';

const usage = 'Usage: npm run --silent learn -- MANIFEST... | --list | --use NUMBER|shipped';

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

function options() {
  try {
    return parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' }, use: { type: 'string' } } });
  } catch {
    return fail(usage);
  }
}

function dataDir(): string {
  try {
    return resolve(readSetting('DATA_DIR'));
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message);
    throw error;
  }
}

/** Photos that nobody can judge teach nothing about damage. */
const canBeJudged = ({ kind }: ManifestPhoto): boolean => kind === 'clean' || kind === 'defect' || kind === 'objects';

async function labelled({ defects, path }: ManifestPhoto): Promise<LabelledPhoto> {
  const bytes = await readFile(path).catch(() => fail(`${path} cannot be read.`));
  const id = hash('sha256', bytes, 'hex');
  return { id, path, defects: defects.map(({ box, class: category }) => ({ category, box })) };
}

function showProgress({ step, done, of }: Progress): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${step === 'reading' ? 'Reading' : 'Training'} ${done} of ${of}   `);
}

const { positionals: manifests, values } = options();
const versions = createVersions(dataDir());
if (values.list) {
  const current = await versions.currentNumber();
  for (const { outcomes: _, ...lesson } of await versions.list()) {
    print({ ...lesson, inUse: lesson.number === current });
  }
} else if (values.use !== undefined) {
  const number = values.use === 'shipped' ? null : Number(values.use);
  if (number !== null && !Number.isInteger(number)) fail(usage);
  await versions.use(number).catch((error: Error) => fail(error.message));
  print({ inUse: number ?? 'shipped' });
} else if (manifests.length === 0) {
  fail(usage);
} else {
  const photos = (await Promise.all(manifests.map(readManifest)).catch((error: Error) => fail(error.message))).flat();
  const judged = await Promise.all(photos.filter(canBeJudged).map(labelled));
  const different = [...new Map(judged.map((photo) => [photo.id, photo])).values()];
  const learned = await learn(different, { versions, onProgress: showProgress }).catch((error: Error) =>
    fail(error.message),
  );
  if (process.stderr.isTTY) process.stderr.write('\n');
  print(learned);
}
