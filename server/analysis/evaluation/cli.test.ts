import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startModelServer } from '#test/model-server.ts';

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

const evaluateBy = (engine: NodeJS.ProcessEnv, ...args: string[]) =>
  promisify(execFile)(process.execPath, [cli, '--sheet', join(dir, 'sheet.html'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: join(dir, 'data'), ...engine },
  });
const evaluate = (...args: string[]) => evaluateBy({}, ...args);

test('the figures of the engine are printed as text and as JSON, and a page shows the photos [api.commandline.3]', async () => {
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

test('the figures are those of the configured engine, never of its replacement', async () => {
  const manifest = join(dir, 'manifest.json');
  const server = await startModelServer();
  const engine = { AI_ENGINE: 'openai-compatible', AI_MODEL: 'qwen3-vl:8b', AI_BASE_URL: `${server.url}/v1` };
  const stain = { category: 'stain', severity: 'low', confidence: 80, bbox_2d: [100, 100, 300, 300] };
  try {
    server.always({ says: { findings: [stain], objects: [], labels: [] } });
    const figures = JSON.parse((await evaluateBy(engine, '--json', manifest)).stdout);
    expect(figures).toMatchObject({ photos: 2, falseAlarms: { hits: 1, of: 1 } });
    expect(server.requests).toHaveLength(2);
    server.always({ status: 401 });
    const failed = await evaluateBy(engine, '--json', manifest).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('did not read it: it refused the key') });
    await expect(evaluateBy({ AI_ENGINE: 'anthropic' }, manifest)).rejects.toThrow('AI_API_KEY must be set');
    expect(server.faults).toEqual([]);
  } finally {
    await server.close();
  }
});
