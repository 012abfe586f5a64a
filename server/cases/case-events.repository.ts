import { and, between, desc, eq, inArray } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { caseEvents, inspectionCases, type CaseRow } from '#server/schema/cases.tables.ts';
import { inspections, reviewSteps } from '#server/schema/inspections.tables.ts';
import { users } from '#server/schema/users.tables.ts';

type NewEvent = typeof caseEvents.$inferInsert;

/** Stores an event; returns false when the case already has an event with this key. */
export async function insertEvent(db: Executor, values: NewEvent): Promise<boolean> {
  const rows = await db.insert(caseEvents).values(values).onConflictDoNothing().returning({ id: caseEvents.id });
  return rows.length > 0;
}

const names = { firstName: users.firstName, lastName: users.lastName, username: users.username };

/** The latest events of a case, newest first, with who caused them. */
export const listEvents = (db: Executor, caseId: string, limit: number) =>
  db
    .select({ event: caseEvents, person: names })
    .from(caseEvents)
    .leftJoin(users, eq(users.id, caseEvents.userId))
    .where(eq(caseEvents.caseId, caseId))
    .orderBy(desc(caseEvents.createdAt), desc(caseEvents.id))
    .limit(limit);

/** The submissions and decisions of a case's inspections, every round of them, newest first. */
export const listReviewSteps = (db: Executor, caseId: string, limit: number) =>
  db
    .select({ step: reviewSteps, area: inspections.area, person: names })
    .from(inspections)
    .innerJoin(reviewSteps, eq(reviewSteps.inspectionId, inspections.id))
    .leftJoin(users, eq(users.id, reviewSteps.userId))
    .where(eq(inspections.caseId, caseId))
    .orderBy(desc(reviewSteps.createdAt), desc(reviewSteps.id))
    .limit(limit);

export async function findPerson(db: Executor, id: string) {
  return (
    (
      await db
        .select({ id: users.id, ...names })
        .from(users)
        .where(eq(users.id, id))
    )[0] ?? null
  );
}

/** The open cases whose due date lies between two dates, both included. */
export const listOpenDueBetween = (db: Executor, from: string, to: string): Promise<CaseRow[]> =>
  db
    .select()
    .from(inspectionCases)
    .where(
      and(between(inspectionCases.dueDate, from, to), inArray(inspectionCases.status, ['pending', 'in_progress'])),
    );
