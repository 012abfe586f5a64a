import { and, asc, desc, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm';
import { ownCases, type CaseOwner } from '#server/cases/own-cases.rules.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { checklistAnswers } from '#server/schema/checklists.tables.ts';
import { dataExports, type DataExportRow } from '#server/schema/exports.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { apiKeys } from '#server/schema/keys.tables.ts';
import { messages } from '#server/schema/messages.tables.ts';
import { notifications, pushSubscriptions } from '#server/schema/notifications.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { recordings } from '#server/schema/recordings.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';
import { sessions, users, type UserRow } from '#server/schema/users.tables.ts';
import { savedViews } from '#server/schema/views.tables.ts';

const alive = () => gt(dataExports.expiresAt, new Date());

export const findPerson = async (db: Executor, id: string): Promise<UserRow | null> =>
  (await db.select().from(users).where(eq(users.id, id)).limit(1))[0] ?? null;

/** The unexpired exports of a user, newest first. */
export const listExportsOf = (db: Executor, userId: string): Promise<DataExportRow[]> =>
  db
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), alive()))
    .orderBy(desc(dataExports.createdAt));

/** All exports of a user, including expired ones. */
export const listAllExportsOf = (db: Executor, userId: string): Promise<DataExportRow[]> =>
  db.select().from(dataExports).where(eq(dataExports.userId, userId));

export const findExport = async (db: Executor, id: string): Promise<DataExportRow | null> =>
  (
    await db
      .select()
      .from(dataExports)
      .where(and(eq(dataExports.id, id), alive()))
      .limit(1)
  )[0] ?? null;

export const insertExport = async (db: Executor, values: typeof dataExports.$inferInsert): Promise<DataExportRow> =>
  expectOne(await db.insert(dataExports).values(values).returning());

/** Changes an export only if it is still waiting. */
export const updateWaiting = async (
  db: Executor,
  id: string,
  values: Partial<typeof dataExports.$inferInsert>,
): Promise<DataExportRow | null> =>
  (
    await db
      .update(dataExports)
      .set(values)
      .where(and(eq(dataExports.id, id), eq(dataExports.state, 'waiting')))
      .returning()
  )[0] ?? null;

export const listExpired = (db: Executor): Promise<DataExportRow[]> =>
  db.select().from(dataExports).where(lte(dataExports.expiresAt, new Date()));

export const deleteExport = (db: Executor, id: string) => db.delete(dataExports).where(eq(dataExports.id, id));

/** The rows of a user's photos; their files are stored in the archive separately. */
export const listPhotosOf = (db: Executor, userId: string) => {
  const { storageKey: _key, usable: _usable, ...columns } = getTableColumns(photos);
  return db.select(columns).from(photos).where(eq(photos.userId, userId)).orderBy(asc(photos.createdAt));
};

export const findStorageKey = async (db: Executor, photoId: string): Promise<string | null> =>
  (
    await db
      .select({ key: photos.storageKey })
      .from(photos)
      .where(and(eq(photos.id, photoId), isNull(photos.filesDeletedAt)))
      .limit(1)
  )[0]?.key ?? null;

/**
 * All other records of a user by the name of their file in the archive, without secrets and their hashes. `email` is null until
 * the user has verified it.
 */
export async function listRecordsOf(db: Executor, { id, email }: CaseOwner): Promise<Record<string, object[]>> {
  const { password: _password, ...account } = getTableColumns(users);
  const { tokenHash: _tokenHash, ...session } = getTableColumns(sessions);
  const { keyHash: _keyHash, ...apiKey } = getTableColumns(apiKeys);
  const { storageKey: _storageKey, copyKey: _copyKey, ...recording } = getTableColumns(recordings);
  return {
    account: await db.select(account).from(users).where(eq(users.id, id)),
    sessions: await db.select(session).from(sessions).where(eq(sessions.userId, id)),
    'api-keys': await db.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, id)),
    'saved-views': await db.select().from(savedViews).where(eq(savedViews.userId, id)),
    'push-subscriptions': await db
      .select({ topics: pushSubscriptions.topics, createdAt: pushSubscriptions.createdAt })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, id)),
    properties: await db.select().from(properties).where(eq(properties.userId, id)),
    cases: await db
      .select()
      .from(inspectionCases)
      .where(or(ownCases({ id, email }), eq(inspectionCases.createdByAdminId, id))),
    'inspection-runs': await db.select().from(inspectionRuns).where(eq(inspectionRuns.userId, id)),
    inspections: await db.select().from(inspections).where(eq(inspections.userId, id)),
    'added-findings': await db.select().from(findings).where(eq(findings.createdBy, id)),
    'decided-findings': await db.select().from(findings).where(eq(findings.decidedBy, id)),
    'checklist-answers': await db.select().from(checklistAnswers).where(eq(checklistAnswers.userId, id)),
    recordings: await db.select(recording).from(recordings).where(eq(recordings.userId, id)),
    messages: await db
      .select()
      .from(messages)
      .where(or(eq(messages.fromUserId, id), eq(messages.toUserId, id))),
    notifications: await db.select().from(notifications).where(eq(notifications.userId, id)),
  };
}
