/**
 * npm run --silent learn [-- MANIFEST... | --list | --use NUMBER | --use shipped]
 * Trains this installation's head on its users' verdicts, or on the labeled photos of manifests, and prints one line of
 * JSON with the figures before and after. The new version is used from then on if it is better. `--list` prints every
 * version, one per line; `--use` selects one. A server that uses the same data need not be stopped.
 */
import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import { createAuditService } from '#server/platform/audit/audit.service.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import { createChanges } from '#server/platform/changes/changes.ts';
import { migrate, openDatabase } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/types.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { reachDatabase } from '#server/platform/postgres/reach.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { openStoredFiles } from '#server/platform/storage/open-storage.ts';
import { readManifest, type LabeledPhoto as ManifestPhoto } from '../evaluation/manifest.ts';
import { createInstalledHeadService } from './installed-head.service.ts';
import type { Progress } from './learn.ts';
import * as repository from './learning.repository.ts';
import { toVersion } from './learning.rules.ts';
import { createTraining, type Training, type LearningResult } from './training.ts';
import { tooFewPhotos, minExamples } from './outcomes.rules.ts';
import type { Source } from './train-in-worker.ts';

const usage = 'Usage: npm run --silent learn [-- MANIFEST... | --list | --use NUMBER|shipped]';
const logger = createLogger({ level: 'error' });
const print = (line: object): boolean => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Ends the command with its message. */
class Refusal extends Error {}

/** Once the command is told to end, learning stops and its worker, which a signal does not end, is ended with it. */
const stopping = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(name, () => {
    process.exitCode = 128 + constants.signals[name];
    stopping.abort();
  });
}

function readOptions() {
  try {
    return parseArgs({ allowPositionals: true, options: { list: { type: 'boolean' }, use: { type: 'string' } } });
  } catch {
    throw new Refusal(usage);
  }
}

/** Photos on which nothing can be recognized are useless for training. */
const canBeJudged = ({ kind }: ManifestPhoto): boolean => kind === 'clean' || kind === 'defect' || kind === 'objects';

async function sourceOf({ defects, path }: ManifestPhoto): Promise<Source> {
  const bytes = await readFile(path).catch(() => {
    throw new Refusal(`${path} cannot be read.`);
  });
  const boxes = defects.map(({ box, class: category }) => ({ category, box }));
  return { photo: { id: hash('sha256', bytes, 'hex'), defects: boxes, unknown: [] }, open: (use) => use(path) };
}

/** The photos of an archive; copies of one file count as one photo. */
async function readArchive(manifests: string[]): Promise<Source[]> {
  const photos = (await Promise.all(manifests.map(readManifest))).flat();
  const sources = await Promise.all(photos.filter(canBeJudged).map(sourceOf));
  return requireEnoughPhotos([...new Map(sources.map((source) => [source.photo.id, source])).values()]);
}

function requireEnoughPhotos(sources: Source[]): Source[] {
  const tooFew = tooFewPhotos(sources.map(({ photo }) => photo));
  if (tooFew) throw new Refusal(tooFew);
  return sources;
}

function onProgress({ step, done, total }: Progress): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${step === 'reading' ? 'Reading' : 'Training'} ${done} of ${total}   `);
}

async function printResult(db: Database, { switched, version }: LearningResult): Promise<void> {
  if (process.stderr.isTTY) process.stderr.write('\n');
  const row = (await repository.listVersions(db)).find((each) => each.version.number === version);
  if (!row) throw new Error(`Version ${version} is gone`);
  const { after, before, categories, photos } = toVersion(row);
  const wanting = categories.map((each) => ({ ...each, wants: Math.max(0, minExamples - each.photos) }));
  print({ photos, categories: wanting, before, after, version, switched });
}

async function perform(db: Database, training: Training, archive: Source[] | null): Promise<void> {
  const { values } = readOptions();
  const options = { onProgress, signal: stopping.signal };
  if (values.list) {
    for (const row of (await repository.listVersions(db)).toReversed()) print(toVersion(row));
  } else if (values.use !== undefined) {
    const number = values.use === 'shipped' ? null : Number(values.use);
    await training.use(serverId, number);
    print({ inUse: number ?? 'shipped' });
  } else if (archive) await printResult(db, await training.learnFromArchive(archive, options));
  else {
    const tooFew = tooFewPhotos((await training.examples()).examples);
    if (tooFew) throw new Refusal(tooFew);
    await printResult(db, await training.learnFromVerdicts(null, options));
  }
}

async function withTraining(config: Config, work: (db: Database, training: Training) => Promise<void>): Promise<void> {
  const { url, done } = await reachDatabase(config, logger);
  try {
    await migrate(url);
    const { close, db } = openDatabase(url, logger, { connections: 3 });
    try {
      const storage = await openStoredFiles(config);
      // The queue is never started, because nothing here enqueues a job.
      const witness = createAuditWitness(config.dataDir, logger);
      const audit = createAuditService({ db, auditSecrets: config.auditSecrets, logger, witness });
      await audit.begin();
      const changes = createChanges({ db, queue: createQueue({ url, logger }), audit });
      await work(db, createTraining({ db, changes, config, storage, logger })).finally(audit.close);
      await createInstalledHeadService({ db, dataDir: config.dataDir }).refresh();
    } finally {
      await close();
    }
  } finally {
    await done();
  }
}

try {
  const { positionals, values } = readOptions();
  const isNumber = values.use === 'shipped' || /^\d{1,9}$/.test(values.use ?? '0');
  if (!isNumber || ((values.list || values.use !== undefined) && positionals.length > 0)) throw new Refusal(usage);
  // Read before anything is opened, so that a faulty archive leaves no trace.
  const archive = positionals.length > 0 ? await readArchive(positionals) : null;
  await withTraining(readConfig(), (db, training) => perform(db, training, archive));
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults.join('\n') : null;
  process.stderr.write(`${faults ?? (error instanceof Error ? error.message : String(error))}\n`);
  process.exitCode ??= 1;
}
