import { asc, eq } from 'drizzle-orm';
import type { AnalysisSubject } from '#server/analysis/analyzer.service.ts';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { checklistItems } from '#server/schema/checklists.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import type { PhotoRow } from '#server/schema/photos.tables.ts';
import { inspectionRuns } from '#server/schema/runs.tables.ts';

interface Place {
  propertyId: string;
  area: string;
  requirements: string[] | null;
}

const findPlaceOfAreaSession = async (db: Executor, id: string): Promise<Place | undefined> =>
  (
    await db
      .select({
        propertyId: areaSessions.propertyId,
        area: inspectionAreas.name,
        requirements: inspectionCases.requirements,
      })
      .from(areaSessions)
      .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
      .innerJoin(inspectionRuns, eq(inspectionRuns.id, areaSessions.runId))
      .leftJoin(inspectionCases, eq(inspectionCases.id, inspectionRuns.caseId))
      .where(eq(areaSessions.id, id))
  )[0];

const findPlaceOfInspection = async (db: Executor, id: string): Promise<Place | undefined> =>
  (
    await db
      .select({
        propertyId: inspections.propertyId,
        area: inspections.area,
        requirements: inspectionCases.requirements,
      })
      .from(inspections)
      .leftJoin(inspectionCases, eq(inspectionCases.id, inspections.caseId))
      .where(eq(inspections.id, id))
  )[0];

/** What a model service learns about a photo: its area, the checks there, and the brand's requirements. */
export async function findSubject(db: Executor, photo: PhotoRow, timeLimitMs: number): Promise<AnalysisSubject> {
  const { areaSessionId, inspectionId } = photo;
  const place = areaSessionId
    ? await findPlaceOfAreaSession(db, areaSessionId)
    : inspectionId
      ? await findPlaceOfInspection(db, inspectionId)
      : undefined;
  const items = await db
    .select({ title: checklistItems.title })
    .from(checklistItems)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, checklistItems.areaId))
    .where(eq(inspectionAreas.name, place?.area ?? ''))
    .orderBy(asc(checklistItems.sortOrder));
  return {
    photoId: photo.id,
    propertyId: place?.propertyId ?? null,
    context: {
      area: place?.area ?? null,
      checklist: items.map(({ title }) => title),
      requirements: place?.requirements ?? [],
    },
    waitsUntil: new Date(photo.uploadedAt.getTime() + timeLimitMs),
  };
}
