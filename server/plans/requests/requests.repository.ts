import { and, asc, desc, eq, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '#contract/due-dates.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import {
  pipRequestMessages,
  pipRequests,
  type PlanRequestMessageRow,
  type PlanRequestRow,
} from '#server/schema/plan-requests.tables.ts';
import { nameOf, users } from '#server/schema/users.tables.ts';

const asker = alias(users, 'asker');
const answerer = alias(users, 'answerer');

/** A request with the names of the users who asked and answered. */
export interface NamedRequest {
  request: PlanRequestRow;
  askedByName: string | null;
  answeredByName: string | null;
}

/** The requests for items, newest first. */
export const listRequests = (db: Executor, itemIds: string[]): Promise<NamedRequest[]> =>
  itemIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ request: pipRequests, askedByName: nameOf(asker), answeredByName: nameOf(answerer) })
        .from(pipRequests)
        .innerJoin(asker, eq(asker.id, pipRequests.askedBy))
        .leftJoin(answerer, eq(answerer.id, pipRequests.answeredBy))
        .where(isAnyOf(pipRequests.itemId, itemIds))
        .orderBy(desc(pipRequests.createdAt), desc(pipRequests.id));

/** The threads of requests, oldest message first. */
export const listMessages = (db: Executor, requestIds: string[]) =>
  requestIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ message: pipRequestMessages, byName: nameOf(users) })
        .from(pipRequestMessages)
        .innerJoin(users, eq(users.id, pipRequestMessages.userId))
        .where(isAnyOf(pipRequestMessages.requestId, requestIds))
        .orderBy(asc(pipRequestMessages.createdAt), asc(pipRequestMessages.id));

export const findOpen = async (db: Executor, itemId: string): Promise<PlanRequestRow | null> =>
  (
    await db
      .select()
      .from(pipRequests)
      .where(and(eq(pipRequests.itemId, itemId), eq(pipRequests.status, 'open')))
      .limit(1)
  )[0] ?? null;

export const listOpen = (db: Executor, itemIds: string[]): Promise<PlanRequestRow[]> =>
  itemIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(pipRequests)
        .where(and(isAnyOf(pipRequests.itemId, itemIds), eq(pipRequests.status, 'open')));

/** Granted waivers whose last day is before the date. */
export const listWaiversEndedBefore = (db: Executor, day: CalendarDate): Promise<PlanRequestRow[]> =>
  db
    .select()
    .from(pipRequests)
    .where(and(eq(pipRequests.kind, 'waiver'), eq(pipRequests.status, 'granted'), lt(pipRequests.date, day)))
    .orderBy(asc(pipRequests.date), asc(pipRequests.id));

/** Ends an item's granted waivers: a later decision has replaced them. */
export async function updateWaiversToExpired(tx: Executor, itemId: string): Promise<void> {
  await tx
    .update(pipRequests)
    .set({ status: 'expired' })
    .where(and(eq(pipRequests.itemId, itemId), eq(pipRequests.kind, 'waiver'), eq(pipRequests.status, 'granted')));
}

export const insertRequest = async (tx: Executor, row: typeof pipRequests.$inferInsert): Promise<PlanRequestRow> =>
  expectOne(await tx.insert(pipRequests).values(row).returning());

export const insertMessage = async (
  tx: Executor,
  row: typeof pipRequestMessages.$inferInsert,
): Promise<PlanRequestMessageRow> => expectOne(await tx.insert(pipRequestMessages).values(row).returning());

/** Changes a request; returns false when it no longer has the status that the caller saw. */
export async function updateInStatus(
  tx: Executor,
  seen: Pick<PlanRequestRow, 'id' | 'status'>,
  fields: Partial<PlanRequestRow>,
): Promise<boolean> {
  const rows = await tx
    .update(pipRequests)
    .set(fields)
    .where(and(eq(pipRequests.id, seen.id), eq(pipRequests.status, seen.status)))
    .returning({ id: pipRequests.id });
  return rows.length > 0;
}
