import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analysisSchema } from '#contract/analysis.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'analyze-'));
});
afterAll(() => rm(dir, { recursive: true }));

/**
 * The lines that the command prints, parsed as JSON. It runs in a folder of its own, in which no data folder may
 * appear.
 */
async function analyze(engine: string | undefined, ...files: string[]): Promise<Record<string, unknown>[]> {
  const env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], DATA_DIR: '/dev/null/none', DATABASE_URL: 'nowhere' };
  if (engine !== undefined) env['AI_ENGINE'] = engine;
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...files], { cwd: dir, env });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('prints one line for each file, in order, without a database or a data folder [api.commandline.1]', async () => {
  const [photo, text] = [join(dir, 'photo.jpg'), join(dir, 'notes.jpg')];
  await sharp({ create: { width: 640, height: 480, channels: 3, background: '#88aacc' } })
    .jpeg()
    .toFile(photo);
  await writeFile(text, 'this is a text of more than sixteen bytes');
  const [missing, folder, notes, good] = await analyze(undefined, join(dir, 'gone.jpg'), dir, text, photo);
  expect(missing).toEqual({ file: join(dir, 'gone.jpg'), error: 'File not found.' });
  expect(folder).toEqual({ file: dir, error: 'Not a file.' });
  expect(notes).toEqual({ file: text, error: expect.stringMatching(/^[A-Z].*\w/) });
  expect(good?.['file']).toBe(photo);
  expect(analysisSchema.parse(good?.['analysis']).engine.name).toBe('builtin');
});

test('uses the configured engine, and reports when it is off [api.commandline.1, decisions.analysis.1]', async () => {
  const lines = await analyze('off', 'a.jpg', 'b.jpg');
  const error = 'Analysis is switched off: the setting AI_ENGINE is off.';
  expect(lines).toEqual([
    { file: 'a.jpg', error },
    { file: 'b.jpg', error },
  ]);
});

test('names an unknown engine', async () => {
  const [line] = await analyze('crystal-ball', 'a.jpg');
  expect(line?.['error']).toMatch(/^AI_ENGINE must be one of .*builtin/);
});
