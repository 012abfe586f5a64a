import type { CaseEvent } from '#contract/case-page.ts';
import type { AuditService } from '#server/platform/audit/audit.service.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { displayName } from '#server/users/users.rules.ts';
import * as events from './case-events.repository.ts';
import { reviewActions, standingSteps } from './review-rounds.rules.ts';

/** Limits that no real case reaches. */
const shownEvents = 500;
const shownSteps = 1000;

type Inspected = Awaited<ReturnType<typeof events.listInspections>>[number];

/** The last submission and decision of an inspection, from its row: for one whose steps the audit log does not have. */
function lastRound({ inspection, inspector, reviewer }: Inspected): CaseEvent[] {
  const of = { area: inspection.area, inspectionId: inspection.id, details: {} };
  const submitted = { kind: 'submitted' as const, by: displayName(inspector), ...of };
  const decided = inspection.status === 'approved' || inspection.status === 'requires_action';
  return [
    ...(inspection.completedAt ? [{ ...submitted, at: inspection.completedAt.toISOString() }] : []),
    ...(decided && inspection.reviewedAt
      ? [
          {
            ...of,
            kind: inspection.status === 'approved' ? ('approved' as const) : ('requires_action' as const),
            at: inspection.reviewedAt.toISOString(),
            by: reviewer && displayName(reviewer),
            details: inspection.reviewNote ? { reason: inspection.reviewNote } : {},
          },
        ]
      : []),
  ];
}

/** Every submission and decision of the inspections of a case, earlier rounds included. */
async function roundsOf(db: Executor, audit: Pick<AuditService, 'listActions'>, caseId: string): Promise<CaseEvent[]> {
  const inspected = await events.listInspections(db, caseId);
  const ids = inspected.map(({ inspection }) => inspection.id);
  const byInspection = Map.groupBy(
    await audit.listActions(db, ids, reviewActions, shownSteps),
    ({ entityId }) => entityId,
  );
  const people = await events.listPersons(db, [...new Set([...byInspection.values()].flat().map((row) => row.userId))]);
  const names = new Map(people.map((person) => [person.id, displayName(person)]));
  return inspected.flatMap((each): CaseEvent[] => {
    const entries = byInspection.get(each.inspection.id);
    if (!entries) return lastRound(each);
    return standingSteps(entries).map(({ kind, entry }) => {
      const note = kind === 'submitted' ? null : (entry.details as { note?: string | null } | null)?.note;
      return {
        kind,
        at: entry.createdAt.toISOString(),
        by: names.get(entry.userId) ?? null,
        area: each.inspection.area,
        inspectionId: each.inspection.id,
        details: note ? { reason: note } : {},
      };
    });
  });
}

/** The timeline of a case, newest first: its stored events, its opening and its inspections. */
export async function timelineOf(
  db: Executor,
  audit: Pick<AuditService, 'listActions'>,
  row: CaseRow,
): Promise<CaseEvent[]> {
  const kept = (await events.listEvents(db, row.id, shownEvents)).map(({ event, person }): CaseEvent => ({
    kind: event.kind,
    at: event.createdAt.toISOString(),
    by: person && displayName(person),
    area: null,
    inspectionId: null,
    details: event.details,
  }));
  const inspected = await roundsOf(db, audit, row.id);
  const admin = await events.findPerson(db, row.createdByAdminId);
  const opened: CaseEvent = {
    kind: 'opened',
    at: row.createdAt.toISOString(),
    by: admin && displayName(admin),
    area: null,
    inspectionId: null,
    details: {},
  };
  return [...kept, ...inspected, opened].toSorted((a, b) => b.at.localeCompare(a.at));
}
