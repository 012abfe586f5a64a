import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Analyser } from '#server/analysis/analyser.service.ts';
import type { EngineName } from '#server/config.settings.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createPasswords, type Passwords } from '#server/platform/auth/passwords.ts';
import { createEventHub, type EventHub } from '#server/platform/events/hub.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createOutbox, type Outbox } from '#server/platform/mail/outbox.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { createDiskStorage } from '#server/platform/storage/disk.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { drawPictures, type DrawPictures } from '#server/sample/sample.pictures.ts';
import { createSystem, type System } from '#server/system.ts';
import { sharedAnalyser } from './analyser.ts';
import { createClient, type Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { uploadFile } from './factories.ts';

export interface TestApp {
  system: System;
  database: TestDatabase;
  storage: Storage;
  outbox: Outbox;
  events: EventHub;
  config: Config;
  passwords: Passwords;
  /** A browser that nobody has signed in on. */
  visitor(): Client;
  /** A browser in which a new account has signed in. */
  person(
    role: 'property' | 'admin',
    fields?: Record<string, unknown>,
  ): Promise<Client & { user: { id: string; username: string; email: string } }>;
  /** Puts a file where an upload address says, as a browser would. */
  upload(client: Client, bytes: Buffer, contentType?: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  engine?: EngineName;
  /** Stands in for the worker threads, for photos that no picture on disk can be made to be. */
  analyser?: (real: Analyser) => Analyser;
  /** How many passwords are hashed at once, and how many may wait. */
  passwords?: Parameters<typeof createPasswords>[0];
  /** Another store than the disk. */
  storage?: Storage;
  /** Other than drawing the pictures of the sample data anew. */
  drawPictures?: DrawPictures;
  /** false leaves the jobs waiting. */
  work?: boolean;
  /** Another process of the same installation, with its database and its store. Close it after this one. */
  beside?: TestApp;
}

/** Settings of production mode. No mail server listens there: the tests give the mailer themselves. */
export const productionEnv = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://innspect.example',
  SESSION_SECRET: 'Jq0x8vT2mZ4rL6nB1cW3eY5uH7kS9dFa',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  RATE_LIMIT: 'on',
};

let people = 0;
export const password = 'correct horse battery';

/** The whole server on a database of its own, without a port. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'innspect-test-'));
  const database = options.beside?.database ?? (await createTestDatabase());
  const config = readConfig({
    DATA_DIR: folder,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    ...options.env,
  });
  const logger = createLogger({ level: 'fatal' });
  const queue = createQueue({ url: database.url, logger });
  const events = createEventHub({ url: database.url, logger });
  await events.start();
  const disk = await createDiskStorage({ folder: join(folder, 'files'), secret: config.uploadSecret });
  const storage = options.storage ?? options.beside?.storage ?? disk;
  const outbox = createOutbox({ folder: join(folder, 'outbox'), from: config.mailFrom });
  const real = sharedAnalyser(options.engine ?? 'off', config.faceBlur);
  const analyser = options.analyser?.(real) ?? real;
  const passwords = createPasswords(options.passwords);
  const system = await createSystem({
    config,
    logger,
    db: database.db,
    queue,
    events,
    storage,
    disk: options.storage ? null : disk,
    mailer: outbox,
    outbox,
    analyser,
    passwords,
    drawPictures: options.drawPictures ?? drawPictures,
    webFolder: join(folder, 'no-web'),
  });
  await queue.start(system.jobs, { work: options.work ?? system.runsJobs });
  await system.app.ready();

  const visitor = () => createClient(system.app);
  return {
    system,
    database,
    storage,
    outbox,
    events,
    config,
    passwords,
    visitor,
    async person(role, fields = {}) {
      people += 1;
      const client = visitor();
      const username = `${role}${people}`;
      const answer = await client.post('/api/register', {
        username,
        email: `${username}@example.com`,
        password,
        role,
        firstName: role === 'admin' ? 'Quinn' : 'Robin',
        lastName: `Number ${people}`,
        propertyName: 'Harbour Inn',
        ...fields,
      });
      if (answer.status !== 201) throw new Error(`Registering failed: ${JSON.stringify(answer.body)}`);
      return Object.assign(client, { user: answer.body.user });
    },
    upload: (client, bytes, contentType) => uploadFile(client, bytes, { contentType }),
    async close() {
      await system.app.close();
      await passwords.close();
      await queue.stop();
      await analyser.close();
      await events.stop();
      if (!options.beside) await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
