import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { openFindingStatuses } from '#contract/findings.ts';
import { photoPictureUrl } from '#contract/photos.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import { inScope, type ScopeKey } from '#server/inspections/scope-key.rules.ts';
import type { Place } from '#contract/places.ts';
import { isAnyOf } from '#server/platform/database/any-of.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { findings, findingVerdicts, type FindingRow, type FindingVerdictRow } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos, type PhotoRow } from '#server/schema/photos.tables.ts';
import { pipItemFindings, pipItems } from '#server/schema/plans.tables.ts';
import { users, type UserRow } from '#server/schema/users.tables.ts';
import { primaryFindingOf, separatedFields } from './same-defects.rules.ts';

type NewFinding = typeof findings.$inferInsert;

/** A finding with the related rows that its answer shows. */
export interface FindingContext {
  finding: FindingRow;
  /** The user who confirmed, dismissed or added it. */
  person: UserRow | null;
  /** The user who added it; null for the AI's. */
  author: UserRow | null;
  /** The inspection record of the finding's area, which exists once the area was completed. */
  reviewId: string | null;
  /** The marks that users drew on its photo; null without a photo. */
  photoMarks: PhotoMark[] | null;
}

const authors = alias(users, 'author');

const select = (db: Executor) =>
  db
    .select({ finding: findings, person: users, author: authors, reviewId: inspections.id, photoMarks: photos.marks })
    .from(findings)
    .leftJoin(users, eq(users.id, findings.decidedBy))
    .leftJoin(authors, eq(authors.id, findings.createdBy))
    .leftJoin(inspections, eq(inspections.areaSessionId, findings.areaSessionId))
    .leftJoin(photos, eq(photos.id, findings.photoId));

const worstFirst = sql`case ${findings.severity} when 'critical' then 0 when 'high' then 1 when 'medium' then 2 else 3 end`;
/** Findings on which two readings disagree come first, because a user has to decide about them. */
const questionsFirst = sql`case when ${findings.disagreement} is not null and ${findings.status} = 'pending' and ${findings.decidedBy} is null then 0 else 1 end`;
const isOpen = inArray(findings.status, openFindingStatuses);
/** A merged one becomes resolved once it is separated. */
const isUnresolved = or(isOpen, isNotNull(findings.mergedInto));
const byAi = eq(findings.source, 'ai');

export const findById = async (db: Executor, id: string): Promise<FindingRow | null> =>
  (await db.select().from(findings).where(eq(findings.id, id)))[0] ?? null;

/**
 * Those of the findings that an admin's verdict confirms, or one that was merged into them, whatever others have changed or
 * decided since.
 */
export async function listDecidedByBrand(db: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: findings.id, mergedInto: findings.mergedInto })
    .from(findingVerdicts)
    .innerJoin(users, eq(users.id, findingVerdicts.userId))
    .innerJoin(findings, eq(findings.id, findingVerdicts.findingId))
    .where(
      and(
        or(isAnyOf(findings.id, ids), isAnyOf(findings.mergedInto, ids)),
        findingVerdicts.holds,
        eq(users.role, 'admin'),
      ),
    );
  return new Set(rows.flatMap(({ id, mergedInto }) => [id, ...(mergedInto ? [mergedInto] : [])]));
}

export const isDecidedByBrand = async (db: Executor, id: string): Promise<boolean> =>
  (await listDecidedByBrand(db, [id])).has(id);

/** Whether the work on the finding was started, or waits for its verification. */
export async function isInWork(db: Executor, id: string): Promise<boolean> {
  const further = db
    .select({ id: pipItemFindings.itemId })
    .from(pipItemFindings)
    .where(eq(pipItemFindings.findingId, id));
  const items = db
    .select({ id: pipItems.id })
    .from(pipItems)
    .where(
      and(
        or(eq(pipItems.issueId, id), inArray(pipItems.id, further)),
        inArray(pipItems.status, ['in_progress', 'awaiting_verification']),
      ),
    )
    .limit(1);
  return (await items).length > 0;
}

export const hasRepairPhoto = async (db: Executor, id: string): Promise<boolean> =>
  (await db.select({ id: photos.id }).from(photos).where(eq(photos.repairOf, id)).limit(1)).length > 0;

export const listRowsByIds = (db: Executor, ids: string[]): Promise<FindingRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.select().from(findings).where(isAnyOf(findings.id, ids));

export const listByScope = (db: Executor, scope: ScopeKey): Promise<FindingContext[]> =>
  select(db)
    .where(inScope(findings, scope))
    .orderBy(questionsFirst, worstFirst, asc(findings.createdAt), asc(findings.id));

export const listByIds = (db: Executor, ids: string[]): Promise<FindingContext[]> =>
  ids.length === 0 ? Promise.resolve([]) : select(db).where(isAnyOf(findings.id, ids));

export const listOpenByAi = (db: Executor, scope: ScopeKey): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(inScope(findings, scope), byAi, isOpen));

/**
 * The open findings of each photo, each once: the photo's own, the findings into which they were merged, and an
 * unresolved finding whose repair the photo shows.
 */
export async function listOpenByPhotos(
  db: Executor,
  photoIds: string[],
): Promise<{ photoId: string | null; finding: FindingRow }[]> {
  if (photoIds.length === 0) return [];
  const part = alias(findings, 'part');
  const own = await db
    .select()
    .from(findings)
    .where(and(isAnyOf(findings.photoId, photoIds), isOpen));
  const merged = await db
    .select({ photoId: part.photoId, finding: findings })
    .from(part)
    .innerJoin(findings, eq(findings.id, part.mergedInto))
    .where(and(inArray(part.photoId, photoIds), isOpen));
  const repaired = await db
    .select({ photoId: photos.id, finding: findings })
    .from(photos)
    .innerJoin(findings, eq(findings.id, photos.repairOf))
    .where(and(inArray(photos.id, photoIds), isOpen));
  const all = [...own.map((finding) => ({ photoId: finding.photoId, finding })), ...merged, ...repaired];
  return [...new Map(all.map((row) => [`${row.photoId} ${row.finding.id}`, row])).values()];
}

export const listByAiOfPhoto = (db: Executor, photoId: string): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(eq(findings.photoId, photoId), byAi));

/** The findings detected in the frames of a recording, latest first. */
export const listLatestOfRecording = (db: Executor, scope: ScopeKey, limit: number): Promise<FindingRow[]> =>
  db
    .select()
    .from(findings)
    .where(and(inScope(findings, scope), byAi, isNotNull(findings.videoTimestamp)))
    .orderBy(desc(findings.videoTimestamp))
    .limit(limit);

/** AI findings in the frames of a recording, or on photos taken meanwhile, with the times of their pictures. */
export const listByAiWithCamera = (db: Executor, scope: ScopeKey, from: 'frames' | 'photos') =>
  db
    .select({ ...getTableColumns(findings), takenAt: photos.takenAt, receivedAt: photos.createdAt })
    .from(findings)
    .innerJoin(photos, eq(photos.id, findings.photoId))
    .where(
      and(
        inScope(findings, scope),
        byAi,
        eq(photos.source, 'live'),
        from === 'frames' ? isNotNull(findings.videoTimestamp) : isNull(findings.videoTimestamp),
      ),
    );

export async function findPhotoInScope(db: Executor, scope: ScopeKey, photoId: string): Promise<PhotoRow | null> {
  const [photo] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.id, photoId), inScope(photos, scope)));
  return photo ?? null;
}

/** The photos of the findings' repairs, newest first. */
export const listRepairPhotos = (db: Executor, findingIds: string[]): Promise<PhotoRow[]> =>
  findingIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(photos)
        .where(inArray(photos.repairOf, findingIds))
        .orderBy(desc(photos.createdAt), desc(photos.id));

/** If the area is the guest rooms, its findings that have a room, or that are raised because of a room they had. */
export const listInGuestRooms = (db: Executor, areaSessionId: string): Promise<FindingRow[]> =>
  db
    .select(getTableColumns(findings))
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .innerJoin(findings, eq(findings.areaSessionId, areaSessions.id))
    .where(
      and(
        eq(areaSessions.id, areaSessionId),
        eq(inspectionAreas.code, 'guest_rooms'),
        or(isNotNull(findings.room), isNotNull(findings.raisedFrom)),
      ),
    );

/** Sets the building, floor or room of a photo's findings, except those to which a user gave another. */
export async function updatePlaceOfPhoto(
  tx: Executor,
  photoId: string,
  field: keyof Place,
  { from, to }: { from: string | null; to: string | null },
): Promise<void> {
  const same = from === null ? isNull(findings[field]) : eq(findings[field], from);
  await tx
    .update(findings)
    .set({ [field]: to })
    .where(and(eq(findings.photoId, photoId), same));
}

/** Stores a finding; returns null when its id is taken. */
export async function insert(tx: Executor, values: NewFinding): Promise<FindingRow | null> {
  const [row] = await tx.insert(findings).values(values).onConflictDoNothing({ target: findings.id }).returning();
  return row ?? null;
}

/** Stores the findings whose ids are not taken. */
export async function insertMissing(tx: Executor, values: NewFinding[]): Promise<void> {
  if (values.length > 0) await tx.insert(findings).values(values).onConflictDoNothing({ target: findings.id });
}

export async function update(tx: Executor, id: string, set: Partial<FindingRow>): Promise<void> {
  await tx.update(findings).set(set).where(eq(findings.id, id));
}

/** Stores a user's verdict about a finding, replacing an earlier one. */
export async function saveVerdict(tx: Executor, verdict: FindingVerdictRow): Promise<void> {
  const { at, category, holds } = verdict;
  await tx
    .insert(findingVerdicts)
    .values(verdict)
    .onConflictDoUpdate({
      target: [findingVerdicts.findingId, findingVerdicts.userId],
      set: { at, category, holds },
    });
}

export async function deleteVerdict(tx: Executor, findingId: string, userId: string): Promise<void> {
  await tx
    .delete(findingVerdicts)
    .where(and(eq(findingVerdicts.findingId, findingId), eq(findingVerdicts.userId, userId)));
}

const ofCheck = (scope: ScopeKey, itemId: string) =>
  and(inScope(findings, scope), eq(findings.checklistItemId, itemId));

/** Changes the existing finding of a failed checklist item; returns the changed finding. */
export async function updateOfCheck(
  tx: Executor,
  scope: ScopeKey,
  itemId: string,
  set: Partial<FindingRow>,
): Promise<FindingRow | null> {
  const fields = set.status ? { ...set, mergedInto: null, statusBefore: null } : set;
  const [row] = await tx.update(findings).set(fields).where(ofCheck(scope, itemId)).returning();
  return row ?? null;
}

/** Gives the finding of a failed checklist item the item's first photo, unless it has a photo; returns the changed ids. */
export async function updatePhotoOfCheck(tx: Executor, scope: ScopeKey, itemId: string): Promise<string[]> {
  const [photo] = await tx
    .select()
    .from(photos)
    .where(and(inScope(photos, scope), eq(photos.checkId, itemId)))
    .orderBy(asc(photos.createdAt), asc(photos.id))
    .limit(1);
  if (!photo) return [];
  const { building, floor, room } = findings;
  const rows = await tx
    .update(findings)
    .set({
      photoId: photo.id,
      imageUrl: photoPictureUrl(photo),
      building: sql`coalesce(${building}, ${photo.building})`,
      floor: sql`coalesce(${floor}, ${photo.floor})`,
      room: sql`coalesce(${room}, ${photo.room})`,
    })
    .where(and(ofCheck(scope, itemId), isNull(findings.photoId)))
    .returning({ id: findings.id });
  return rows.map(({ id }) => id);
}

/** Resolves the findings of a passed checklist item; returns their ids. */
export async function updateOfCheckToResolved(
  tx: Executor,
  scope: ScopeKey,
  itemId: string,
  userId: string,
): Promise<string[]> {
  const merged = isNotNull(findings.mergedInto);
  const rows = await tx
    .update(findings)
    .set({
      status: sql`case when ${merged} then ${findings.status} else 'resolved' end`,
      // A merged finding stays merged and becomes resolved once it is separated.
      statusBefore: sql`case when ${merged} then 'resolved' else ${findings.statusBefore} end`,
      decidedBy: userId,
      decidedAt: new Date(),
    })
    .where(and(ofCheck(scope, itemId), isUnresolved))
    .returning({ id: findings.id });
  return rows.map(({ id }) => id);
}

export async function deleteByIds(tx: Executor, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await updatePartsToSeparate(tx, ids);
  await tx.delete(findings).where(isAnyOf(findings.id, ids));
}

/** When a finding into which others were merged is deleted, promotes the primary one of the others in its place. */
async function updatePartsToSeparate(tx: Executor, ids: string[]): Promise<void> {
  const parts = await tx
    .select()
    .from(findings)
    .where(and(inArray(findings.mergedInto, ids), notInArray(findings.id, ids)));
  for (const group of Map.groupBy(parts, ({ mergedInto }) => mergedInto).values()) {
    const separated = group.map((part) => ({ ...part, ...separatedFields(part) }));
    const open = separated.filter(({ status }) => openFindingStatuses.includes(status));
    const counting = primaryFindingOf(open);
    for (const part of separated) {
      const { id, status, mergedInto, statusBefore } = part;
      const remainsMerged = counting && id !== counting.id && open.includes(part);
      await update(tx, id, remainsMerged ? { mergedInto: counting.id } : { status, mergedInto, statusBefore });
    }
  }
}

/** The open AI findings of a photo, except those that the brand has confirmed. */
export async function listUnconfirmedOfPhoto(tx: Executor, photoId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: findings.id })
    .from(findings)
    .where(and(eq(findings.photoId, photoId), byAi, isOpen));
  const ids = rows.map(({ id }) => id);
  const confirmed = await listDecidedByBrand(tx, ids);
  return ids.filter((id) => !confirmed.has(id));
}

/** Call before a photo is deleted: its findings stay without their picture. */
export async function updateToDetached(tx: Executor, photoId: string): Promise<void> {
  const picture = { photoId: null, imageUrl: null, boundingBox: null, places: [] };
  await tx.update(findings).set(picture).where(eq(findings.photoId, photoId));
}
