import type { Inspection } from '#contract/inspections.ts';
import type { Issue } from '#contract/issues.ts';
import type { PipItem, PipReport } from '#contract/reports.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { toDecimal } from './money.rules.ts';
import * as repository from './reports.repository.ts';
import type { ReportContext } from './reports.repository.ts';
import { costLines, inPlanOrder, phaseOf, planFigures } from './reports.rules.ts';
import type { PipItemRow } from './reports.tables.ts';
import { itemAbilities, reportAbilities, type Standing } from './workflow.rules.ts';

/** How neighbours show what a report is about, by id. What is gone is missing from the map. */
export interface NeighbourViews {
  inspections(ids: string[], actor: Actor): Promise<Map<string, Inspection>>;
  issues(ids: string[], actor: Actor): Promise<Map<string, Issue>>;
  /** Path that answers with a photo's small picture. */
  thumbnailUrl(photoId: string): string;
}

export const standingOf = (actor: Actor, context: Pick<ReportContext, 'property' | 'caseId'>): Standing => ({
  isAdmin: actor.isAdmin,
  isOwner: context.property.userId === actor.id,
  selfMade: context.caseId === null,
});

const present = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

export function createReportViews(deps: { db: Executor; neighbours: NeighbourViews }) {
  const { db, neighbours } = deps;

  function itemView(context: ReportContext, actor: Actor, row: PipItemRow, issue: Issue | null): PipItem {
    const { touchedAt: _touchedAt, ffe: _ffe, ...item } = row;
    const photoId = issue?.photoId ?? null;
    return {
      ...item,
      createdAt: item.createdAt.toISOString(),
      daysOnSite: Number(item.daysOnSite),
      phase: phaseOf(item),
      issue,
      photoId,
      thumbnailUrl: photoId ? neighbours.thumbnailUrl(photoId) : null,
      videoTimestamp: issue?.videoTimestamp ?? null,
      abilities: itemAbilities(standingOf(actor, context), context.report.status, item.status),
    };
  }

  function reportView(
    context: ReportContext,
    actor: Actor,
    rows: PipItemRow[],
    inspection: Inspection | null,
    items: PipItem[],
  ): PipReport {
    const { report, property } = context;
    const { settings, ...fields } = report;
    const figures = planFigures(rows, settings);
    return {
      ...fields,
      inspectionId: context.inspectionId,
      createdAt: report.createdAt.toISOString(),
      updatedAt: report.updatedAt.toISOString(),
      approvedAt: report.approvedAt?.toISOString() ?? null,
      approvedByName: context.approvedByName,
      property: {
        id: property.id,
        name: property.name,
        city: property.city,
        state: property.state,
        totalRooms: property.totalRooms,
      },
      inspection,
      area: context.area,
      inspector: context.inspector,
      itemCount: rows.length,
      pendingItems: rows.filter((row) => row.status === 'pending').length,
      crews: settings.crews,
      items,
      costLow: toDecimal(figures.low.total),
      costHigh: toDecimal(figures.high.total),
      costLines: costLines(figures, settings),
      phases: figures.phases.map((phase) => ({ ...phase, cost: toDecimal(phase.cost) })),
      abilities: reportAbilities(standingOf(actor, context), report.status),
    };
  }

  const issuesOf = (rows: PipItemRow[], actor: Actor) =>
    neighbours.issues(present(rows.map((row) => row.issueId)), actor);

  const itemViews = (context: ReportContext, actor: Actor, rows: PipItemRow[], issues: Map<string, Issue>) =>
    rows
      .toSorted(inPlanOrder)
      .map((row) => itemView(context, actor, row, row.issueId ? (issues.get(row.issueId) ?? null) : null));

  /** Items in the plan's order with the findings behind them. */
  async function items(context: ReportContext, actor: Actor, rows: PipItemRow[]): Promise<PipItem[]> {
    return itemViews(context, actor, rows, await issuesOf(rows, actor));
  }

  return {
    items,
    async one(context: ReportContext, actor: Actor): Promise<PipReport> {
      const rows = await repository.itemsOf(db, [context.report.id]);
      const inspections = await neighbours.inspections(present([context.inspectionId]), actor);
      const inspection = context.inspectionId ? (inspections.get(context.inspectionId) ?? null) : null;
      return reportView(context, actor, rows, inspection, await items(context, actor, rows));
    },
    /** Reports of a list: with all figures, and where they are asked for with the items themselves. */
    async many(contexts: ReportContext[], actor: Actor, withItems: boolean): Promise<PipReport[]> {
      const rows = await repository.itemsOf(
        db,
        contexts.map(({ report }) => report.id),
      );
      const byReport = Map.groupBy(rows, (row) => row.pipReportId);
      const inspections = await neighbours.inspections(present(contexts.map((context) => context.inspectionId)), actor);
      const issues = withItems ? await issuesOf(rows, actor) : null;
      return contexts.map((context) => {
        const own = byReport.get(context.report.id) ?? [];
        const inspection = context.inspectionId ? (inspections.get(context.inspectionId) ?? null) : null;
        return reportView(context, actor, own, inspection, issues ? itemViews(context, actor, own, issues) : []);
      });
    },
  };
}
