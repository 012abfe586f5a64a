import type { AuditAction } from '#contract/audit.ts';

/** The audited actions that together tell how an inspection was submitted and decided, round by round. */
export const reviewActions = [
  'inspection.submitted',
  'inspection.recalled',
  'inspection.approved',
  'inspection.reinspection_requested',
  'inspection.decision_undone',
] as const satisfies readonly AuditAction[];

interface Entry {
  action: string;
}
export type ReviewStepKind = 'submitted' | 'approved' | 'requires_action';

const steps: Record<string, ReviewStepKind> = {
  'inspection.submitted': 'submitted',
  'inspection.approved': 'approved',
  'inspection.reinspection_requested': 'requires_action',
};

/**
 * The steps of one inspection that stand, oldest first: a recalled submission and a decision that was taken back are
 * left out. The inspection itself keeps only its last submission and decision, so its row cannot tell earlier rounds.
 */
export function standingSteps<Of extends Entry>(entries: readonly Of[]): { kind: ReviewStepKind; entry: Of }[] {
  const standing: { kind: ReviewStepKind; entry: Of }[] = [];
  for (const entry of entries) {
    const kind = steps[entry.action];
    if (kind) standing.push({ kind, entry });
    else standing.pop();
  }
  return standing;
}
