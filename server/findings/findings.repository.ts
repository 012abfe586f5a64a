import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { openFindingStatuses } from '#contract/findings.ts';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { findings, type FindingRow } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos, type PhotoRow } from '#server/schema/photos.tables.ts';
import { users, type UserRow } from '#server/schema/users.tables.ts';

type NewFinding = typeof findings.$inferInsert;

/** A finding with the rows that its view needs. */
export interface FindingContext {
  finding: FindingRow;
  /** Who confirmed, dismissed or added it. */
  person: UserRow | null;
  /** The inspection of the finding's area, once the area was completed. */
  reviewId: string | null;
}

const select = (db: Executor) =>
  db
    .select({ finding: findings, person: users, reviewId: inspections.id })
    .from(findings)
    .leftJoin(users, eq(users.id, findings.decidedBy))
    .leftJoin(inspections, eq(inspections.areaSessionId, findings.areaSessionId));

const worstFirst = sql`case ${findings.severity} when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end`;
const isOpen = inArray(findings.status, openFindingStatuses);
const byAi = eq(findings.source, 'ai');

export const byId = async (db: Executor, id: string): Promise<FindingRow | null> =>
  (await db.select().from(findings).where(eq(findings.id, id)))[0] ?? null;

export const ofScope = (db: Executor, scope: ScopeKey): Promise<FindingContext[]> =>
  select(db).where(inScope(findings, scope)).orderBy(worstFirst, asc(findings.createdAt), asc(findings.id));

export const byIds = (db: Executor, ids: string[]): Promise<FindingContext[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db).where(inArray(findings.id, ids));

export const openByAi = (db: Executor, scope: ScopeKey): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(inScope(findings, scope), byAi, isOpen));

export const openOfPhotos = (db: Executor, photoIds: string[]): Promise<FindingRow[]> =>
  photoIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(findings)
        .where(and(inArray(findings.photoId, photoIds), isOpen));

export const byAiOfPhoto = (db: Executor, photoId: string): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(eq(findings.photoId, photoId), byAi));

/** The findings in the frames of a recording, the latest first. */
export const latestOfRecording = (db: Executor, inspectionId: string, limit: number): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(eq(findings.inspectionId, inspectionId), byAi, isNotNull(findings.videoTimestamp)))
    .orderBy(desc(findings.videoTimestamp))
    .limit(limit);

/** AI findings in the frames of a recording and on photos taken meanwhile, with the times of their pictures. */
export const byAiWithCamera = (db: Executor, inspectionId: string, from: 'frames' | 'photos') =>
  db
    .select({ ...getTableColumns(findings), takenAt: photos.takenAt, receivedAt: photos.createdAt })
    .from(findings)
    .innerJoin(photos, eq(photos.id, findings.photoId))
    .where(
      and(
        eq(findings.inspectionId, inspectionId),
        byAi,
        eq(photos.source, 'live'),
        from === 'frames' ? isNotNull(findings.videoTimestamp) : isNull(findings.videoTimestamp),
      ),
    );

export async function photoInScope(db: Executor, scope: ScopeKey, photoId: string): Promise<PhotoRow | null> {
  const [photo] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, photoId), inScope(photos, scope)));
  return photo ?? null;
}

/** Null where the id is taken. */
export async function insert(tx: Executor, values: NewFinding): Promise<FindingRow | null> {
  const [row] = await tx.insert(findings).values(values).onConflictDoNothing({ target: findings.id }).returning();
  return row ?? null;
}

/** Leaves out those whose ids are taken. */
export async function insertMissing(tx: Executor, values: NewFinding[]): Promise<void> {
  if (values.length > 0) await tx.insert(findings).values(values).onConflictDoNothing({ target: findings.id });
}

export async function update(tx: Executor, id: string, set: Partial<FindingRow>): Promise<void> {
  await tx.update(findings).set(set).where(eq(findings.id, id));
}

const ofCheck = (scope: ScopeKey, itemId: string) =>
  and(inScope(findings, scope), eq(findings.checklistItemId, itemId));

/** Changes the existing finding of a failed checklist item; false where there is none. */
export async function updateOfCheck(
  tx: Executor,
  scope: ScopeKey,
  itemId: string,
  set: Partial<FindingRow>,
): Promise<boolean> {
  const rows = await tx.update(findings).set(set).where(ofCheck(scope, itemId)).returning({ id: findings.id });
  return rows.length > 0;
}

export async function resolveOfCheck(tx: Executor, scope: ScopeKey, itemId: string, userId: string): Promise<void> {
  const set = { status: 'resolved' as const, decidedBy: userId, decidedAt: new Date() };
  await tx
    .update(findings)
    .set(set)
    .where(and(ofCheck(scope, itemId), isOpen));
}

export async function remove(tx: Executor, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(findings).where(inArray(findings.id, ids));
}

/** Before a photo is deleted: removes its open AI findings, and keeps those of a person without their picture. */
export async function releasePhoto(tx: Executor, photoId: string): Promise<void> {
  const ofPhoto = eq(findings.photoId, photoId);
  await tx.delete(findings).where(and(ofPhoto, byAi, isOpen));
  await tx.update(findings).set({ photoId: null, imageUrl: null, boundingBox: null, places: [] }).where(ofPhoto);
}
