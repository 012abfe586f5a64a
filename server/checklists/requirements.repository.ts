import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { Executor } from '#server/platform/database/types.ts';
import { areaSessions, inspectionAreas, latestRunOf } from '#server/schema/areas.tables.ts';
import { caseRequirements, inspectionCases, type CaseRequirementRow } from '#server/schema/cases.tables.ts';
import {
  checklistItems,
  meetsRequirement,
  requirementEvidence,
  type RequirementEvidenceRow,
} from '#server/schema/checklists.tables.ts';
import { photos } from '#server/schema/photos.tables.ts';

export const findTexts = async (db: Executor, caseId: string): Promise<string[]> =>
  (
    await db
      .select({ requirements: inspectionCases.requirements })
      .from(inspectionCases)
      .where(eq(inspectionCases.id, caseId))
  )[0]?.requirements ?? [];

export const listDetails = (db: Executor, caseId: string): Promise<CaseRequirementRow[]> =>
  db.select().from(caseRequirements).where(eq(caseRequirements.caseId, caseId));

/** The evidence chosen for a requirement in one area of a run. */
export interface ChosenEvidence {
  evidence: RequirementEvidenceRow;
  area: string;
  check: string | null;
  met: boolean;
}

/** The evidence chosen in the areas of a run, in their order. An area that is left out meets nothing. */
const listEvidence = (db: Executor, runId: string | SQL): Promise<ChosenEvidence[]> =>
  db
    .select({
      evidence: requirementEvidence,
      area: inspectionAreas.name,
      check: checklistItems.title,
      met: meetsRequirement,
    })
    .from(requirementEvidence)
    .innerJoin(areaSessions, eq(areaSessions.id, requirementEvidence.areaSessionId))
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(checklistItems, eq(checklistItems.id, requirementEvidence.checklistItemId))
    .where(and(eq(areaSessions.runId, runId), ne(areaSessions.status, 'not_applicable')))
    .orderBy(inspectionAreas.sortOrder);

export const listEvidenceOfRun = (db: Executor, runId: string) => listEvidence(db, runId);
/** The same of a case's latest run. */
export const listEvidenceOfCase = (db: Executor, caseId: string) => listEvidence(db, latestRunOf(sql`${caseId}::uuid`));

export async function hasPhoto(db: Executor, areaSessionId: string, photoId: string): Promise<boolean> {
  const where = and(eq(photos.id, photoId), eq(photos.areaSessionId, areaSessionId));
  return (await db.select({ id: photos.id }).from(photos).where(where)).length > 0;
}

export async function hasCheck(db: Executor, areaId: string, itemId: string): Promise<boolean> {
  const where = and(eq(checklistItems.id, itemId), eq(checklistItems.areaId, areaId));
  return (await db.select({ id: checklistItems.id }).from(checklistItems).where(where)).length > 0;
}

/** Stores the chosen evidence, replacing an earlier choice. */
export async function saveEvidence(
  tx: Executor,
  chosen: Pick<RequirementEvidenceRow, 'areaSessionId' | 'position' | 'photoId' | 'checklistItemId' | 'userId'>,
): Promise<void> {
  const { photoId, checklistItemId, userId } = chosen;
  await tx
    .insert(requirementEvidence)
    .values(chosen)
    .onConflictDoUpdate({
      target: [requirementEvidence.areaSessionId, requirementEvidence.position],
      set: { photoId, checklistItemId, userId, createdAt: new Date() },
    });
}

export async function deleteEvidence(tx: Executor, areaSessionId: string, position: number): Promise<void> {
  await tx
    .delete(requirementEvidence)
    .where(and(eq(requirementEvidence.areaSessionId, areaSessionId), eq(requirementEvidence.position, position)));
}
