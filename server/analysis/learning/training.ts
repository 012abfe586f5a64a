import type { Config } from '#server/config.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { StoredFiles } from '#server/platform/storage/storage.ts';
import { actsAsAdmin } from '#server/users/users.rules.ts';
import { learnedVersionNotFound } from './learning.errors.ts';
import * as repository from './learning.repository.ts';
import type { Progress } from './learn.ts';
import { trainInWorker, type Source } from './train-in-worker.ts';
import * as verdicts from './verdicts.repository.ts';
import { countByReviewer, exampleSetOf, type ExampleSet } from './verdicts.rules.ts';

/** The version that a training produced. */
export interface LearningResult {
  version: number;
  /** Whether it is used from now on, because it is better. */
  switched: boolean;
}

interface LearningOptions {
  onProgress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

interface Deps {
  db: Database;
  changes: Changes;
  config: Pick<Config, 'mode'>;
  storage: Pick<StoredFiles, 'withLocalFile'>;
  logger: { warn(details: object, message: string): void };
}

/** The model in use with its outcomes, and the one from which training on verdicts starts. */
async function startingPointOf(db: Database) {
  const all = (await repository.listVersions(db)).map(({ version }) => version);
  const inUse = all.find((version) => version.inUse) ?? null;
  // Training from an archive is kept; training from verdicts starts from the beginning each time, so that a withdrawn
  // verdict leaves no trace.
  const base = inUse?.source === 'archive' ? inUse.number : (inUse?.base ?? null);
  return {
    current: inUse && {
      model: await repository.findHead(db, inUse.number),
      outcomes: inUse.trainingRecord.outcomes,
    },
    base,
    known: all.find(({ number }) => number === base)?.trainingRecord.outcomes ?? {},
  };
}

/** Trains versions of the head from verdicts or from an archive, and selects the one in use. */
export function createTraining({ changes, config, db, logger, storage }: Deps) {
  async function choose(change: Change, number: number | null): Promise<void> {
    if (!(await repository.updateNumberInUse(change.tx, number))) throw learnedVersionNotFound(number ?? 0);
    change.push({ type: 'learning_changed', payload: { running: false } }, { users: [], admins: true });
  }

  async function keep(
    startedBy: string | null,
    row: Omit<Parameters<typeof repository.insertVersion>[1], 'startedBy'> & { isBetter: boolean },
    details: Record<string, unknown>,
    settle: (change: Change, result: LearningResult) => Promise<void>,
  ): Promise<LearningResult> {
    const { isBetter: switched, ...version } = row;
    return changes.run(startedBy ?? serverId, async (change) => {
      const number = await repository.insertVersion(change.tx, { ...version, startedBy });
      if (switched) await choose(change, number);
      const { after, before, photos } = version.trainingRecord;
      const figures = { photos, before, after, switched };
      change.audit('learning.finished', 'learned_version', String(number), { ...figures, ...details });
      await settle(change, { version: number, switched });
      return { version: number, switched };
    });
  }

  async function readExampleSet(): Promise<ExampleSet> {
    const [{ known }, people] = await Promise.all([startingPointOf(db), verdicts.listAccounts(db)]);
    const trusted = people.filter((user) => user.adminGranted || actsAsAdmin(config.mode, user)).map(({ id }) => id);
    const judged = await verdicts.listJudgedPhotos(db);
    // Photos used in the archive's training are left out, because they cannot show how a head does on unseen ones.
    return exampleSetOf(
      judged.filter(({ id }) => known[id] === undefined),
      new Set(trusted),
    );
  }

  const onUnreadable = (photo: string, error: unknown): void =>
    logger.warn({ photo, err: error }, 'A photo could not be read for learning.');

  return {
    examples: readExampleSet,

    /** Trains on the verdicts of this installation. Throws an Error with a readable message when there are too few. */
    async learnFromVerdicts(
      startedBy: string | null,
      { onProgress, signal }: LearningOptions,
      settle: (change: Change, result: LearningResult) => Promise<void> = () => Promise.resolve(),
    ): Promise<LearningResult> {
      const [{ base, current }, { examples }] = await Promise.all([startingPointOf(db), readExampleSet()]);
      const sources = examples.map(({ defects, id, storageKey, unknown }): Source => ({
        photo: { id, defects, unknown },
        open: (use) => storage.withLocalFile(storageKey, use),
      }));
      const model = base === null ? null : await repository.findHead(db, base);
      const {
        isBetter,
        trainingRecord,
        model: head,
      } = await trainInWorker(sources, {
        base: model,
        current,
        onProgress,
        onUnreadable,
        signal,
      });
      const row = { source: 'verdicts' as const, base, head, trainingRecord, isBetter };
      return keep(startedBy, row, { taughtBy: countByReviewer(examples) }, settle);
    },

    /** Trains on labeled photos of an archive, starting from the shipped head. Throws like learnFromVerdicts. */
    async learnFromArchive(
      sources: readonly Source[],
      { onProgress, signal }: LearningOptions,
    ): Promise<LearningResult> {
      const { current } = await startingPointOf(db);
      const { isBetter, trainingRecord, model } = await trainInWorker(sources, {
        base: null,
        current,
        onProgress,
        onUnreadable,
        signal,
      });
      const row = { source: 'archive' as const, base: null, head: model, trainingRecord, isBetter };
      return keep(null, row, { by: 'command' }, () => Promise.resolve());
    },

    /** Null selects the shipped head. Throws 404 when the version does not exist. */
    use: (userId: string, number: number | null): Promise<void> =>
      changes.run(userId, async (change) => {
        const before = await repository.findNumberInUse(change.tx);
        if (before === number) return;
        await choose(change, number);
        change.audit('learning.version_chosen', 'learned_version', String(number ?? 'shipped'), { before });
      }),
  };
}
export type Training = ReturnType<typeof createTraining>;
