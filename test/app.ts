import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { createAnalyser, type Analyser } from '#server/analysis/analyser.service.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createLiveHub, type LiveHub } from '#server/platform/live/hub.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createOutbox, type Outbox } from '#server/platform/mail/outbox.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { createDiskStorage } from '#server/platform/storage/disk.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { createSystem, type System } from '#server/system.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** An answer of the API; `body` is its parsed JSON, or the text where it is none. */
export interface Answer {
  status: number;
  // What a test looks into is its own business; it fails where the shape is another.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
  raw: Buffer;
}

/** A browser of one person: keeps cookies and the CSRF token. */
export interface Client {
  get(url: string): Promise<Answer>;
  post(url: string, body?: unknown): Promise<Answer>;
  put(url: string, body?: unknown): Promise<Answer>;
  patch(url: string, body?: unknown): Promise<Answer>;
  delete(url: string): Promise<Answer>;
  send(options: InjectOptions): Promise<Answer>;
  cookies: Map<string, string>;
  csrfToken: string | null;
}

export interface TestApp {
  system: System;
  database: TestDatabase;
  storage: Storage;
  outbox: Outbox;
  live: LiveHub;
  config: Config;
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
  engine?: 'builtin' | 'off';
  /** Stands in for the worker threads, for photos that no picture on disk can be made to be. */
  analyser?: (real: Analyser) => Analyser;
  /** Another store than the disk. */
  storage?: Storage;
  /** false leaves the jobs waiting. */
  work?: boolean;
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
  const database = await createTestDatabase();
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
  const live = createLiveHub({ url: database.url, logger });
  await live.start();
  const disk = await createDiskStorage({ folder: join(folder, 'files'), secret: config.uploadSecret });
  const storage = options.storage ?? disk;
  const outbox = createOutbox({ folder: join(folder, 'outbox'), from: config.mailFrom });
  const real = createAnalyser({ workers: 1, engine: options.engine ?? 'off', faceBlur: config.faceBlur });
  const analyser = options.analyser?.(real) ?? real;
  const system = await createSystem({
    config,
    logger,
    db: database.db,
    queue,
    live,
    storage,
    disk: options.storage ? null : disk,
    mailer: outbox,
    outbox,
    analyser,
    webFolder: join(folder, 'no-web'),
  });
  await queue.start(system.jobs, { work: options.work ?? true });
  await system.app.ready();

  function visitor(): Client {
    const cookies = new Map<string, string>();
    const client: Client = {
      cookies,
      csrfToken: null,
      async send(request) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await system.app.inject({
          ...request,
          headers: { ...(cookie ? { cookie } : {}), ...request.headers },
        });
        for (const set of response.cookies) {
          if (set.value === '') cookies.delete(set.name);
          else cookies.set(set.name, set.value);
        }
        const isJson = String(response.headers['content-type'] ?? '').includes('json');
        return {
          status: response.statusCode,
          body: isJson && response.body ? JSON.parse(response.body) : response.body,
          headers: response.headers,
          raw: response.rawPayload,
        };
      },
      get: (url) => client.send({ method: 'GET', url }),
      post: (url, body) => change('POST', url, body),
      put: (url, body) => change('PUT', url, body),
      patch: (url, body) => change('PATCH', url, body),
      delete: (url) => change('DELETE', url),
    };
    async function change(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<Answer> {
      client.csrfToken ??= (await client.get('/api/csrf-token')).body.csrfToken as string;
      const answer = await client.send({
        method,
        url,
        headers: { 'x-csrf-token': client.csrfToken },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      if (typeof answer.body?.csrfToken === 'string') client.csrfToken = answer.body.csrfToken;
      return answer;
    }
    return client;
  }

  return {
    system,
    database,
    storage,
    outbox,
    live,
    config,
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
    async upload(client, bytes, contentType = 'image/jpeg') {
      const { body } = await client.post('/api/objects/upload', {
        filename: 'photo.jpg',
        contentType,
        size: bytes.length,
      });
      const url = new URL(body.uploadURL);
      const put = await client.send({
        method: 'PUT',
        url: `${url.pathname}${url.search}`,
        headers: { 'content-type': contentType },
        payload: bytes,
      });
      if (put.status !== 200) throw new Error(`The upload failed: ${put.status} ${JSON.stringify(put.body)}`);
      return body.uploadURL;
    },
    async close() {
      await system.app.close();
      await queue.stop();
      await analyser.close();
      await live.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
