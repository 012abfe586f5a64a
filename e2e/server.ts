import type { FullConfig } from '@playwright/test';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type Started, type StoryServer } from './start-server.ts';

/** Starts the server of each worker: one process, or as many as STORY_PROCESSES says. */
async function startEach(folders: string[]): Promise<{ servers: Started[]; stop(): Promise<void> }> {
  const count = Number(process.env['STORY_PROCESSES'] ?? 1);
  if (count === 1)
    return { servers: await Promise.all(folders.map((each) => startServer(each))), stop: async () => {} };
  // Not loaded otherwise, because the store's client takes a while.
  const [{ startProcesses }, { s3ServerObstacle, startS3Server }] = await Promise.all([
    import('./processes.ts'),
    import('#test/s3-server.ts'),
  ]);
  const obstacle = s3ServerObstacle();
  if (obstacle) throw new Error(`STORY_PROCESSES ${obstacle}`);
  const store = await startS3Server();
  const servers = await Promise.all(folders.map((each) => startProcesses(each, count, store)));
  return { servers, stop: () => store.stop() };
}

/** Starts one server per worker, because some stories change settings that all people of a server share. */
export default async function startServers({ workers }: FullConfig): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-stories-'));
  const folders = Array.from({ length: workers }, (_, index) => join(folder, String(index)));
  await Promise.all(folders.map((each) => mkdir(each)));
  const { servers, stop: stopStore } = await startEach(folders);
  process.env['STORY_SERVERS'] = JSON.stringify(servers);
  process.env['STORY_FILMS'] = join(folder, 'films');
  return async () => {
    await Promise.all(servers.map(({ stop }) => stop()));
    await stopStore();
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
