import type { LearnedVersion, LearningRun } from '#contract/learning.ts';
import type { LearningRunRow } from '#server/schema/learning.tables.ts';
import type { UserRow } from '#server/schema/users.tables.ts';
import { displayName } from '#server/users/users.rules.ts';
import type { VersionRow } from './learning.repository.ts';

/** The number of new examples, on which no version was trained, from which a nightly training is worthwhile. */
export const minFreshExamples = 20;

export const toVersion = ({ person, version }: VersionRow): LearnedVersion => {
  const { createdAt, inUse, trainingRecord, number, source } = version;
  const { outcomes: _outcomes, ...figures } = trainingRecord;
  const startedBy = person && displayName(person);
  return { number, source, inUse, ...figures, startedBy, madeAt: createdAt.toISOString() };
};

export const toRun = ({ person, run }: { run: LearningRunRow; person: UserRow | null }): LearningRun => ({
  ...run,
  startedBy: person && displayName(person),
  createdAt: run.createdAt.toISOString(),
  finishedAt: run.finishedAt?.toISOString() ?? null,
});
