import { and, asc, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '#server/platform/database/types.ts';
import { findings, findingVerdicts } from '#server/schema/findings.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';
import { users } from '#server/schema/users.tables.ts';
import type { JudgedFinding, JudgedPhoto } from './verdicts.rules.ts';

/** Only the newest are read, because older ones would not be used. */
const newest = { verdicts: 3000, inspections: 300, photos: 2000 } as const;

/** Photos with a finding that a user decided, and those of approved inspections. */
async function candidateIds(db: Executor): Promise<string[]> {
  const decided = await db
    .select({ id: findings.photoId })
    .from(findings)
    .where(isNotNull(findings.decidedBy))
    .orderBy(desc(findings.decidedAt))
    .limit(newest.verdicts);
  const approved = await db
    .select({ id: inspections.id, areaSessionId: inspections.areaSessionId })
    .from(inspections)
    .where(eq(inspections.status, 'approved'))
    .orderBy(desc(inspections.createdAt))
    .limit(newest.inspections);
  const areaSessionIds = approved.flatMap(({ areaSessionId }) => areaSessionId ?? []);
  const ofApproved = await db
    .select({ id: photos.id })
    .from(photos)
    .where(
      or(
        inArray(photos.areaSessionId, areaSessionIds),
        inArray(
          photos.inspectionId,
          approved.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(photos.createdAt))
    .limit(newest.photos);
  return [...new Set([...decided, ...ofApproved].flatMap(({ id }) => id ?? []))];
}

const ofArea = alias(inspections, 'of_area');
const standalone = alias(inspections, 'standalone');

const photosOf = (db: Executor, ids: string[]) =>
  db
    .select({ photo: photos, ofArea, standalone })
    .from(photos)
    .leftJoin(ofArea, eq(ofArea.areaSessionId, photos.areaSessionId))
    .leftJoin(standalone, eq(standalone.id, photos.inspectionId))
    .where(and(inArray(photos.id, ids), eq(photos.usable, true), isNull(photos.filesDeletedAt)))
    .orderBy(desc(photos.createdAt));

async function findingsByPhoto(db: Executor, photoIds: string[]): Promise<Map<string | null, JudgedFinding[]>> {
  const rows = await db.select().from(findings).where(inArray(findings.photoId, photoIds));
  const verdicts = await db
    .select()
    .from(findingVerdicts)
    .where(
      inArray(
        findingVerdicts.findingId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(findingVerdicts.at), asc(findingVerdicts.userId));
  const byFinding = Map.groupBy(verdicts, ({ findingId }) => findingId);
  const judged = rows.map(({ boundingBox, category, decidedBy, id, photoId, places, status, statusBefore }) => ({
    photoId,
    finding: {
      category,
      // A merged finding was not really dismissed, because the defect exists.
      status: statusBefore ?? status,
      decidedBy,
      boxes: places.length > 0 ? places : boundingBox ? [boundingBox] : [],
      verdicts: byFinding.get(id) ?? [],
    },
  }));
  const groups = Map.groupBy(judged, ({ photoId }) => photoId);
  return new Map([...groups].map(([id, list]) => [id, list.map(({ finding }) => finding)]));
}

/** The photos that this installation's users have judged, newest first; copies of one file count as one photo. */
export async function listJudgedPhotos(db: Executor): Promise<JudgedPhoto[]> {
  const rows = await photosOf(db, await candidateIds(db));
  const found = await findingsByPhoto(
    db,
    rows.map(({ photo }) => photo.id),
  );
  const copies = Map.groupBy(rows, ({ photo }) => photo.sha256);
  return [...copies].map(([id, group]) => {
    const approved = group.map(({ photo, ...review }) => {
      const reviewer = [review.ofArea, review.standalone].find((each) => each?.status === 'approved')?.reviewedBy;
      return reviewer ? { owner: photo.userId, reviewer } : null;
    });
    return {
      id,
      storageKey: group[0]?.photo.storageKey ?? '',
      findings: group.flatMap(({ photo }) => found.get(photo.id) ?? []),
      approvedBy: approved.find((each) => each !== null) ?? null,
    };
  });
}

/** The fields that tell whether an account may act as an admin. */
export const listAccounts = (db: Executor) =>
  db.select({ id: users.id, adminGranted: users.adminGranted, role: users.role }).from(users);
