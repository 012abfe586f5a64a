import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Holder {
  child: ChildProcess;
  url?: string;
  refused?: string;
}

let dataDir: string;
const holders: ChildProcess[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'postgres-'));
});
afterAll(async () => {
  for (const child of holders) await kill(child);
  const pid = serverPid();
  if (pid !== null) process.kill(pid, 'SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

async function hold(): Promise<Holder> {
  const child = spawn(process.execPath, ['test/postgres-holder.ts', dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(String(line)) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The process id of the database server, or null when it has shut down. */
function serverPid(): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return null;
  }
}

async function query(holder: Holder, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: holder.url });
  await client.connect();
  // The server under this connection gets killed on purpose.
  client.on('error', () => undefined);
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function rows(holder: Holder): Promise<unknown> {
  return (await query(holder, 'SELECT count(*)::int AS count FROM kept'))[0];
}

test('the first start makes the database, and a second application is refused with one sentence', async () => {
  const first = await hold();
  await query(first, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
  const second = await hold();
  expect(second.url).toBeUndefined();
  expect(second.refused).toBe(
    `Innspect is already running on ${dataDir} (process ${first.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
  await kill(first.child);
});

test('after kill -9 of the application the next start finds everything that was committed', async () => {
  const first = await hold();
  await query(first, 'INSERT INTO kept VALUES (2)');
  await kill(first.child);
  const second = await hold();
  expect(await rows(second)).toEqual({ count: 2 });
  await kill(second.child);
});

test('the database does not outlive a killed application', async () => {
  const holder = await hold();
  await kill(holder.child);
  await expect.poll(serverPid, { timeout: 5000 }).toBeNull();
});

test('after kill -9 of application and database server the next start recovers', async () => {
  const first = await hold();
  await query(first, 'INSERT INTO kept VALUES (3)');
  const server = serverPid();
  expect(server).not.toBeNull();
  first.child.kill('SIGKILL');
  process.kill(server ?? 0, 'SIGKILL');
  const second = await hold();
  expect(await rows(second)).toEqual({ count: 3 });
  await kill(second.child);
  await expect.poll(serverPid, { timeout: 5000 }).toBeNull();
});

test('a postmaster.pid that names some other living process, as after a reboot, is removed', async () => {
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n`);
  const holder = await hold();
  expect(await rows(holder)).toEqual({ count: 3 });
  await kill(holder.child);
});

test('a database server that is killed alone comes back under the same address', async () => {
  const holder = await hold();
  const before = serverPid();
  process.kill(before ?? 0, 'SIGKILL');
  await expect.poll(() => rows(holder).catch(() => null), { timeout: 15_000 }).toEqual({ count: 3 });
  expect(serverPid()).not.toBe(before);
});
