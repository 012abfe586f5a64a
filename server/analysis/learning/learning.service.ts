import { learnedHeadSchema, type LearnedHead, type LearningRun, type LearningState } from '#contract/learning.ts';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import * as errors from './learning.errors.ts';
import * as repository from './learning.repository.ts';
import { minFreshExamples, toVersion } from './learning.rules.ts';
import { createLearningRuns } from './learning-runs.ts';
import { createTraining } from './training.ts';
import { tooFewPhotos } from './outcomes.rules.ts';

export interface LearningService {
  state(): Promise<LearningState>;
  /** The head in use, for devices that analyze camera frames themselves. */
  head(): Promise<LearnedHead>;
  /** The run that was started last. */
  latestRun(): Promise<LearningRun | null>;
  /** Starts to learn in the background. Throws 409 when it is learning already or cannot learn. */
  start(actor: Actor): Promise<LearningRun | null>;
  /** Starts to learn if there are enough new examples; otherwise does nothing. */
  startNightly(): Promise<void>;
  /** Does the work of a run; called by its job. */
  work(runId: string, signal: AbortSignal): Promise<void>;
  /** Ends a run whose attempts are used up. */
  giveUp(runId: string): Promise<void>;
  /** Uses another version; null selects the shipped head. Throws 404 when the version does not exist. */
  use(actor: Actor, number: number | null): Promise<LearningState>;
}

export function createLearningService(deps: {
  db: Database;
  changes: Changes;
  config: Config;
  storage: Storage;
  logger: Logger;
}): LearningService {
  const { config, db } = deps;
  const training = createTraining(deps);
  // With a model service, the built-in engine still reads every photo.
  const available = config.ai.engine !== 'off';

  async function state(): Promise<LearningState> {
    const [{ categories, contested, examples, setAside }, rows] = await Promise.all([
      training.examples(),
      repository.listVersions(db),
    ]);
    const seen = rows[0]?.version.trainingRecord.outcomes ?? {};
    const damaged = examples.filter(({ defects }) => defects.length > 0).length;
    return {
      available,
      nightly: config.learn,
      examples: {
        damaged,
        clean: examples.length - damaged,
        setAside,
        contested,
        fresh: examples.filter(({ id }) => seen[id] === undefined).length,
      },
      categories,
      obstacle: available ? tooFewPhotos(examples) : errors.engineDoesNotLearn().message,
      versions: rows.map(toVersion),
    };
  }

  const runs = createLearningRuns({ ...deps, training });

  return {
    state,
    async head() {
      const number = await repository.findNumberInUse(db);
      return learnedHeadSchema.parse({ number, head: number === null ? null : await repository.findHead(db, number) });
    },
    latestRun: runs.latest,

    async start(actor) {
      if (!available) throw errors.engineDoesNotLearn();
      const { examples, obstacle } = await state();
      if (obstacle !== null) throw errors.tooFewExamples(examples);
      if (!(await runs.begin(actor.id))) throw errors.learningRunning();
      return runs.latest();
    },

    async startNightly() {
      if (!available || !config.learn) return;
      const { examples, obstacle } = await state();
      if (obstacle === null && examples.fresh >= minFreshExamples) await runs.begin(null);
    },

    work: runs.work,
    giveUp: runs.giveUp,

    async use(actor, number) {
      await training.use(actor.id, number);
      return state();
    },
  };
}
