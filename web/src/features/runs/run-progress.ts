import type { AreaSession } from '#contract/areas.ts';

export interface RunFigures {
  applicable: number;
  completed: number;
  checks: number;
  answered: number;
  /** The share of the checks that are answered, 0-100. A completed area may have unanswered checks. */
  percent: number;
  photos: number;
  findings: number;
  /** The number of areas that the reviewer sent back. */
  sentBack: number;
}

/** The totals over the applicable areas of a run. */
export function runFigures(progress: readonly AreaSession[]): RunFigures {
  const applicable = progress.filter(({ status }) => status !== 'not_applicable');
  const completed = applicable.filter(({ status }) => status === 'completed').length;
  const sum = (value: (area: AreaSession) => number) => applicable.reduce((total, area) => total + value(area), 0);
  const checks = sum(({ coverage }) => coverage.checks);
  const answered = sum(({ coverage }) => coverage.answered);
  return {
    applicable: applicable.length,
    completed,
    checks,
    answered,
    percent: checks === 0 ? 0 : (answered / checks) * 100,
    photos: sum(({ photoCount }) => photoCount),
    findings: sum(({ issuesDetected }) => issuesDetected),
    sentBack: applicable.filter(({ reviewStatus }) => reviewStatus === 'requires_action').length,
  };
}

/** Whether the brand has approved every applicable area. */
export function isApproved(progress: readonly AreaSession[]): boolean {
  const applicable = progress.filter(({ status }) => status !== 'not_applicable');
  return applicable.length > 0 && applicable.every(({ reviewStatus }) => reviewStatus === 'approved');
}

/**
 * The next area after this one in which the signed-in person has work to do. After the last area it continues with
 * the first.
 */
export function nextArea(progress: readonly AreaSession[], areaSessionId: string): AreaSession | undefined {
  const at = progress.findIndex(({ id }) => id === areaSessionId);
  return [...progress.slice(at + 1), ...progress.slice(0, Math.max(0, at))].find(
    ({ status, abilities }) => abilities.work && (status === 'not_started' || status === 'in_progress'),
  );
}
