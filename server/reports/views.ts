import type { Inspection } from '#contract/inspections.ts';
import type { Finding } from '#contract/findings.ts';
import type { PipItem, PipReport } from '#contract/reports.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { itemsOf } from './items.repository.ts';
import type { ReportContext } from './reports.repository.ts';
import { costLines, inPlanOrder, phaseOf, planFigures } from './reports.rules.ts';
import type { PipItemRow } from '#server/schema/reports.tables.ts';
import { callerOf, itemAbilities, reportAbilities } from './workflow.rules.ts';

/** Views of other modules by id, for what a report refers to. Deleted entities are missing from the map. */
export interface RelatedViews {
  inspections(ids: string[], actor: Actor): Promise<Map<string, Inspection>>;
  findings(ids: string[], actor: Actor): Promise<Map<string, Finding>>;
  /** Path of a photo's thumbnail. */
  thumbnailUrl(photoId: string): string;
}

const distinct = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

export function createReportViews(deps: { db: Executor; related: RelatedViews }) {
  const { db, related } = deps;

  function itemView(context: ReportContext, actor: Actor, row: PipItemRow, finding: Finding | null): PipItem {
    const { touchedAt: _touchedAt, ffe: _ffe, ...item } = row;
    const photoId = finding?.photoId ?? null;
    return {
      ...item,
      createdAt: item.createdAt.toISOString(),
      phase: phaseOf(item),
      issue: finding,
      photoId,
      thumbnailUrl: photoId ? related.thumbnailUrl(photoId) : null,
      videoTimestamp: finding?.videoTimestamp ?? null,
      abilities: itemAbilities(callerOf(actor, context), context.report.status, item.status),
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
      costLow: figures.low.total,
      costHigh: figures.high.total,
      costLines: costLines(figures, settings),
      phases: figures.phases,
      abilities: reportAbilities(callerOf(actor, context), report.status),
    };
  }

  const findingsOf = (rows: PipItemRow[], actor: Actor) =>
    related.findings(distinct(rows.map((row) => row.issueId)), actor);

  const itemViews = (context: ReportContext, actor: Actor, rows: PipItemRow[], findings: Map<string, Finding>) =>
    rows
      .toSorted(inPlanOrder)
      .map((row) => itemView(context, actor, row, row.issueId ? (findings.get(row.issueId) ?? null) : null));

  /** Items in the plan's order with the findings behind them. */
  async function items(context: ReportContext, actor: Actor, rows: PipItemRow[]): Promise<PipItem[]> {
    return itemViews(context, actor, rows, await findingsOf(rows, actor));
  }

  return {
    items,
    async one(context: ReportContext, actor: Actor): Promise<PipReport> {
      const rows = await itemsOf(db, [context.report.id]);
      const inspections = await related.inspections(distinct([context.inspectionId]), actor);
      const inspection = context.inspectionId ? (inspections.get(context.inspectionId) ?? null) : null;
      return reportView(context, actor, rows, inspection, await items(context, actor, rows));
    },
    /** Views of reports with their figures and, if requested, their items. */
    async many(contexts: ReportContext[], actor: Actor, withItems: boolean): Promise<PipReport[]> {
      const rows = await itemsOf(
        db,
        contexts.map(({ report }) => report.id),
      );
      const byReport = Map.groupBy(rows, (row) => row.pipReportId);
      const inspections = await related.inspections(distinct(contexts.map((context) => context.inspectionId)), actor);
      const findings = withItems ? await findingsOf(rows, actor) : null;
      return contexts.map((context) => {
        const own = byReport.get(context.report.id) ?? [];
        const inspection = context.inspectionId ? (inspections.get(context.inspectionId) ?? null) : null;
        return reportView(context, actor, own, inspection, findings ? itemViews(context, actor, own, findings) : []);
      });
    },
  };
}
