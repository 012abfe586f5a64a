import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../random.rules.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);
let dir: string;
let manifest: string;

/** A plain wall in some colour; `blot` darkens a part of it, as damp does. */
async function wall(file: string, seed: number, blot?: [number, number, number, number]): Promise<void> {
  const random = createRandom(seed);
  const [width, height] = [480, 360];
  const base = [170 + random() * 60, 160 + random() * 60, 150 + random() * 60];
  const data = Buffer.alloc(width * height * 3);
  for (let n = 0; n < width * height; n += 1) {
    const [x, y] = [(n % width) / width, Math.floor(n / width) / height];
    const [left, top, wide, high] = blot ?? [2, 2, 0, 0];
    const isDark = x > left && x < left + wide && y > top && y < top + high;
    const shade = (isDark ? 0.45 + 0.25 * random() : 0.92 + 0.08 * random()) * (0.9 + 0.1 * x);
    for (let c = 0; c < 3; c += 1) data[n * 3 + c] = Math.min(255, (base[c] as number) * shade);
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toFile(file);
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'learn-'));
  const random = createRandom(3);
  const photos = [];
  for (let n = 0; n < 20; n += 1) {
    const file = `wall-${n}.jpg`;
    const box: [number, number, number, number] = [random() * 0.5, random() * 0.5, 0.35 + random() * 0.1, 0.35];
    const isDamaged = n % 2 === 0;
    await wall(join(dir, file), n, isDamaged ? box : undefined);
    photos.push({
      file,
      kind: isDamaged ? 'defect' : 'clean',
      defects: isDamaged ? [{ class: 'water_damage', box }] : [],
    });
  }
  await wall(join(dir, 'unseen.jpg'), 99, [0.2, 0.3, 0.4, 0.4]);
  manifest = join(dir, 'manifest.json');
  await writeFile(manifest, JSON.stringify(photos));
}, 60_000);
afterAll(() => rm(dir, { recursive: true }));

const env = () => ({ PATH: process.env['PATH'], DATA_DIR: join(dir, 'data') });
const learn = async (...args: string[]) =>
  (await run(process.execPath, [script('./cli.ts'), ...args], { env: env() })).stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
async function analyze() {
  const { stdout } = await run(process.execPath, [script('../cli.ts'), join(dir, 'unseen.jpg')], { env: env() });
  return JSON.parse(stdout).analysis;
}

test(
  'an installation learns from labelled photos, uses what is better, and can go back [api.commandline.2]',
  { timeout: 300_000 },
  async () => {
    const [learned] = await learn(manifest);
    expect(learned).toMatchObject({
      photos: 20,
      categories: [{ category: 'water_damage', photos: 10, wants: 0 }],
      before: { damaged: 10, clean: 10 },
      after: { damaged: 10, clean: 10 },
      version: 1,
      switched: true,
    });
    expect(learned.after.rightClass).toBeGreaterThan(learned.before.rightClass);
    expect(learned.after.rightPlace).toBeGreaterThanOrEqual(8);

    const analysis = await analyze();
    expect(analysis.engine.version).toMatch(/\+learned\.1$/);
    expect(analysis.detectedIssues).toEqual([expect.objectContaining({ category: 'water_damage' })]);

    expect(await learn('--list')).toEqual([expect.objectContaining({ number: 1, photos: 20, inUse: true })]);
    await learn('--use', 'shipped');
    expect((await analyze()).engine.version).not.toMatch(/learned/);
    await learn('--use', '1');
    expect((await analyze()).engine.version).toMatch(/\+learned\.1$/);
  },
);

test.each([
  [[], /^Usage: /],
  [['--use', '7'], /^There is no version 7\./],
  [['--use', 'best'], /^Usage: /],
  [['/nowhere/manifest.json'], /^\/nowhere\/manifest\.json cannot be read\./],
])('what cannot be done is said in one sentence, %j', async (args, sentence) => {
  await expect(learn(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
});

test('too few photos are refused with what is missing', async () => {
  const few = join(dir, 'few.json');
  await writeFile(few, JSON.stringify([{ file: 'wall-1.jpg', kind: 'clean' }]));
  await expect(learn(few)).rejects.toMatchObject({
    code: 1,
    stderr: 'There are 0 photos with damage and 1 without; learning needs at least 10 and 10.\n',
  });
});
