import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { createServer, request as requestOf } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createLogger } from '#server/platform/logger/logger.ts';
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';
import type { startS3Server } from '#test/s3-server.ts';
import { startServer, type Started } from './start-server.ts';

type Store = Awaited<ReturnType<typeof startS3Server>>;

/**
 * An address, as with one process. The stories of passkeys need the name `localhost` instead, which adds a button to the
 * sign-in screen of all others.
 */
const host = process.env['STORY_HOST'] ?? '127.0.0.1';

/** Sends each request, and each WebSocket, to the next process in turn. */
async function startProxy() {
  const ports: number[] = [];
  let turn = 0;
  const nextPort = (): number => ports[(turn += 1) % ports.length] ?? 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = requestOf({ port: nextPort(), host: '127.0.0.1', method, path, headers, agent: false });
    forwarded.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.on('upgrade', (incoming, socket, head) => {
    const target = connect(nextPort(), '127.0.0.1', () => {
      const lines: string[] = [];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
      target.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      target.write(head);
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
    socket.on('close', () => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    use: (origins: string[]) => void ports.push(...origins.map((origin) => Number(new URL(origin).port))),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A new bucket to which pages of this origin may upload. */
async function createBucket({ access }: Store, pagesOrigin: string): Promise<Record<string, string>> {
  const { endpoint, region, ...credentials } = access;
  const bucket = randomUUID();
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const rule = {
    AllowedOrigins: [pagesOrigin],
    AllowedMethods: ['PUT', 'POST'],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag', 'Retry-After'],
  };
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }));
  client.destroy();
  return {
    STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

/** Starts several processes of one installation, with a PostgreSQL and a bucket, behind one address. */
export async function startProcesses(folder: string, count: number, store: Store): Promise<Started> {
  const lock = lockDataDir(folder);
  const postgres = await startPostgres({ lock, mode: 'evaluation' }, createLogger({ level: 'error' }));
  const proxy = await startProxy();
  const settings = {
    ...(await createBucket(store, proxy.origin)),
    DATABASE_URL: postgres.ownerUrl,
    PUBLIC_URL: proxy.origin,
    SESSION_SECRET: randomUUID() + randomUUID(),
    AUDIT_KEY: randomUUID() + randomUUID(),
  };
  const mailFolder = join(folder, 'outbox');
  await mkdir(mailFolder);
  const started = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const own = join(folder, `process-${index + 1}`);
      await mkdir(own);
      // Each process writes e-mails to its own folder; a story reads those of all.
      await symlink(mailFolder, join(own, 'outbox'));
      return startServer(own, settings);
    }),
  );
  proxy.use(started.map(({ origin }) => origin));
  return {
    origin: proxy.origin,
    mailFolder,
    async stop() {
      proxy.stop();
      await Promise.all(started.map(({ stop }) => stop()));
      await postgres.stop();
      lock.release();
    },
  };
}
