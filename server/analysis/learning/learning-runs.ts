import type { LearningRun } from '#contract/learning.ts';
import { serverId } from '#server/platform/audit/audit.rules.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { LearningRunRow } from '#server/schema/learning.tables.ts';
import { learnFromVerdicts } from './learning.kinds.ts';
import * as repository from './learning.repository.ts';
import { toRun } from './learning.rules.ts';
import type { Training } from './training.ts';
import { tooFewPhotos } from './outcomes.rules.ts';
import { LearningStopped } from './train-in-worker.ts';

/** Runs learning from verdicts as jobs, whose progress admins see. */
export function createLearningRuns(deps: { db: Database; changes: Changes; training: Training; logger: Logger }) {
  const { changes, db, training, logger } = deps;

  const push = (change: Change, running: boolean): void =>
    change.push({ type: 'learning_changed', payload: { running } }, { users: [], admins: true });

  const report = (runId: string, set: Partial<LearningRunRow>): Promise<void> =>
    changes.run(serverId, async (change) => {
      await repository.updateRun(change.tx, runId, set);
      push(change, true);
    });

  const end = (runId: string, status: 'refused' | 'failed', reason: string): Promise<void> =>
    changes.run(serverId, async (change) => {
      const ended = { status, reason, finishedAt: new Date() };
      if (!(await repository.updateRun(change.tx, runId, ended))) return;
      change.audit('learning.not_finished', 'learning_run', runId, { status, reason });
      push(change, false);
    });

  return {
    /** Returns null when another run is open. */
    begin: (startedBy: string | null): Promise<LearningRunRow | null> =>
      changes.run(startedBy ?? serverId, async (change) => {
        const run = await repository.insertRun(change.tx, startedBy);
        if (!run) return null;
        await change.enqueue(learnFromVerdicts, { runId: run.id });
        change.audit('learning.started', 'learning_run', run.id);
        push(change, true);
        return run;
      }),

    /** The run that was started last. */
    async latest(): Promise<LearningRun | null> {
      const latest = await repository.findLatestRun(db);
      return latest && toRun(latest);
    },

    async work(runId: string, signal: AbortSignal): Promise<void> {
      const run = await repository.updateRun(db, runId, { status: 'running' });
      if (!run) return;
      const { examples } = await training.examples();
      const obstacle = tooFewPhotos(examples);
      if (obstacle !== null) return end(runId, 'refused', obstacle);
      // Progress is saved one report at a time, so that it never goes backward.
      let reported: Promise<void> = Promise.resolve();
      const onProgress = (progress: Partial<LearningRunRow>): void => {
        reported = reported.then(() => report(runId, progress)).catch(() => undefined);
      };
      try {
        await training.learnFromVerdicts(run.startedBy, { onProgress, signal }, async (change, result) => {
          await reported;
          await repository.updateRun(change.tx, runId, { status: 'done', ...result, finishedAt: new Date() });
          push(change, false);
        });
      } catch (error) {
        await reported;
        // The queue restarts the run.
        if (error instanceof LearningStopped) throw error;
        logger.error({ err: error }, 'A learning failed.');
        await end(runId, 'failed', error instanceof Error ? error.message : String(error));
      }
    },

    giveUp: (runId: string): Promise<void> => end(runId, 'failed', 'The learning was interrupted too often'),
  };
}
