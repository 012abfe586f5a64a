import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createAnalyzer } from '#server/analysis/analyzer.service.ts';
import { createConfiguredEngine } from '#server/analysis/engine/remote/configured.ts';
import { createInstalledHeadService } from '#server/analysis/learning/installed-head.service.ts';
import { createUsageService } from '#server/analysis/usage/usage.service.ts';
import { scheduledElsewhere } from '#server/backup/backup.jobs.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import type { PasswordCost } from '#server/platform/auth/password-worker.ts';
import { createPasswords } from '#server/platform/auth/passwords.ts';
import { migrate, openDatabase } from '#server/platform/database/database.ts';
import { DataDirInUseError, lockDataDir, type DataLock } from '#server/platform/database/data-lock.ts';
import { createEventHub } from '#server/platform/events/hub.ts';
import { createLogger, type Logger } from '#server/platform/logger/logger.ts';
import { traceStatements } from '#server/platform/telemetry/spans.ts';
import type { Telemetry } from '#server/platform/telemetry/telemetry.ts';
import { openMailer } from '#server/platform/mail/open-mailer.ts';
import { prepareApplicationRole } from '#server/platform/postgres/application-role.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { createDocumentWriter } from '#server/plans/export/document-writer.ts';
import { drawPictures } from '#server/sample/sample.pictures.ts';
import { createSystem } from '#server/system.ts';

// Set by `node --watch`: with it, threads and processes would report their imports among their own messages.
// oxlint-disable-next-line node/no-process-env -- no setting of the server
delete process.env['WATCH_REPORT_DEPENDENCIES'];

const webFolder = fileURLToPath(new URL('../dist/web', import.meta.url));
const shutdownTimeout = 9500;

/** Functions that close what was opened, called in reverse order. */
const closers: (() => Promise<unknown> | void)[] = [];

async function shutDown(): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close();
}

function readSettings(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults) process.stderr.write(`${fault}\n`);
    process.exit(1);
  }
}

/** Migrates the database, embedded or configured, and returns the application's connection string. */
async function prepareDatabase({ databaseUrl, mode }: Config, lock: DataLock, logger: Logger): Promise<string> {
  if (databaseUrl) {
    await migrate(databaseUrl);
    return databaseUrl;
  }
  const postgres = await startPostgres({ lock, mode }, logger);
  closers.push(() => postgres.stop());
  await migrate(postgres.ownerUrl);
  await prepareApplicationRole(postgres);
  return postgres.url;
}

/** Loads the telemetry packages only if the settings name a collector. */
async function startTelemetryOf({ telemetry }: Config, logger: Logger): Promise<Telemetry | null> {
  if (!telemetry) return null;
  const { startTelemetry } = await import('#server/platform/telemetry/telemetry.ts');
  return startTelemetry(telemetry, logger);
}

async function start(config: Config, logger: Logger, passwordCost?: PasswordCost): Promise<void> {
  const lock = lockDataDir(config.dataDir);
  closers.push(() => lock.release());
  const url = await prepareDatabase(config, lock, logger);
  const telemetry = await startTelemetryOf(config, logger);
  const { db, pool, close } = openDatabase(url, logger);
  if (telemetry) traceStatements(pool);
  closers.push(close);
  const queue = createQueue({ url, logger });
  const events = createEventHub({ url, logger });
  await events.start();
  closers.push(() => events.stop());
  await rm(config.scratchDir, { recursive: true, force: true });
  const { storage, disk } = await openStorage(config);
  const { mailer, mailFolder } = await openMailer(config);
  const analyzer = createAnalyzer({
    workers: config.analysisWorkers,
    engine: config.ai.engine === 'off' ? 'off' : 'builtin',
    remote: createConfiguredEngine(config.ai.remote, { ledger: createUsageService({ db, ai: config.ai }), logger }),
    faceBlur: config.faceBlur,
    dataDir: config.dataDir,
    refreshLearned: createInstalledHeadService({ db, dataDir: config.dataDir }).refresh,
    logger,
  });
  closers.push(() => analyzer.close());
  const passwords = createPasswords({ logger, cost: passwordCost });
  closers.push(() => passwords.close());
  const documents = createDocumentWriter();
  closers.push(() => documents.close());

  const witness = createAuditWitness(config.dataDir, logger);
  closers.push(() => witness.flush());

  const system = await createSystem({
    config,
    logger,
    db,
    queue,
    events,
    storage,
    disk,
    mailer,
    mailFolder,
    analyzer,
    passwords,
    documents,
    drawPictures,
    witness,
    databaseUrl: url,
    webFolder,
  });
  if (telemetry) {
    telemetry.sendMetrics(system.metrics.figures);
    closers.push(() => telemetry.stop());
  }
  const { audit } = system.services;
  await audit.begin();
  closers.push(() => audit.close());
  // Only this process uses the embedded database.
  const elsewhere = config.databaseUrl ? scheduledElsewhere : [];
  await queue.start(system.jobs, { work: system.runsJobs, elsewhere });
  closers.push(() => queue.stop());
  closers.push(() => system.app.close());
  // The server logs its address itself, in the last line.
  await system.app.listen({ host: config.host, port: config.port, listenTextResolver: () => 'listening' });
  const address = system.app.server.address();
  const port = address && typeof address === 'object' ? address.port : config.port;
  const shownHost = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  system.setOrigin(`http://${shownHost}:${port}`);
  await system.services.sample.begin();
  const accounts = system.services.sample
    .state()
    .accounts.map((account) => `${account.username} / ${account.password}`);
  const credentials = accounts.length > 0 ? ` (sample accounts: ${accounts.join(', ')})` : '';
  process.stdout.write(`Innspect is ready at http://${shownHost}:${port}${credentials}\n`);
}

/** Runs the product until a signal ends it. Tests that create hundreds of accounts can make password hashing cheap. */
export async function runServer({ passwordCost }: { passwordCost?: PasswordCost } = {}): Promise<void> {
  const config = readSettings();
  const logger = createLogger({ level: config.logLevel });
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), shutdownTimeout).unref();
    shutDown().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  try {
    await start(config, logger, passwordCost);
  } catch (error) {
    if (stopping) return;
    if (error instanceof DataDirInUseError) process.stderr.write(`${error.message}\n`);
    else if (isAddressInUse(error))
      process.stderr.write(`Port ${config.port} on ${config.host} is already in use. Set PORT to another one.\n`);
    else logger.fatal({ err: error }, error instanceof Error ? error.message : 'the start failed');
    await shutDown().catch(() => undefined);
    process.exit(1);
  }
}

const isAddressInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

if (import.meta.main) await runServer();
