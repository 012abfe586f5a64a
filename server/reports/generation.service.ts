import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { catalogueEntries } from './catalogue.service.ts';
import { pushReport, settleReport } from './reports.changes.ts';
import * as repository from './reports.repository.ts';
import { lineOf } from './reports.rules.ts';
import { pipItems, pipReports, type PipReportRow, type PlanSettings } from './reports.tables.ts';
import {
  areasOfRun,
  openIssuesOfArea,
  openIssuesOfInspection,
  openIssuesOfRun,
  type OpenIssue,
} from './sources.repository.ts';
import { isOpenToRefresh } from './workflow.rules.ts';

/** What the loaders of the neighbours give, as far as a plan needs it. */
interface OfProperty {
  property: { id: string; userId: string | null };
}
export interface AreaSource extends OfProperty {
  session: { id: string };
  run: { id: string };
}
export interface RunSource extends OfProperty {
  run: { id: string };
}
export interface InspectionSource extends OfProperty {
  inspection: { id: string; areaSessionId: string | null };
  runId: string | null;
}

/** A generated report's id, and whether it was there before. */
export interface Generated {
  id: string;
  isUpdate: boolean;
}

export interface GenerationService {
  /** Throws 409 when no issue of the area is open. */
  ofArea(actor: Actor, target: Authorized<AreaSource>): Promise<Generated>;
  /** Throws 409 until every area that applies is completed. */
  ofRun(actor: Actor, target: Authorized<RunSource>): Promise<Generated>;
  ofInspection(actor: Actor, target: Authorized<InspectionSource>): Promise<Generated>;
}

type Origin = Pick<PipReportRow, 'source' | 'propertyId' | 'runId' | 'areaSessionId' | 'inspectionId'>;

const keyOf: Record<Origin['source'], (origin: Origin) => SQL> = {
  area: ({ areaSessionId }) => eq(pipReports.areaSessionId, areaSessionId ?? ''),
  inspection: ({ inspectionId }) => eq(pipReports.inspectionId, inspectionId ?? ''),
  property: ({ runId }) => eq(pipReports.runId, runId ?? ''),
};

/** Throws 409 unless every area that applies is completed, and there is one. */
async function requireCompletedAreas(db: Executor, runId: string): Promise<void> {
  const applicable = (await areasOfRun(db, runId)).filter((area) => area.status !== 'not_applicable');
  const open = applicable.filter((area) => area.status !== 'completed').map((area) => area.name);
  if (applicable.length === 0) throw conflict('No area of this inspection applies, so there is nothing to plan');
  if (open.length > 0) {
    throw conflict(
      `${open.length} of ${applicable.length} areas ${open.length === 1 ? 'is' : 'are'} not completed yet: ${open.join(', ')}`,
    );
  }
}

/** Brings a report's items in line with the open issues; what a person has touched stays as it is. */
async function reconcile(change: Change, report: PipReportRow, issues: OpenIssue[]) {
  const catalogue = await catalogueEntries(change.tx);
  const items = await repository.itemsOf(change.tx, [report.id]);
  const untouched = items.filter((item) => item.touchedAt === null);
  const open = new Map(issues.map((issue) => [issue.id, issue]));

  const gone = untouched.filter((item) => item.issueId === null || !open.has(item.issueId));
  if (gone.length > 0) {
    const ids = gone.map((item) => item.id);
    await change.tx.delete(pipItems).where(inArray(pipItems.id, ids));
  }
  let refreshed = 0;
  if (isOpenToRefresh(report.status)) {
    for (const item of untouched) {
      const issue = item.issueId === null ? undefined : open.get(item.issueId);
      if (!issue) continue;
      await change.tx
        .update(pipItems)
        .set({ ...lineOf(issue, catalogue), area: issue.area })
        .where(eq(pipItems.id, item.id));
      refreshed += 1;
    }
  }
  const known = new Set(items.map((item) => item.issueId));
  const added = issues.filter((issue) => !known.has(issue.id));
  if (added.length > 0) {
    await change.tx.insert(pipItems).values(
      added.map((issue) => ({
        ...lineOf(issue, catalogue),
        pipReportId: report.id,
        issueId: issue.id,
        area: issue.area,
      })),
    );
  }
  return { added: added.length, refreshed, removed: gone.length };
}

export function createGenerationService(deps: { changes: Changes; settings: PlanSettings }): GenerationService {
  const { changes, settings } = deps;

  /** The one report of an origin, held until the change ends; two who generate at once get the same one. */
  async function claim(change: Change, origin: Origin): Promise<{ report: PipReportRow; isUpdate: boolean }> {
    const where = and(eq(pipReports.source, origin.source), keyOf[origin.source](origin));
    const present = await repository.lock(change.tx, where);
    if (present) return { report: present, isUpdate: true };
    // Waits for a rival's transaction; its report is then there to be updated.
    const [made] = await change.tx
      .insert(pipReports)
      .values({ ...origin, totalCost: '0.00', estimatedDays: 0, priority: 'low', settings })
      .onConflictDoNothing()
      .returning();
    if (made) return { report: made, isUpdate: false };
    const rival = await repository.lock(change.tx, where);
    if (!rival) throw conflict('The plan was generated by somebody else at the same moment. Try again');
    return { report: rival, isUpdate: true };
  }

  async function generate(
    actor: Actor,
    ownerId: string | null,
    origin: Origin,
    read: (db: Executor) => Promise<OpenIssue[]>,
  ): Promise<Generated> {
    return changes.run(actor.id, async (change) => {
      // Before the report is claimed, so that a refusal leaves nothing and waits for nobody.
      await read(change.tx);
      const claimed = await claim(change, origin);
      if (claimed.report.status === 'completed') {
        throw conflict('The plan is completed and cannot be generated again');
      }
      const report = isOpenToRefresh(claimed.report.status)
        ? only(
            await change.tx
              .update(pipReports)
              .set({ settings })
              .where(eq(pipReports.id, claimed.report.id))
              .returning(),
          )
        : claimed.report;
      // Read again now that the report is held: a rival who held it may have waited longer than the findings stood still.
      const counts = await reconcile(change, report, await read(change.tx));
      await settleReport(change, report);
      change.audit(claimed.isUpdate ? 'pip.updated' : 'pip.generated', 'pip_report', report.id, counts);
      pushReport(change, report, ownerId);
      return { id: report.id, isUpdate: claimed.isUpdate };
    });
  }

  return {
    ofArea: (actor, { session, run, property }) =>
      generate(
        actor,
        property.userId,
        { source: 'area', propertyId: property.id, runId: run.id, areaSessionId: session.id, inspectionId: null },
        async (db) => {
          const issues = await openIssuesOfArea(db, session.id);
          if (issues.length === 0) throw conflict('No issue of this area is open, so there is nothing to plan');
          return issues;
        },
      ),
    ofRun: (actor, { run, property }) =>
      generate(
        actor,
        property.userId,
        { source: 'property', propertyId: property.id, runId: run.id, areaSessionId: null, inspectionId: null },
        async (db) => {
          await requireCompletedAreas(db, run.id);
          return openIssuesOfRun(db, run.id);
        },
      ),
    ofInspection: (actor, { inspection, runId, property }) =>
      generate(
        actor,
        property.userId,
        {
          source: 'inspection',
          propertyId: property.id,
          runId,
          areaSessionId: inspection.areaSessionId,
          inspectionId: inspection.id,
        },
        (db) => openIssuesOfInspection(db, inspection.id, inspection.areaSessionId),
      ),
  };
}
