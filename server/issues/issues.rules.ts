import type { ScoredFinding } from '#server/analysis/scoring.rules.ts';
import type { IssueStatus } from '#contract/issues.ts';
import type { IssueRow } from './issues.tables.ts';

/** Open findings count for scores and plans. */
export const openStatuses: IssueStatus[] = ['pending', 'confirmed'];

export const toScored = (
  issue: Pick<IssueRow, 'severity' | 'category' | 'aiConfidence' | 'source'>,
): ScoredFinding => ({
  severity: issue.severity,
  category: issue.category,
  source: issue.source,
  confidence: Number(issue.aiConfidence ?? 100),
});

/** A person's decision or change stands; only an untouched AI finding may be replaced by a new analysis. */
export const isUntouched = (issue: Pick<IssueRow, 'source' | 'status' | 'decidedBy'>): boolean =>
  issue.source === 'ai' && issue.status === 'pending' && issue.decidedBy === null;
