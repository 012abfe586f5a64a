import type { AuditAction } from '#contract/audit.ts';
import type { CaseEventDetails, storedCaseEvents } from '#contract/case-page.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { insertEvent } from './case-events.repository.ts';

export type StoredCaseEvent = (typeof storedCaseEvents)[number];

/**
 * Stores an event for the timeline of a case. An event with a `key` is stored once per case. Returns whether it is new.
 */
export const recordCaseEvent = (
  change: Change,
  caseId: string,
  kind: StoredCaseEvent,
  details: CaseEventDetails = {},
  options: { key?: string; byServer?: boolean } = {},
): Promise<boolean> =>
  insertEvent(change.tx, {
    caseId,
    kind,
    details,
    userId: options.byServer ? null : change.userId,
    key: options.key ?? null,
  });

const actions = {
  linked: 'case.linked',
  onboarded: 'case.onboarded',
  started: 'case.started',
  completed: 'case.completed',
  reopened: 'case.reopened',
  cancelled: 'case.cancelled',
  expired: 'case.expired',
} as const satisfies Partial<Record<StoredCaseEvent, AuditAction>>;

/** Records a step of a case in the audit log and in its timeline. */
export async function recordStep(
  change: Change,
  kind: keyof typeof actions,
  row: CaseRow,
  details: Record<string, unknown> = {},
): Promise<void> {
  change.audit(actions[kind], 'case', row.id, { caseNumber: row.caseNumber, ...details });
  await recordCaseEvent(change, row.id, kind, {}, { byServer: kind === 'expired' });
}
