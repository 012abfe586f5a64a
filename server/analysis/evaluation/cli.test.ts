import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eval-'));
  const plain = { width: 640, height: 480, channels: 3 as const };
  await sharp({ create: { ...plain, background: '#c8c4bc' } })
    .jpeg()
    .toFile(join(dir, 'wall.jpg'));
  await sharp({ create: { ...plain, background: '#020202' } })
    .jpeg()
    .toFile(join(dir, 'dark.jpg'));
  await writeFile(
    join(dir, 'manifest.json'),
    JSON.stringify([
      { file: 'wall.jpg', kind: 'clean' },
      { file: 'dark.jpg', kind: 'dark' },
    ]),
  );
});
afterAll(() => rm(dir, { recursive: true }));

const evaluate = (...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, '--sheet', join(dir, 'sheet.html'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(dir, 'data') },
  });

test('the figures of the engine are printed as text and as JSON, with a page of the photos [api.commandline.3]', async () => {
  const manifest = join(dir, 'manifest.json');
  const figures = JSON.parse((await evaluate('--json', manifest)).stdout);
  expect(figures).toMatchObject({
    photos: 2,
    falseAlarms: { hits: 0, of: 1, share: 0 },
    poorRefused: { hits: 1, of: 1, share: 1 },
    found: { of: 0, share: null },
  });
  expect((await evaluate(manifest)).stdout).toMatch(/clean photos with a finding \(false alarms\) +0\.00 +0\/1/);
  expect(await readFile(join(dir, 'sheet.html'), 'utf8')).toContain('dark.jpg');
});
