import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { freePort } from '#test/free-port.ts';
import { createBucket } from '#test/s3-bucket.ts';
import { until } from '#test/until.ts';

type Role = 'all' | 'web' | 'worker';

export interface Installation {
  name: string;
  origin: string;
  database: TestDatabase;
  roles: readonly Role[];
  /** Starts the processes that are not running. */
  start(): Promise<void>;
  /** Kills one process without a chance to finish anything, and waits for all its descendants to end. */
  kill(role: Role): Promise<void>;
  /** The output of `npm run doctor`. */
  examine(): Promise<string>;
  /** Lines that its processes logged as errors. */
  errors: string[];
  close(): Promise<void>;
}

const groupEnded = (pid: number): boolean => {
  try {
    process.kill(-pid, 0);
    return false;
  } catch {
    return true;
  }
};

/** One process on the disk, or a web and a worker process on one S3 store. */
export async function createInstallation(kind: 'one process' | 'two processes'): Promise<Installation> {
  const roles: readonly Role[] = kind === 'one process' ? ['all'] : ['web', 'worker'];
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'innspect-crash-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const shared: Record<string, string> = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.url,
    SAMPLE_DATA: 'off',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ANALYSIS_WORKERS: '1',
    PUBLIC_URL: origin,
    SESSION_SECRET: 'Jq0x8vT2mZ4rL6nB1cW3eY5uH7kS9dFa',
    AUDIT_KEY: 'wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA',
  };
  if (kind === 'two processes') {
    const { bucket, endpoint, region, accessKeyId, secretAccessKey } = await createBucket();
    shared['STORAGE_URL'] = `s3://${bucket}?endpoint=${endpoint}&region=${region}`;
    shared['AWS_ACCESS_KEY_ID'] = accessKeyId ?? '';
    shared['AWS_SECRET_ACCESS_KEY'] = secretAccessKey ?? '';
  }
  const errors: string[] = [];
  const running = new Map<Role, { child: ChildProcess; ended: Promise<unknown> }>();
  const envOf = (role: Role) => ({
    ...shared,
    ROLE: role,
    DATA_DIR: join(folder, role),
    PORT: role === 'worker' ? '0' : String(port),
  });

  async function startOne(role: Role): Promise<void> {
    // Started in its own process group, so that processes it leaves behind can be found.
    const child = spawn(process.execPath, ['test/story-server.ts'], {
      env: envOf(role),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const ended = once(child, 'exit');
    running.set(role, { child, ended });
    createInterface(child.stderr).on('line', (line) => errors.push(`${role}: ${line}`));
    const lines = createInterface(child.stdout);
    const ready = new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        if (line.startsWith('Innspect is ready')) resolve();
        else errors.push(`${role}: ${line}`);
      });
    });
    const failed = ended.then(() => Promise.reject(new Error(`${role} did not start: ${errors.slice(-5).join('\n')}`)));
    await Promise.race([ready, failed]);
    failed.catch(() => undefined);
  }

  async function kill(role: Role): Promise<void> {
    const { child, ended } = running.get(role) ?? {};
    if (!child?.pid) return;
    child.kill('SIGKILL');
    await ended;
    running.delete(role);
    const { pid } = child;
    await until(async () => groupEnded(pid) || undefined, `${role} left processes behind`);
    // Act as if its heartbeat had already been missed, which the queue checks every 10 seconds.
    if (role !== 'web') {
      await database.pool.query(
        "UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active' AND heartbeat_on IS NOT NULL",
      );
    }
  }

  return {
    name: kind,
    origin,
    database,
    roles,
    errors,
    async start() {
      for (const role of roles) if (!running.has(role)) await startOne(role);
    },
    kill,
    async examine() {
      const env = envOf(roles[0] ?? 'all');
      const child = spawn(process.execPath, ['server/backup/doctor-cli.ts'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const printed: string[] = [];
      child.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
      await once(child, 'close');
      return printed.join('');
    },
    async close() {
      for (const role of roles) await kill(role);
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
