import { and, avg, count, desc, eq, gt, gte, inArray, isNull, lt, ne, notExists, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Language } from '#contract/language.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import { areaSessions } from '#server/schema/areas.tables.ts';
import * as figures from './figures/figures.repository.ts';
import { noFigures, type Figures } from './figures/figures.rules.ts';
import { inScope, type ScopeKey } from './scope-key.rules.ts';
import { messages } from '#server/schema/messages.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { pipReports } from '#server/schema/plans.tables.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { properties, type PropertyRow } from '#server/schema/properties.tables.ts';
import { users, type UserRow } from '#server/schema/users.tables.ts';
import { inspections, type InspectionRow } from '#server/schema/inspections.tables.ts';

export interface InspectionContext {
  inspection: InspectionRow;
  property: PropertyRow;
  inspector: UserRow;
  runId: string | null;
  /** The admin who flagged it for another reviewer. */
  flagger: UserRow | null;
}

const flagger = alias(users, 'flagger');

const select = (db: Executor) =>
  db
    .select({ inspection: inspections, property: properties, inspector: users, runId: areaSessions.runId, flagger })
    .from(inspections)
    .innerJoin(properties, eq(properties.id, inspections.propertyId))
    .innerJoin(users, eq(users.id, inspections.userId))
    .leftJoin(areaSessions, eq(areaSessions.id, inspections.areaSessionId))
    .leftJoin(flagger, eq(flagger.id, inspections.flaggedBy));

export const findById = async (db: Executor, id: string, where?: SQL): Promise<InspectionContext | null> =>
  (
    await select(db)
      .where(and(eq(inspections.id, id), where))
      .limit(1)
  )[0] ?? null;

export const listByIds = (db: Executor, ids: string[]): Promise<InspectionContext[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db).where(isAnyOf(inspections.id, ids));

export const findByAreaSession = async (db: Executor, areaSessionId: string): Promise<InspectionContext | null> =>
  (await select(db).where(eq(inspections.areaSessionId, areaSessionId)).limit(1))[0] ?? null;

export const findBySessionId = async (db: Executor, sessionId: string): Promise<InspectionContext | null> =>
  (await select(db).where(eq(inspections.sessionId, sessionId)).limit(1))[0] ?? null;

/** The latest earlier inspection of the same area and property on which a reviewer has decided. */
export async function findPrevious(db: Executor, { id, propertyId, area, createdAt }: InspectionRow) {
  const earlier = and(
    ofProperty(propertyId),
    eq(inspections.area, area),
    lt(inspections.createdAt, createdAt),
    ne(inspections.id, id),
    inArray(inspections.status, ['approved', 'requires_action']),
  );
  const newestFirst = [desc(inspections.createdAt), desc(inspections.id)];
  return (
    (
      await select(db)
        .where(earlier)
        .orderBy(...newestFirst)
        .limit(1)
    )[0] ?? null
  );
}

/** The mean confidence of the analyses of a scope's photos, 0-100 with two decimals; null without analyses. */
export async function findMeanConfidence(db: Executor, key: ScopeKey): Promise<string | null> {
  const confidence = sql<string | null>`(${photos.aiAnalysis}->>'overallConfidence')::numeric`;
  const [mean] = await db
    .select({ value: avg(confidence) })
    .from(photos)
    .where(and(inScope(photos, key), sql`${photos.aiAnalysis} is not null`));
  return mean?.value ? Number(mean.value).toFixed(2) : null;
}

/** Stores the mean confidence of a submission anew, after a photo of it was analyzed. */
export async function updateMeanConfidence(tx: Executor, key: ScopeKey): Promise<void> {
  const { areaSessionId, inspectionId } = key;
  const ofScope = areaSessionId
    ? eq(inspections.areaSessionId, areaSessionId)
    : inspectionId && eq(inspections.id, inspectionId);
  if (!ofScope) return;
  await tx
    .update(inspections)
    .set({ aiConfidenceScore: await findMeanConfidence(tx, key) })
    .where(and(ofScope, inArray(inspections.status, ['pending_review', 'approved'])));
}

/** Whether a session id belongs to an area session, whose inspection is created by completing it. */
export async function isAreaSession(db: Executor, sessionId: string): Promise<boolean> {
  if (!z.uuid().safeParse(sessionId).success) return false;
  return (await db.select({ id: areaSessions.id }).from(areaSessions).where(eq(areaSessions.id, sessionId))).length > 0;
}

export const ownedBy = (userId: string): SQL => eq(properties.userId, userId);
export const withStatus = (status: InspectionStatus): SQL => eq(inspections.status, status);
const ofProperty = (propertyId: string): SQL => eq(inspections.propertyId, propertyId);

/** Photos, open findings and score by inspection id. The inspection of an area has the figures of its area session. */
export async function listFigures(db: Executor, rows: readonly InspectionRow[]): Promise<Map<string, Figures>> {
  const scopeIdOf = (row: InspectionRow) => row.areaSessionId ?? row.id;
  const found = await figures.listFigures(db, rows.map(scopeIdOf));
  return new Map(rows.map((row) => [row.id, found.get(scopeIdOf(row)) ?? noFigures]));
}

/** Locks an inspection until the commit, so that later counts see every change; returns its current row. */
export async function lockById(tx: Executor, id: string, first?: SQL): Promise<InspectionRow | null> {
  const [row] = await tx
    .select()
    .from(inspections)
    .where(and(eq(inspections.id, id), first))
    .for('no key update');
  return row ?? null;
}

/** Stores an inspection; returns null when its id or session id is taken. */
export async function insert(tx: Executor, values: typeof inspections.$inferInsert): Promise<InspectionRow | null> {
  const [row] = await tx.insert(inspections).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** How many inspections of their own, outside of areas, an account has started since a time. */
export async function countStarted(db: Executor, userId: string, since: Date): Promise<number> {
  const started = and(
    eq(inspections.userId, userId),
    gt(inspections.createdAt, since),
    isNull(inspections.areaSessionId),
  );
  return expectOne(await db.select({ value: count() }).from(inspections).where(started)).value;
}

/** Creates the inspection of an area session or updates the existing one, with status pending_review. */
export async function saveSubmissionOfArea(
  tx: Executor,
  { figures, ...values }: typeof inspections.$inferInsert & { figures: Partial<InspectionRow> },
): Promise<InspectionRow> {
  const status = 'pending_review' as const;
  const rows = await tx
    .insert(inspections)
    .values({ ...values, ...figures, status })
    .onConflictDoUpdate({ target: inspections.areaSessionId, set: { ...figures, status } })
    .returning();
  return expectOne(rows);
}

/** Returns null when the inspection no longer has the expected status. */
export async function update(
  tx: Executor,
  id: string,
  set: Partial<InspectionRow>,
  expected?: InspectionStatus,
): Promise<InspectionRow | null> {
  const where = and(eq(inspections.id, id), expected ? withStatus(expected) : undefined);
  const [row] = await tx.update(inspections).set(set).where(where).returning();
  return row ?? null;
}

/** Dates the approvals that this user has made to another time. */
export async function updateReviewedAt(tx: Executor, ids: readonly string[], userId: string, at: Date): Promise<void> {
  const where = and(isAnyOf(inspections.id, ids), withStatus('approved'), eq(inspections.reviewedBy, userId));
  await tx.update(inspections).set({ reviewedAt: at }).where(where);
}

/** Notes in the undoable requests for a re-inspection of a run that it was completed before them. */
export async function updateRunReopened(tx: Executor, runId: string): Promise<void> {
  const ofRun = tx.select({ id: areaSessions.id }).from(areaSessions).where(eq(areaSessions.runId, runId));
  await tx
    .update(inspections)
    .set({ decisionBefore: sql`jsonb_set(${inspections.decisionBefore}, '{runReopened}', 'true')` })
    .where(and(inArray(inspections.areaSessionId, ofRun), withStatus('requires_action')));
}

/** Deletes the unsubmitted inspection of an area session, unless a message or a plan refers to it. */
export async function deleteUnusedOfArea(tx: Executor, areaSessionId: string): Promise<void> {
  const about = [messages, pipReports].map((table) =>
    notExists(tx.select({ id: table.id }).from(table).where(eq(table.inspectionId, inspections.id))),
  );
  await tx
    .delete(inspections)
    .where(and(eq(inspections.areaSessionId, areaSessionId), withStatus('in_progress'), ...about));
}

/** The property; with `ownerId`, only if that user owns it. */
export async function findProperty(db: Executor, id: string, ownerId: string | undefined): Promise<PropertyRow | null> {
  const where = and(eq(properties.id, id), ownerId ? eq(properties.userId, ownerId) : undefined);
  return (await db.select().from(properties).where(where))[0] ?? null;
}

/** The decisions on inspections of a property since a time that were not undone, earliest first. */
export const listDecidedSince = (db: Executor, propertyId: string, since: Date): Promise<InspectionContext[]> =>
  select(db)
    .where(
      and(
        eq(inspections.propertyId, propertyId),
        inArray(inspections.status, ['approved', 'requires_action']),
        gte(inspections.reviewedAt, since),
      ),
    )
    .orderBy(inspections.reviewedAt, inspections.id);

/** The name, address and language for mails to the owner of a property; null when it has no owner. */
export async function findOwnerOf(
  db: Executor,
  propertyId: string,
): Promise<{ email: string; name: string; language: Language | null } | null> {
  const [owner] = await db
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName, language: users.language })
    .from(properties)
    .innerJoin(users, eq(users.id, properties.userId))
    .where(eq(properties.id, propertyId));
  if (!owner) return null;
  const { firstName, lastName, email, language } = owner;
  return { email, language, name: [firstName, lastName].filter(Boolean).join(' ') };
}
