import { and, asc, eq, inArray, ne, or } from 'drizzle-orm';
import { areaSessions, inspectionAreas } from '#server/areas/areas.tables.ts';
import { inspections } from '#server/inspections/inspections.tables.ts';
import { openStatuses } from '#server/issues/issues.rules.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { AreaSessionStatus } from '#contract/statuses.ts';
import type { PricedIssue } from './reports.rules.ts';

export interface OpenIssue extends PricedIssue {
  id: string;
  area: string | null;
}

const open = inArray(issues.status, openStatuses);

const select = (db: Executor) =>
  db
    .select({
      id: issues.id,
      title: issues.title,
      description: issues.description,
      category: issues.category,
      severity: issues.severity,
      areaName: inspectionAreas.name,
      inspectionArea: inspections.area,
    })
    .from(issues)
    .leftJoin(areaSessions, eq(areaSessions.id, issues.areaSessionId))
    .leftJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .leftJoin(inspections, eq(inspections.id, issues.inspectionId));

const toOpenIssues = (rows: Awaited<ReturnType<typeof select>>): OpenIssue[] =>
  rows.map(({ areaName, inspectionArea, ...issue }) => ({ ...issue, area: areaName ?? inspectionArea }));

/** Findings that nobody has dismissed or resolved, of one area session. */
export const openIssuesOfArea = async (db: Executor, areaSessionId: string): Promise<OpenIssue[]> =>
  toOpenIssues(
    await select(db)
      .where(and(open, eq(issues.areaSessionId, areaSessionId)))
      .orderBy(asc(issues.createdAt), asc(issues.id)),
  );

/** The same of an inspection: its own, and those of the area session that it reviews. */
export const openIssuesOfInspection = async (
  db: Executor,
  inspectionId: string,
  areaSessionId: string | null,
): Promise<OpenIssue[]> =>
  toOpenIssues(
    await select(db)
      .where(
        and(
          open,
          or(
            eq(issues.inspectionId, inspectionId),
            areaSessionId ? eq(issues.areaSessionId, areaSessionId) : undefined,
          ),
        ),
      )
      .orderBy(asc(issues.createdAt), asc(issues.id)),
  );

/** The same of a run, without the areas that do not apply. */
export const openIssuesOfRun = async (db: Executor, runId: string): Promise<OpenIssue[]> =>
  toOpenIssues(
    await select(db)
      .where(and(open, eq(areaSessions.runId, runId), ne(areaSessions.status, 'not_applicable')))
      .orderBy(asc(inspectionAreas.sortOrder), asc(issues.createdAt), asc(issues.id)),
  );

/** Every area of a run by the areas' order. */
export const areasOfRun = (db: Executor, runId: string): Promise<{ name: string; status: AreaSessionStatus }[]> =>
  db
    .select({ name: inspectionAreas.name, status: areaSessions.status })
    .from(areaSessions)
    .innerJoin(inspectionAreas, eq(inspectionAreas.id, areaSessions.areaId))
    .where(eq(areaSessions.runId, runId))
    .orderBy(asc(inspectionAreas.sortOrder));
