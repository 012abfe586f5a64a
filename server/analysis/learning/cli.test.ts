import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { until } from '#test/until.ts';
import { wall, trainingWalls } from '#test/walls.ts';

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const run = promisify(execFile);
let dir: string;
let manifest: string;
let database: TestDatabase;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'learn-'));
  database = await createTestDatabase();
  const photos = [];
  for (const { seed, blot } of trainingWalls()) {
    const file = `wall-${seed}.jpg`;
    await writeFile(join(dir, file), await wall(seed, blot));
    const defects = blot ? [{ class: 'water_damage', box: blot }] : [];
    photos.push({ file, kind: blot ? 'defect' : 'clean', defects });
  }
  await writeFile(join(dir, 'unseen.jpg'), await wall(99, [0.2, 0.3, 0.4, 0.4]));
  manifest = join(dir, 'manifest.json');
  await writeFile(manifest, JSON.stringify(photos));
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true });
});

const env = () => ({ PATH: process.env['PATH'], DATA_DIR: join(dir, 'data'), DATABASE_URL: database.url });
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
  'an installation learns from labeled photos, uses what is better, and can go back [api.commandline.2]',
  { timeout: 300_000 },
  async () => {
    const [learned] = await learn(manifest);
    expect(learned).toMatchObject({
      photos: 20,
      categories: [
        { category: 'water_damage', photos: 10, wants: 0, before: expect.any(Number), after: expect.any(Number) },
      ],
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
  [['--all'], /^Usage: /],
  [['manifest.json', '--list'], /^Usage: /],
  [[], /^There are 0 photos with damage and 0 without; learning needs/],
  [['--use', '7'], /^There is no version 7$/m],
  [['--use', 'best'], /^Usage: /],
  [['/nowhere/manifest.json'], /^\/nowhere\/manifest\.json cannot be read\./],
])('refuses %j with one sentence', async (args, sentence) => {
  await expect(learn(...args)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(sentence) });
});

test('too few photos are refused, naming what is missing', async () => {
  const few = join(dir, 'few.json');
  await writeFile(few, JSON.stringify([{ file: 'wall-1.jpg', kind: 'clean' }]));
  await expect(learn(few)).rejects.toMatchObject({
    code: 1,
    stderr: 'There are 0 photos with damage and 1 without; learning needs at least 10 and 10.\n',
  });
});

/** The processes that a process has started and that still run. */
const childrenOf = async (pid: number): Promise<number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')).split(' ').filter(Boolean).map(Number);

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends the learning with its worker and its temporary file', async (signal, code) => {
  const temporary = await mkdtemp(join(dir, 'temporary-'));
  const command = spawn(process.execPath, [script('./cli.ts'), manifest], {
    env: { ...env(), TMPDIR: temporary },
    stdio: 'ignore',
  });
  const ended = once(command, 'exit');
  // The worker has written the features of the first photo: it is in the middle of its work.
  const begun = async () => {
    const [file] = await readdir(temporary);
    return file && (await stat(join(temporary, file))).size > 0 ? file : undefined;
  };
  // A busy machine takes a while to load the networks.
  await until(begun, 'The learning does not begin', 60);
  const workers = await childrenOf(command.pid ?? 0);
  expect(workers).toHaveLength(1);
  command.kill(signal);
  expect(await ended).toEqual([code, null]);
  expect(workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  expect(await readdir(temporary)).toEqual([]);
});
