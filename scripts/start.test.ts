import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..');
/** What a fresh clone does not have: files that were installed, built, stored or reported here. */
const ownToThisCopy = new Set(['.git', '.env', 'node_modules', 'dist', 'data', 'coverage', 'test-results', '.tmp']);

it('npm start on a copy with nothing installed or built installs, builds, migrates and serves [api.running.1]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-start-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (const name of await readdir(root)) {
    if (!ownToThisCopy.has(name)) await cp(join(root, name), join(folder, name), { recursive: true });
  }
  // A separate database, port and folder, and packages from npm's cache if it has them.
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    npm_config_prefer_offline: 'true',
    PORT: '0',
    SAMPLE_DATA: 'off',
  };
  const start = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const ended = once(start, 'exit');
  try {
    let address: string | undefined;
    for await (const line of createInterface({ input: start.stdout })) {
      address = /Innspect is ready at (http:\S+)/.exec(line)?.[1];
      if (address) break;
    }
    expect(address, 'the address that it prints').toBeDefined();
    start.stdout.resume();
    const health = await fetch(`${address}/api/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    const page = await fetch(`${address}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')]);
  } finally {
    if (start.pid) process.kill(-start.pid, 'SIGTERM');
    await ended;
  }
}, 600_000);
