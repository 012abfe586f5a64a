import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createAnalyzer, type Analyzer } from '#server/analysis/analyzer.service.ts';
import { createConfiguredEngine } from '#server/analysis/engine/remote/configured.ts';
import type { Clock } from '#server/analysis/engine/remote/requests.ts';
import type { LocalEngineName } from '#contract/app-config.ts';
import { createUsageService } from '#server/analysis/usage/usage.service.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import { createPasswords, type Passwords } from '#server/platform/auth/passwords.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/types.ts';
import { createEventHub, type EventHub } from '#server/platform/events/hub.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createMailFolder, type MailFolder } from '#server/platform/mail/mail-folder.ts';
import { createDocumentWriter } from '#server/plans/export/document-writer.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { createDiskStorage } from '#server/platform/storage/disk.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { drawPictures, type DrawPictures } from '#server/sample/sample.pictures.ts';
import { createSystem, type System } from '#server/system.ts';
import { sharedAnalyzer } from './analyzer.ts';
import { requireAuditEntries } from './audit-watch.ts';
import { createClient, type Client } from './client.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { uploadFile } from './factories.ts';

export interface TestApp {
  system: System;
  database: TestDatabase;
  /** The connections on which the application sends its statements. */
  pool: Pool;
  storage: Storage;
  mailFolder: MailFolder;
  events: EventHub;
  config: Config;
  passwords: Passwords;
  /** A browser without a signed-in user. */
  visitor(): Client;
  /** A browser in which a new account has signed in. */
  person(
    role: 'property' | 'admin',
    fields?: Record<string, unknown>,
  ): Promise<Client & { user: { id: string; username: string; email: string } }>;
  /** Uploads a file to a new upload address, as a browser would. */
  upload(client: Client, bytes: Buffer, contentType?: string): Promise<string>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  env?: Record<string, string>;
  engine?: LocalEngineName;
  /** The clock of a model service, if the settings name one. */
  remoteClock?: Clock;
  /** Replaces the worker processes. */
  analyzer?: (real: Analyzer) => Analyzer;
  /** How many passwords are hashed at once, and how many may wait. */
  passwords?: Parameters<typeof createPasswords>[0];
  /** A store other than the disk. */
  storage?: Storage;
  /** Receives log lines of level `info` and above; without it nothing is logged. */
  log?: (line: string) => void;
  /** Replaces the drawing of the sample pictures. */
  drawPictures?: DrawPictures;
  /** False leaves the jobs waiting. */
  work?: boolean;
  /** Another process of the same installation, with its database and its store. Close it after this one. */
  beside?: TestApp;
}

/** Settings of production mode. No mail server listens at this address, because the tests pass in a mailer. */
export const productionEnv = {
  APP_MODE: 'production',
  PUBLIC_URL: 'https://innspect.example',
  SESSION_SECRET: 'Jq0x8vT2mZ4rL6nB1cW3eY5uH7kS9dFa',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  RATE_LIMIT: 'on',
  ADMIN_SECOND_FACTOR: 'optional',
};

let people = 0;
export const password = 'correct horse battery';

function remoteEngine({ ai }: Config, db: Database, clock?: Clock) {
  const now = clock && (() => new Date(clock.now()));
  return createConfiguredEngine(ai.remote, { ledger: createUsageService({ db, ai, now }), clock });
}

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
    // Processes of one installation share this key.
    AUDIT_KEY: 'wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA',
    ...options.env,
  });
  const { log } = options;
  const logger = createLogger(log ? { level: 'info', destination: { write: log } } : { level: 'fatal' });
  const url = database.applicationUrl;
  const own = openDatabase(url, logger, { connections: 5 });
  requireAuditEntries(own.pool);
  const queue = createQueue({ url, logger });
  const events = createEventHub({ url, logger });
  await events.start();
  const disk = await createDiskStorage({ folder: config.filesDir, secret: config.uploadSecret });
  const storage = options.storage ?? options.beside?.storage ?? disk;
  const mailFolder = createMailFolder({ folder: config.outboxDir, from: config.mailFrom });
  const real = config.ai.remote
    ? createAnalyzer({ workers: 1, remote: remoteEngine(config, own.db, options.remoteClock) })
    : sharedAnalyzer(options.engine ?? 'off', config.faceBlur);
  const analyzer = options.analyzer?.(real) ?? real;
  const witness = createAuditWitness(folder, logger);
  const passwords = createPasswords({ cost: { memoryCost: 64, timeCost: 1 }, ...options.passwords });
  const documents = createDocumentWriter();
  const system = await createSystem({
    config,
    logger,
    db: own.db,
    queue,
    events,
    storage,
    disk: options.storage ? null : disk,
    mailer: mailFolder,
    mailFolder,
    analyzer,
    passwords,
    documents,
    drawPictures: options.drawPictures ?? drawPictures,
    witness,
    databaseUrl: url,
    webFolder: join(folder, 'no-web'),
  });
  await system.services.audit.begin();
  await queue.start(system.jobs, { work: options.work ?? system.runsJobs });
  await system.app.ready();

  const visitor = () => createClient(system.app, { analyzes: options.work !== false });
  return {
    system,
    database,
    pool: own.pool,
    storage,
    mailFolder,
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
      await documents.close();
      await queue.stop();
      await system.services.audit.close();
      await analyzer.close();
      await events.stop();
      await own.close();
      if (!options.beside) await database.drop();
      // Wait, otherwise pending writes race with removing the folder.
      witness.flush();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
