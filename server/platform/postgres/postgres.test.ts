import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

interface Holder {
  child: ChildProcess;
  url: string;
}

let dataDir: string;
const holders: ChildProcess[] = [];

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'postgres-'));
});
afterAll(async () => {
  for (const child of holders) await kill(child);
  await vi.waitUntil(() => serverPid() === null, { timeout: 10_000 });
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 });
});

/** Starts an application on the folder. Returns its database's address, or the reason why it was refused. */
async function start(): Promise<{ child: ChildProcess; url?: string; refused?: string }> {
  const child = spawn(process.execPath, ['test/postgres-holder.ts', dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  holders.push(child);
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ...JSON.parse(String(line)) };
}

/** Starts an application and expects it to succeed. */
async function startHolder(): Promise<Holder> {
  const { child, url, refused } = await start();
  if (!url) throw new Error(`The application did not start: ${refused}`);
  return { child, url };
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

/**
 * The same for a server that must be running, because a signal to process 0 would reach every process of the test run.
 */
function runningServerPid(): number {
  const pid = serverPid();
  if (!pid) throw new Error('No database server is running.');
  return pid;
}

async function query(holder: Holder, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: holder.url });
  await client.connect();
  // The server of this connection is killed on purpose.
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

test('the first start creates the database, and a second application is refused with a readable message [api.running.4]', async () => {
  const first = await startHolder();
  await query(first, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)');
  const second = await start();
  expect(second.url).toBeUndefined();
  expect(second.refused).toBe(
    `Innspect is already running on ${dataDir} (process ${first.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
  );
  await kill(first.child);
});

test('after kill -9 of the application, the next start finds everything that was committed', async () => {
  const first = await startHolder();
  await query(first, 'INSERT INTO kept VALUES (2)');
  await kill(first.child);
  const second = await startHolder();
  expect(await rows(second)).toEqual({ count: 2 });
  await kill(second.child);
});

test('the database does not outlive a killed application', async () => {
  const holder = await startHolder();
  await kill(holder.child);
  await expect.poll(serverPid, { timeout: 5000 }).toBeNull();
});

test('after kill -9 of application and database server, the next start recovers', async () => {
  const first = await startHolder();
  await query(first, 'INSERT INTO kept VALUES (3)');
  const server = runningServerPid();
  first.child.kill('SIGKILL');
  process.kill(server, 'SIGKILL');
  const second = await startHolder();
  expect(await rows(second)).toEqual({ count: 3 });
  await kill(second.child);
  await expect.poll(serverPid, { timeout: 5000 }).toBeNull();
});

test("a postmaster.pid with another living process's id, as after a reboot, is removed", async () => {
  const file = join(dataDir, 'postgres/postmaster.pid');
  writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n\n127.0.0.1\n`);
  const holder = await startHolder();
  expect(await rows(holder)).toEqual({ count: 3 });
  await kill(holder.child);
});

test('a database server that is killed alone is restarted under the same address', async () => {
  const holder = await startHolder();
  const before = runningServerPid();
  process.kill(before, 'SIGKILL');
  await expect.poll(() => rows(holder).catch(() => null), { timeout: 15_000 }).toEqual({ count: 3 });
  expect(serverPid()).not.toBe(before);
});
