import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, realpathSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataLock } from '#server/platform/database/data-lock.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import { applicationRole } from '#server/platform/postgres/application-role.ts';
import { findBinaries, type PostgresBinaries } from '#server/platform/postgres/binaries.ts';
import { clearLeftovers } from '#server/platform/postgres/postmaster.ts';
import { postgresCommand, type PostgresCommand } from '#server/platform/postgres/system-user.ts';

export interface PostgresUrls {
  /** The application's connection string, whose role `prepareApplicationRole` creates. */
  url: string;
  /** The connection string of the tables' owner, for migrations. */
  ownerUrl: string;
}

export interface EmbeddedPostgres extends PostgresUrls {
  /** Ends all connections and shuts the server down cleanly, within about 4 seconds. */
  stop(): Promise<void>;
}

interface Options {
  lock: DataLock;
  mode: 'evaluation' | 'production';
  /** False trades durability for speed, for tests, whose data is not needed after a crash. */
  durable?: boolean;
}

const userName = 'innspect';
const environment = { TZ: 'UTC', LC_ALL: 'C' };
const startTimeout = 20_000;
const stopTimeout = 4_000;

function launch(plan: PostgresCommand, program: string, args: string[], detached: boolean): ChildProcess {
  const [file = program, ...rest] = [...plan.prefix, program, ...args];
  // With a prefix, setpriv changes the user, because the privilege must survive the change.
  const user = plan.prefix.length === 0 ? plan.user : null;
  return spawn(file, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
    env: environment,
    // Started in a new process session, so that Ctrl-C reaches only the application, which stops the database last.
    detached,
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
}

/** The folder of the embedded PostgreSQL. */
const folderIn = (dataDir: string): string => join(dataDir, 'postgres');

/** Whether a data folder has an embedded database; the first start creates it. */
export const hasPostgres = (dataDir: string): boolean => existsSync(folderIn(dataDir));

function keptPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (hasPostgres(dataDir)) {
    throw new Error(`${file} is missing, without which the database beside it cannot be opened; restore it.`);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

function urlsOf(ownerPassword: string, port: number): PostgresUrls {
  const password = createHmac('sha256', ownerPassword).update('application role').digest('base64url');
  const at = `127.0.0.1:${port}/postgres`;
  return {
    url: `postgres://${applicationRole}:${password}@${at}`,
    ownerUrl: `postgres://${userName}:${ownerPassword}@${at}`,
  };
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Creates the database files under a temporary name, so that a crash never leaves an incomplete database. */
async function initialize(
  dataDir: string,
  folder: string,
  plan: PostgresCommand,
  binaries: PostgresBinaries,
): Promise<void> {
  const password = keptPassword(dataDir);
  const draft = `${folder}.new`;
  const passwordFile = `${draft}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (plan.user) {
    for (const path of [draft, passwordFile]) chownSync(path, plan.user.uid, plan.user.gid);
  }
  chmodSync(draft, 0o700);
  const args = ['-D', draft, '-U', userName, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  const child = launch(plan, binaries.initdb, args, false);
  const output: string[] = [];
  child.stdout?.on('data', (text: Buffer) => output.push(text.toString()));
  child.stderr?.on('data', (text: Buffer) => output.push(text.toString()));
  const [code] = await once(child, 'close');
  rmSync(passwordFile, { force: true });
  if (code !== 0) throw new Error(`The database could not be created: ${output.join('').trim().split('\n').at(-1)}`);
  renameSync(draft, folder);
  syncFolder(dataDir);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('No free port was found for the database.');
  return address.port;
}

/**
 * Starts the server once; resolves when it accepts connections, rejects with the server's message when it ends before.
 */
async function startOnce(
  plan: PostgresCommand,
  program: string,
  folder: string,
  port: number,
  options: Options,
  logger: Logger,
) {
  const flags = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    // The default is meant for spinning disks and makes sequential scans look too cheap.
    random_page_cost: '1.1',
    timezone: 'UTC',
    // Errors of statements reach the caller, who logs them without the data, so only the server's own state is logged
    // here.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...(options.durable === false ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  };
  const args = ['-D', folder, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const child = launch(plan, program, args, true);
  let lastFatalLine = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(lastFatalLine || 'it ended without a word')));
    if (!child.stderr) throw new Error('The output of PostgreSQL is not connected.');
    createInterface(child.stderr).on('line', (line) => {
      if (/FATAL|PANIC/.test(line)) lastFatalLine = line.replace(/^.*?(?=FATAL|PANIC)/, '');
      logger.debug({ postgres: line });
      if (line.includes('ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return child;
}

async function startWithRetries(
  plan: PostgresCommand,
  program: string,
  folder: string,
  chosenPort: number | null,
  options: Options,
  logger: Logger,
): Promise<{ child: ChildProcess; port: number }> {
  const end = Date.now() + startTimeout;
  for (;;) {
    const port = chosenPort ?? (await freePort());
    try {
      return { child: await startOnce(plan, program, folder, port, options, logger), port };
    } catch (error) {
      // A killed server's children take a while to end, and another process may take the free port first.
      const isTransient = error instanceof Error && /shared memory|postmaster\.pid|TCP\/IP sockets/.test(error.message);
      if (!isTransient || Date.now() > end) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`The embedded PostgreSQL did not start: ${reason}`, { cause: error });
      }
      await delay(100);
    }
  }
}

/**
 * Starts a process that waits until this one has ended and then shuts the server down, so that it does not keep
 * running.
 */
function startWatchdog(serverPid: number, plan: PostgresCommand): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', `cat > /dev/null; kill -INT ${serverPid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
    ...plan.user,
  });
  watchdog.unref();
  return watchdog;
}

/**
 * Starts the embedded PostgreSQL of a data folder on a free loopback port, creating it the first time. Recovers from a
 * killed application or machine, and restarts the server if it ends unexpectedly. Throws an Error with a readable
 * message when it cannot start.
 */
export async function startPostgres(options: Options, logger: Logger): Promise<EmbeddedPostgres> {
  const dataDir = realpathSync(options.lock.dataDir);
  const folder = folderIn(dataDir);
  const binaries = await findBinaries();
  const mayOverride = options.mode === 'evaluation';
  const plan = postgresCommand({ dataDir, programDir: dirname(binaries.postgres), mayOverride });
  if (!existsSync(folder)) await initialize(dataDir, folder, plan, binaries);
  const password = keptPassword(dataDir);
  const leftovers = await clearLeftovers(folder);
  if (leftovers !== 'nothing') logger.info({ leftovers }, 'Cleared what an earlier run of the database left.');

  let stopping = false;
  let server: ChildProcess;
  let watchdog: ChildProcess;
  const run = async (wantedPort: number | null): Promise<number> => {
    const { child, port } = await startWithRetries(plan, binaries.postgres, folder, wantedPort, options, logger);
    if (child.pid === undefined) throw new Error('The embedded PostgreSQL has no process.');
    server = child;
    watchdog = startWatchdog(child.pid, plan);
    child.once('exit', (code, signal) => {
      watchdog.kill('SIGKILL');
      if (stopping) return;
      logger.error({ code, signal }, 'The embedded PostgreSQL ended by itself; starting it again.');
      run(port).catch((error: unknown) => logger.fatal({ err: error }, 'The embedded PostgreSQL did not come back.'));
    });
    return port;
  };
  const port = await run(null);

  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    const killTimer = setTimeout(() => server.kill('SIGQUIT'), stopTimeout);
    await ended;
    clearTimeout(killTimer);
  };
  return { ...urlsOf(password, port), stop };
}

/** The database of the application that is running on the data folder, for a command. Throws when none is running. */
export function runningPostgres(dataDir: string): PostgresUrls {
  const pidFile = join(folderIn(dataDir), 'postmaster.pid');
  if (!existsSync(pidFile)) throw new Error(`No database runs on ${dataDir}.`);
  // The fourth line of postmaster.pid is the port (PostgreSQL, src/include/utils/pidfile.h).
  const port = Number(readFileSync(pidFile, 'utf8').split('\n')[3]);
  return urlsOf(keptPassword(dataDir), port);
}
