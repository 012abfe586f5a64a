import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';

test('the server prints its address, is healthy, and stops cleanly on a signal [api.running.2, api.running.4, api.running.14, api.running.15]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-main-'));
  const database = await createTestDatabase();
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SAMPLE_DATA: 'off',
  };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    let address: string | undefined;
    for await (const line of createInterface({ input: server.stdout })) {
      address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(line)?.[0];
      if (address) break;
    }
    server.stdout.resume();
    const health = await fetch(`${address}/api/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    server.kill('SIGTERM');
    // It exits with another code if stopping takes longer than its limit, which is below 10 s.
    expect(await ended).toEqual([0, null]);
  } finally {
    server.kill('SIGKILL');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
