import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Starts the product as `npm start` does, on a free port and an empty folder, for all stories. */
export default async function startServer(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-stories-'));
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, SAMPLE_DATA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /Innspect is ready at (http:\S+)/.exec(line)?.[1];
    if (address) {
      process.env['BASE_URL'] = address;
      break;
    }
  }
  server.stdout.resume();
  if (!process.env['BASE_URL']) throw new Error('The server did not start');
  process.env['OUTBOX'] = join(folder, 'outbox');
  process.env['FILMS'] = join(folder, 'films');
  return async () => {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
