import type { AreaSession } from '#contract/areas.ts';
import type { Severity } from '#contract/finding-categories.ts';
import type { Run, RunScore } from '#contract/runs.ts';
import type { RequirementCounts } from '#contract/coverage.ts';
import { scoreProperty } from '#server/analysis/scoring.rules.ts';
import type { RunRow } from '#server/schema/runs.tables.ts';
import { coverageOfAreas } from '../figures/coverage.rules.ts';

/*
 * Run: in_progress ──(its owner submits it, once every applicable area is completed)──▶ completed
 *      completed ──(one of its areas is reopened, and no other run of the property is in progress)──▶ in_progress
 */

type Progress = readonly Pick<AreaSession, 'status'>[];
/** Whether the area applies and is not completed. */
export const needsWork = ({ status }: Progress[number]): boolean =>
  status !== 'completed' && status !== 'not_applicable';

/** Whether every area that applies is completed, and at least one applies. */
export const allCompleted = (progress: Progress): boolean =>
  progress.some(({ status }) => status === 'completed') && !progress.some(needsWork);

interface RunFacts {
  progress: AreaSession[];
  /** The requirements that are about the whole property. */
  ofProperty: RequirementCounts;
  pipReportId: string | null;
  isOwner: boolean;
}

export type ScoredArea = Pick<AreaSession, 'complianceScore' | 'worstSeverity' | 'coverage'> & { code: string };

/**
 * The score of a run or property from its applicable areas, and what it is based on. `worstOutside` is the worst open
 * finding of a property's inspections outside of runs.
 */
export const runScore = (
  applicable: readonly ScoredArea[],
  ofProperty: RequirementCounts,
  worstOutside: Severity | null = null,
): RunScore => ({
  complianceScore: scoreProperty(
    applicable.map(({ code, complianceScore, worstSeverity }) => ({
      code,
      score: complianceScore,
      worst: worstSeverity,
    })),
    { requirementsMet: ofProperty.requirementsMet >= ofProperty.requirements, worst: worstOutside },
  ).overall,
  coverage: coverageOfAreas(applicable, ofProperty),
});

/** The answer for a run, with the progress of its areas. */
export function toRun(run: RunRow, { progress, ofProperty, pipReportId, isOwner }: RunFacts): Run {
  const applicable = progress.filter((area) => area.status !== 'not_applicable');
  const done = allCompleted(progress);
  return {
    ...run,
    caseNumber: progress[0]?.caseNumber ?? null,
    lastTouched: run.lastTouched.toISOString(),
    createdAt: run.createdAt.toISOString(),
    completedAt: run.completedAt?.toISOString() ?? null,
    hasProgress: progress.some((area) => area.status === 'in_progress' || area.status === 'completed'),
    progress,
    ...runScore(
      applicable.map((area) => ({ ...area, code: area.area.code })),
      ofProperty,
    ),
    pipReportId,
    abilities: { generatePip: done, submit: done && run.status === 'in_progress' && isOwner },
  };
}
