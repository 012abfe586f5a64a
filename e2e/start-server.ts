import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { serverFlags } from '../scripts/lib/project.mjs';

export interface StoryServer {
  origin: string;
  /** The folder to which the server writes its e-mails. */
  mailFolder: string;
}

export interface Started extends StoryServer {
  stop(): Promise<void>;
}

/** Starts the product on a free port with an empty data folder. */
export async function startServer(folder: string, settings: Record<string, string> = {}): Promise<Started> {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    WEBHOOK_PRIVATE_ADDRESSES: 'on',
    ...settings,
  };
  const server = spawn(process.execPath, [...serverFlags, 'test/story-server.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /Innspect is ready at (http:\S+)/.exec(line)?.[1];
    if (!origin) continue;
    server.stdout.resume();
    return { origin, mailFolder: join(folder, 'outbox'), stop };
  }
  throw new Error('The server did not start');
}
