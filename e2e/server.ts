import type { FullConfig } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

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
  const server = spawn(process.execPath, ['test/story-server.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
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

/** Starts one server per worker, because some stories change settings that all people of a server share. */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-stories-'));
  const folders = Array.from({ length: workers }, (_, index) => join(folder, String(index)));
  await Promise.all(folders.map((each) => mkdir(each)));
  const servers = await Promise.all(folders.map((each) => startServer(each)));
  process.env['STORY_SERVERS'] = JSON.stringify(servers);
  process.env['STORY_FILMS'] = join(folder, 'films');
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    await rm(folder, { recursive: true, force: true });
  };
}

/** The server of the current worker. */
export function storyServer(): StoryServer {
  const servers = JSON.parse(process.env['STORY_SERVERS'] ?? '[]') as StoryServer[];
  const server = servers[Number(process.env['TEST_PARALLEL_INDEX'])];
  if (!server) throw new Error('This worker has no server');
  return server;
}
