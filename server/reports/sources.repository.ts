import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { areaSessions, inspectionAreas } from '#server/schema/areas.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import { openFindingStatuses } from '#contract/findings.ts';
import { checklistItems } from '#server/schema/checklists.tables.ts';
import { findings } from '#server/schema/findings.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { AreaSessionStatus } from '#contract/statuses.ts';
import type { PricedFinding } from './reports.rules.ts';

export interface OpenFinding extends PricedFinding {
  id: string;
  area: string | null;
}

const open = inArray(findings.status, openFindingStatuses);

const select = (db: Executor) =>
  db
    .select({
      id: findings.id,
      title: findings.title,
      description: findings.description,
      category: findings.category,
      severity: findings.severity,
      check: {
        category: checklistItems.category,
        action: checklistItems.action,
        pricedAs: checklistItems.pricedAs,
      },
      areaName: inspectionAreas.name,
      inspectionArea: inspections.area,
    })
    .from(findings)
    .leftJoin(checklistItems, eq(checklistItems.id, findings.checklistItemId))
    .leftJoin(areaSessions, eq(areaSessions.id, findings.areaSessionId))
    .leftJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.id, findings.inspectionId));

const toOpenFindings = (rows: Awaited<ReturnType<typeof select>>): OpenFinding[] =>
  rows.map(({ areaName, inspectionArea, check, ...finding }) => ({
    ...finding,
    // A person may have given the finding of a check another category: then the check's action is for something else.
    ...(check?.category === finding.category ? { action: check.action, pricedAs: check.pricedAs } : {}),
    area: areaName ?? inspectionArea,
  }));

/** Findings of an area session that are neither dismissed nor resolved. */
export const openFindingsOfArea = async (db: Executor, areaSessionId: string): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(open, eq(findings.areaSessionId, areaSessionId)))
      .orderBy(asc(findings.createdAt), asc(findings.id)),
  );

/** The same of an inspection: its own, and those of the area session that it reviews. */
export const openFindingsOfInspection = async (
  db: Executor,
  inspectionId: string,
  areaSessionId: string | null,
): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(
        and(
          open,
          or(
            eq(findings.inspectionId, inspectionId),
            areaSessionId ? eq(findings.areaSessionId, areaSessionId) : undefined,
          ),
        ),
      )
      .orderBy(asc(findings.createdAt), asc(findings.id)),
  );

/** The same of a run, without the areas that do not apply. */
export const openFindingsOfRun = async (db: Executor, runId: string): Promise<OpenFinding[]> =>
  toOpenFindings(
    await select(db)
      .where(and(open, eq(areaSessions.runId, runId), ne(areaSessions.status, 'not_applicable')))
      .orderBy(asc(inspectionAreas.sortOrder), asc(findings.createdAt), asc(findings.id)),
  );

/** Every area of a run by the areas' order. */
export const areasOfRun = (db: Executor, runId: string): Promise<{ name: string; status: AreaSessionStatus }[]> =>
  db
    .select({ name: inspectionAreas.name, status: areaSessions.status })
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .where(eq(areaSessions.runId, runId))
    .orderBy(asc(inspectionAreas.sortOrder));
