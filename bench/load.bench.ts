/**
 * Many users at once on three processes, two that answer and one that runs jobs, with one PostgreSQL and one S3 store.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { createRandom } from '#server/analysis/random.rules.ts';
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';
import { drawSample } from '#server/sample/pictures/draw.ts';
import { samplePictures } from '#server/sample/pictures/samples/all.ts';
import { createBrowser } from '#test/crash/browser.ts';
import { startS3Server } from '#test/s3-server.ts';
import { memoryOf } from './field-work.ts';
import { startProgram } from './server.ts';

const roles = ['web', 'web', 'worker'] as const;
/** The range of a user's pause between two actions, in milliseconds. */
const [shortestPause, longestPause] = [5000, 15_000];
const atOnce = 10;

interface Figures {
  requests: number;
  errors: string[];
  milliseconds: Map<string, number[]>;
}

/** Starts everything with room for the photos of this time: 200 users fill about 2 GiB in 20 minutes. */
async function startAll(seconds: number) {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-load-'));
  const lock = lockDataDir(folder);
  const postgres = await startPostgres({ lock, mode: 'evaluation' }, createLogger({ level: 'error' }));
  const store = await startS3Server({ gibibytes: 2 + Math.ceil(seconds / 500) });
  const { endpoint, region, ...credentials } = store.access;
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: 'load' }));
  client.destroy();
  const settings = {
    DATABASE_URL: postgres.ownerUrl,
    STORAGE_URL: `s3://load?endpoint=${endpoint}&region=${region}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    SESSION_SECRET: 'Jq0x8vT2mZ4rL6nB1cW3eY5uH7kS9dFa',
    PORT: '0',
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    AI_ENGINE: 'off',
    LOG_LEVEL: 'error',
  };
  const processes: Awaited<ReturnType<typeof startProgram>>[] = [];
  // Passwords are cheap to hash here, because in reality users sign in once a day and not all within one minute.
  for (const [index, ROLE] of roles.entries())
    processes.push(
      await startProgram('test/story-server.ts', { ...settings, ROLE, DATA_DIR: join(folder, String(index)) }),
    );
  return {
    processes,
    async stop() {
      for (const { server } of processes) server.kill('SIGTERM');
      await delay(3000);
      await postgres.stop();
      await store.stop();
      lock.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const commented = (jpeg: Buffer): Buffer => {
  const text = Buffer.from(randomUUID());
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, text.length + 2]), text, jpeg.subarray(2)]);
};

/** A user with a run who reads, answers and takes photos. */
async function createPerson(origin: string, name: string, picture: Buffer, figures: Figures, random: () => number) {
  const browser = createBrowser(origin);
  async function measured<T>(what: string, work: () => Promise<{ status: number; body?: T }>): Promise<T | undefined> {
    const started = performance.now();
    figures.requests += 1;
    try {
      const { status, body } = await work();
      if (status >= 300) figures.errors.push(`${what} answered ${status}`);
      return body;
    } catch (error) {
      figures.errors.push(`${what}: ${String(error)}`);
      return undefined;
    } finally {
      const times = figures.milliseconds.get(what) ?? [];
      figures.milliseconds.set(what, times);
      times.push(performance.now() - started);
    }
  }
  const ask = (what: string, method: string, url: string, body?: unknown) =>
    measured(what, () => browser.send(method, url, body));
  const account = { username: name, email: `${name}@example.com`, password: 'correct horse battery', role: 'property' };
  await ask('sign up', 'POST', '/api/register', account);
  const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
  const property = await ask('add a property', 'POST', '/api/properties', { name: 'Cedar Lodge', ...place });
  const run = await ask('start a run', 'POST', `/api/properties/${property.id}/inspection-runs`);
  const area = `/api/area-sessions/${run.progress[0].id}`;
  const checks = await ask('read the checklist', 'GET', `${area}/checklist`);
  const photos: string[] = [];

  async function takePhoto(): Promise<void> {
    const { uploadURL } = await ask('ask for an address', 'POST', '/api/objects/upload', { contentType: 'image/jpeg' });
    await measured('send the file', async () => ({ status: await browser.putFile(uploadURL, commented(picture)) }));
    const input = { areaSessionId: run.progress[0].id, filename: 'a.jpg', url: uploadURL, category: 'lobby' };
    photos.push((await ask('register the photo', 'POST', '/api/photos', input))?.id);
  }

  const actions: (() => Promise<unknown>)[] = [
    () => ask('read the properties', 'GET', '/api/properties'),
    () => ask('read the area', 'GET', area),
    () => ask('read the photos', 'GET', `${area}/photos`),
    () => ask('read the findings', 'GET', `${area}/issues`),
    () => ask('read the checklist', 'GET', `${area}/checklist`),
    () => ask('answer a check', 'PATCH', `${area}/checklist/${checks[0].id}`, { result: 'pass' }),
    async () => photos.length > 0 && ask('look at a picture', 'GET', `/api/photos/${photos.at(-1)}/thumbnail`),
    takePhoto,
  ];
  return async (end: number): Promise<void> => {
    await delay(random() * longestPause);
    while (Date.now() < end) {
      await actions[Math.floor(random() * actions.length)]?.();
      await delay(shortestPause + random() * (longestPause - shortestPause));
    }
  };
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** What this many users experience in this many seconds, as lines of name and value. */
export async function benchLoad(people: number, seconds: number): Promise<Record<string, string>> {
  const { processes, stop } = await startAll(seconds);
  try {
    const random = createRandom(1);
    const [sample] = samplePictures;
    if (!sample) throw new Error('There is no sample picture');
    const picture = await drawSample(sample, 0);
    const figures: Figures = { requests: 0, errors: [], milliseconds: new Map() };
    const origins = processes.slice(0, 2).map(({ address }) => address);
    const lives: ((end: number) => Promise<void>)[] = [];
    for (let first = 0; first < people; first += atOnce)
      lives.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(atOnce, people - first) }, (_, index) =>
            createPerson(origins[index % 2] ?? '', `person${first + index}`, picture, figures, random),
          ),
        )),
      );
    // Do not count the preparation.
    figures.milliseconds.clear();
    figures.requests = 0;
    const memory = () => Promise.all(processes.map(({ server }) => memoryOf(server.pid ?? 0)));
    const start = Date.now();
    const all = Promise.all(lives.map((live) => live(start + seconds * 1000)));
    await delay((seconds * 1000) / 3);
    const early = await memory();
    await all;
    const late = await memory();
    const times = [...figures.milliseconds.values()].flat();
    const each = [...figures.milliseconds].map(([what, values]): [string, string] => [
      what,
      `p95 ${percentile(values, 0.95).toFixed(0)} ms of ${values.length}`,
    ]);
    return {
      requests: `${figures.requests}, ${(figures.requests / seconds).toFixed(1)} a second`,
      errors: `${figures.errors.length} ${[...new Set(figures.errors)].slice(0, 5).join('; ')}`,
      'all requests': `median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`,
      ...Object.fromEntries(each.toSorted(([a], [b]) => a.localeCompare(b))),
      ...Object.fromEntries(
        roles.map((role, index) => [
          `memory of process ${index + 1} (${role})`,
          `${((early[index] ?? 0) / 2 ** 20).toFixed(0)} MB after a third, ${((late[index] ?? 0) / 2 ** 20).toFixed(0)} MB at the end`,
        ]),
      ),
    };
  } finally {
    await stop();
  }
}
