import { existsSync } from 'node:fs';
import { access, constants, readdir, statfs } from 'node:fs/promises';
import type pg from 'pg';
import type { BackupConfig, Config } from '#server/config.ts';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import { hasTable, openConnection } from '#server/platform/database/connection.ts';
import { appliedMigrations, knownMigrations } from '#server/platform/database/database.ts';
import { isThisMachine } from '#server/platform/http/allowed-hosts.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { countJobs } from '#server/platform/queue/stored-jobs.ts';
import type { StoredFiles } from '#server/platform/storage/storage.ts';
import { hasPhotos, listReferredFiles } from './backup.repository.ts';
import { nightlyName, openBackupFolder } from './places.ts';

export interface Check {
  what: string;
  state: 'ok' | 'warning' | 'fault';
  /** The result as a sentence. */
  summary: string;
}

const ok = (what: string, summary: string): Check => ({ what, state: 'ok', summary });
const warning = (what: string, summary: string): Check => ({ what, state: 'warning', summary });
const fault = (what: string, summary: string): Check => ({ what, state: 'fault', summary });
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const GB = 1024 ** 3;
const shown = 5;
const oldestDatabase = 150_000;
/** From the start of its day, in milliseconds, after which one night at least had no backup. */
const backupAge = 2 * 86_400_000;

/** Innspect itself speaks no TLS, so a public https address means that a proxy forwards to it. */
const isProxyUnnamed = ({ mode, publicUrl, trustedProxies }: Config): boolean =>
  mode === 'production' && publicUrl?.startsWith('https:') === true && trustedProxies.length === 0;

function checkProxy(config: Config): Check[] {
  if (!isProxyUnnamed(config)) return [];
  return [
    warning(
      'proxy',
      'PUBLIC_URL is https, so a proxy forwards to this server, but TRUSTED_PROXIES is empty: everybody counts as one network in the limits and the audit log. Name the address of the proxy.',
    ),
  ];
}

async function checkDisk({ dataDir, backup }: Config): Promise<Check[]> {
  const checks: Check[] = [];
  for (const folder of [
    dataDir,
    ...(typeof backup?.place === 'string' && existsSync(backup.place) ? [backup.place] : []),
  ]) {
    const { bavail, bsize, blocks } = await statfs(folder);
    const free = bavail * bsize;
    const summary = `${(free / GB).toFixed(1)} GB of ${((blocks * bsize) / GB).toFixed(1)} GB are free for ${folder}.`;
    checks.push(
      free < GB / 2 ? fault('disk', summary) : free < 5 * GB ? warning('disk', summary) : ok('disk', summary),
    );
  }
  return checks;
}

async function checkDatabase(client: pg.Client): Promise<Check[]> {
  const { rows } = await client.query<{ version: number; name: string; at: Date }>(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name, clock_timestamp() AS at",
  );
  const [row] = rows;
  if (!row) return [fault('database', 'The database does not answer.')];
  const seconds = Math.abs(Date.now() - row.at.getTime()) / 1000;
  const clock = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} seconds.`;
  const version = `PostgreSQL ${row.name} answers.`;
  return [
    row.version < oldestDatabase
      ? fault('database', `${version} Version 15 or newer is needed.`)
      : ok('database', version),
    seconds > 5 ? warning('clock', clock) : ok('clock', clock),
  ];
}

async function checkMigrations(client: pg.Client): Promise<Check> {
  const [applied, known] = [await appliedMigrations(client), await knownMigrations()];
  if (!applied) return warning('schema', 'The database is empty; the first start fills it.');
  if (applied.some((hash, at) => known[at] !== hash)) {
    return fault('schema', 'The database was migrated by another version of Innspect.');
  }
  const open = known.length - applied.length;
  return open === 0
    ? ok('schema', `All ${known.length} migrations are applied.`)
    : warning('schema', `${open} migrations are applied at the next start.`);
}

async function checkQueue(client: pg.Client): Promise<Check> {
  const counts = await countJobs(client);
  if (!counts) return warning('queue', 'There is no queue yet; the first start makes it.');
  const { waiting, late, failed } = counts;
  const summary = `${waiting} jobs wait, ${late} of them for more than an hour; ${failed} have failed in the last day.`;
  return late > 0 || failed > 0 ? warning('queue', summary) : ok('queue', summary);
}

async function checkAudit(audit: ExaminedAudit): Promise<Check[]> {
  const { ok: fits, entries, brokenAt } = await audit.verify();
  const minutes = Math.floor((await audit.waitingSeconds()) / 60);
  const checks = [
    fits
      ? ok('audit log', `All ${entries} entries fit, and none is missing.`)
      : fault('audit log', `It does not fit from entry ${brokenAt} on.`),
  ];
  if (minutes >= 1) {
    const summary = `Entries have waited ${minutes} min to be sealed. The log of a running server says why sealing fails; a start seals them.`;
    checks.push(warning('audit log', summary));
  }
  return checks;
}

/** Whether the driver connects to this database without TLS. Without a host it uses a socket of this machine. */
function isPlain({ hostname, searchParams }: URL): boolean {
  if (hostname === '' || isThisMachine(hostname)) return false;
  const isOn = ['true', '1'].includes(searchParams.get('ssl') ?? '');
  return !isOn && ['disable', 'allow'].includes(searchParams.get('sslmode') ?? 'disable');
}

/** Reports services on other machines that are reached without TLS. The mail server is always required to use it. */
function checkEncryption({ databaseUrl, s3, backup }: Config): Check {
  const open: string[] = [];
  if (databaseUrl && isPlain(new URL(databaseUrl))) {
    open.push('the database (add sslmode=verify-full to DATABASE_URL)');
  }
  const isOpen = (endpoint?: string | null) =>
    endpoint?.startsWith('http:') === true && !isThisMachine(new URL(endpoint).hostname);
  if (isOpen(s3?.endpoint)) open.push('the store (use https)');
  if (backup && typeof backup.place !== 'string' && isOpen(backup.place.bucket.endpoint))
    open.push('the bucket of backups (use https)');
  return open.length === 0
    ? ok('encryption', 'Nothing travels unencrypted to another machine.')
    : warning('encryption', `Unencrypted to another machine: ${open.join(', ')}.`);
}

async function checkStore({ config: { s3, filesDir }, files }: DoctorDeps): Promise<Check> {
  if (!s3 && !existsSync(filesDir)) {
    return warning('store', 'There are no files yet; the first start makes the folder.');
  }
  try {
    await files.check();
    return ok('store', s3 ? `The bucket ${s3.bucket} answers.` : `${filesDir} can be read and written.`);
  } catch (error) {
    return fault('store', `The store does not answer: ${reasonOf(error)}`);
  }
}

/** The names at the place of the backups; throws when it cannot be read, or, on the disk, not be written. */
async function namesOfBackups(backup: BackupConfig): Promise<string[]> {
  if (typeof backup.place === 'string' && existsSync(backup.place)) {
    await access(backup.place, constants.W_OK);
    return readdir(backup.place);
  }
  return openBackupFolder(backup).names();
}

/** Checks whether nightly backups can be written, and whether the last one is recent. */
async function checkBackups({ config: { backup } }: DoctorDeps): Promise<Check[]> {
  if (!backup) return [];
  const place = typeof backup.place === 'string' ? backup.place : `The bucket ${backup.place.bucket.bucket}`;
  let names: string[];
  try {
    names = await namesOfBackups(backup);
  } catch (error) {
    return [fault('backups', `${place} cannot be used for backups: ${reasonOf(error)}`)];
  }
  const last = names
    .flatMap((name) => nightlyName.exec(name)?.[1] ?? [])
    .toSorted()
    .at(-1);
  if (last === undefined) return [ok('backups', `${place} has no nightly backup yet.`)];
  const summary = `The last nightly backup is of ${last}.`;
  return [Date.now() - Date.parse(last) > backupAge ? warning('backups', summary) : ok('backups', summary)];
}

async function checkMail({ config: { smtpUrl }, mailer }: DoctorDeps): Promise<Check> {
  try {
    await mailer.check();
    return ok('mail', smtpUrl ? 'The mail server accepts the sign-in.' : 'Mail is written to the outbox in DATA_DIR.');
  } catch (error) {
    const summary = smtpUrl ? 'The mail server does not answer' : 'Mail cannot be written to the outbox in DATA_DIR';
    return fault('mail', `${summary}: ${reasonOf(error)}`);
  }
}

const listed = (keys: string[]): string =>
  `${keys.slice(0, shown).join(', ')}${keys.length > shown ? ' and others' : ''}`;

/** Compares the files to which the database refers with those in the store, both ways. */
async function checkFiles(client: pg.Client, files: DoctorDeps['files']): Promise<Check[]> {
  if (!(await hasPhotos(client))) return [];
  const stored = new Set<string>();
  for await (const key of files.keys()) stored.add(key);
  const missing: string[] = [];
  let count = 0;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  for await (const { key, isExpected } of listReferredFiles(client)) {
    count += 1;
    // A file added after the store was listed is not missing.
    const isThere = stored.delete(key) || (await files.head(key)) !== null;
    if (!isThere && isExpected) missing.push(key);
  }
  await client.query('COMMIT');
  const surplus = [...stored];
  return [
    missing.length === 0
      ? ok('files', `None of ${count} files is missing.`)
      : fault('files', `${missing.length} files are missing in the store: ${listed(missing)}.`),
    surplus.length === 0
      ? ok('files', 'The store has no others.')
      : warning('files', `The store has ${surplus.length} files that nothing refers to: ${listed(surplus)}.`),
  ];
}

type ExaminedAudit = Pick<AuditService, 'verify' | 'waitingSeconds'>;

export interface DoctorDeps {
  config: Config;
  files: Pick<StoredFiles, 'check' | 'head' | 'keys'>;
  mailer: Pick<Mailer, 'check'>;
  /** Null when there is no database yet. */
  database: { url: string; audit: ExaminedAudit } | null;
}

async function examine(deps: DoctorDeps): Promise<Check[]> {
  const { config, files, database } = deps;
  const checks = [
    ok('settings', `${config.mode} mode; every setting can be read.`),
    checkEncryption(config),
    ...checkProxy(config),
    ...(await checkDisk(config)),
    await checkStore(deps),
    ...(await checkBackups(deps)),
    await checkMail(deps),
  ];
  if (!database) return [...checks, warning('database', 'There is none yet; the first start makes it.')];
  let client: pg.Client;
  try {
    client = await openConnection(database.url, 'doctor');
  } catch (error) {
    return [...checks, fault('database', `It cannot be reached: ${reasonOf(error)}`)];
  }
  try {
    checks.push(...(await checkDatabase(client)), await checkMigrations(client), await checkQueue(client));
    if (await hasTable(client, 'public.audit_head')) checks.push(...(await checkAudit(database.audit)));
    return [...checks, ...(await checkFiles(client, files))];
  } finally {
    await client.end();
  }
}

export interface DoctorService {
  /** Examines an installation; changes nothing. */
  examine(): Promise<Check[]>;
}

export const createDoctorService = (deps: DoctorDeps): DoctorService => ({ examine: () => examine(deps) });
