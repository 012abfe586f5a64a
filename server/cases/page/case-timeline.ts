import type { CaseEvent } from '#contract/case-page.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { displayName } from '#server/users/users.rules.ts';
import * as events from '../case-events.repository.ts';

/** Limits that no real case reaches. */
const shownEvents = 500;
const shownSteps = 1000;

/** The timeline of a case, newest first: its opening, its stored events, and each round of its inspections' reviews. */
export async function timelineOf(db: Executor, row: CaseRow): Promise<CaseEvent[]> {
  const stored = (await events.listEvents(db, row.id, shownEvents)).map(({ event, person }): CaseEvent => ({
    kind: event.kind,
    at: event.createdAt.toISOString(),
    by: person && displayName(person),
    area: null,
    inspectionId: null,
    details: event.details,
  }));
  const reviews = (await events.listReviewSteps(db, row.id, shownSteps)).map(({ step, area, person }): CaseEvent => ({
    kind: step.kind,
    at: step.createdAt.toISOString(),
    by: person && displayName(person),
    area,
    inspectionId: step.inspectionId,
    details: step.note ? { reason: step.note } : {},
  }));
  const admin = await events.findPerson(db, row.createdByAdminId);
  const opened: CaseEvent = {
    kind: 'opened',
    at: row.createdAt.toISOString(),
    by: admin && displayName(admin),
    area: null,
    inspectionId: null,
    details: {},
  };
  return [...stored, ...reviews, opened].toSorted((a, b) => b.at.localeCompare(a.at));
}
