import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PipReportRow, PlanSettings } from '#server/schema/reports.tables.ts';
import { catalogueEntries } from './catalogue.repository.ts';
import * as items from './items.repository.ts';
import {
  areasNotCompleted,
  noAreaApplies,
  noOpenFindings,
  planCompleted,
  planGeneratedMeanwhile,
} from './reports.errors.ts';
import * as repository from './reports.repository.ts';
import type { PlanSource } from './reports.repository.ts';
import { priceFinding, planSettings, type ServerPlanSettings } from './reports.rules.ts';
import {
  areasOfRun,
  openFindingsOfArea,
  openFindingsOfInspection,
  openFindingsOfRun,
  type OpenFinding,
} from './sources.repository.ts';
import { isOpenToRefresh } from './workflow.rules.ts';
import { sendReportChanged, settleReport } from './plan-steps.ts';

/** The fields of loaded entities of other modules that a plan needs. */
interface OfProperty {
  property: { id: string; userId: string | null; state: string };
}
export interface AreaSource extends OfProperty {
  areaSession: { id: string };
  run: { id: string };
}
export interface RunSource extends OfProperty {
  run: { id: string };
}
export interface InspectionSource extends OfProperty {
  inspection: { id: string; areaSessionId: string | null };
  runId: string | null;
}

/** A generated report's id, and whether it existed before. */
export interface Generated {
  id: string;
  isUpdate: boolean;
}

export interface GenerationService {
  /** Throws 409 when no finding of the area is open. */
  ofArea(actor: Actor, target: Authorized<AreaSource>): Promise<Generated>;
  /** Throws 409 until every area that applies is completed. */
  ofRun(actor: Actor, target: Authorized<RunSource>): Promise<Generated>;
  ofInspection(actor: Actor, target: Authorized<InspectionSource>): Promise<Generated>;
}

/** Throws 409 unless every area that applies is completed, and there is one. */
async function requireCompletedAreas(db: Executor, runId: string): Promise<void> {
  const applicable = (await areasOfRun(db, runId)).filter((area) => area.status !== 'not_applicable');
  const open = applicable.filter((area) => area.status !== 'completed').map((area) => area.name);
  if (applicable.length === 0) throw noAreaApplies();
  if (open.length > 0) throw areasNotCompleted(open, applicable.length);
}

/**
 * Adds, refreshes and removes items so that they match the open findings; items that a person decided or changed stay.
 */
async function reconcile(change: Change, report: PipReportRow, findings: OpenFinding[]) {
  const catalogue = await catalogueEntries(change.tx);
  const existing = await items.itemsOf(change.tx, [report.id]);
  const untouched = existing.filter((item) => item.touchedAt === null);
  const open = new Map(findings.map((finding) => [finding.id, finding]));

  const gone = untouched.filter((item) => item.issueId === null || !open.has(item.issueId));
  await items.deleteItems(
    change.tx,
    gone.map((item) => item.id),
  );
  let refreshed = 0;
  if (isOpenToRefresh(report.status)) {
    for (const item of untouched) {
      const finding = item.issueId === null ? undefined : open.get(item.issueId);
      if (!finding) continue;
      await items.updateItem(change.tx, item.id, { ...priceFinding(finding, catalogue), area: finding.area });
      refreshed += 1;
    }
  }
  const planned = new Set(existing.map((item) => item.issueId));
  const added = findings.filter((finding) => !planned.has(finding.id));
  await items.insertItems(
    change.tx,
    added.map((finding) => ({
      ...priceFinding(finding, catalogue),
      pipReportId: report.id,
      issueId: finding.id,
      area: finding.area,
    })),
  );
  return { added: added.length, refreshed, removed: gone.length };
}

export function createGenerationService(deps: { changes: Changes; settings: ServerPlanSettings }): GenerationService {
  const { changes } = deps;
  const settingsIn = (state: string) => planSettings(deps.settings, state);

  /** The report of a source, locked until the change ends; concurrent calls get the same one. */
  async function lockOrCreate(
    change: Change,
    source: PlanSource,
    settings: PlanSettings,
  ): Promise<{ report: PipReportRow; isUpdate: boolean }> {
    const existing = await repository.lockBySource(change.tx, source);
    if (existing) return { report: existing, isUpdate: true };
    const created = await repository.insertEmpty(change.tx, source, settings);
    if (created) return { report: created, isUpdate: false };
    const other = await repository.lockBySource(change.tx, source);
    if (!other) throw planGeneratedMeanwhile();
    return { report: other, isUpdate: true };
  }

  async function generate(
    actor: Actor,
    property: OfProperty['property'],
    source: PlanSource,
    readFindings: (db: Executor) => Promise<OpenFinding[]>,
  ): Promise<Generated> {
    return changes.run(actor.id, async (change) => {
      // Read before the report is created and locked, so that a refusal leaves no empty report and waits for no lock.
      await readFindings(change.tx);
      const { report: locked, isUpdate } = await lockOrCreate(change, source, settingsIn(property.state));
      if (locked.status === 'completed') throw planCompleted();
      const report = isOpenToRefresh(locked.status)
        ? await repository.updateReport(change.tx, locked.id, { settings: settingsIn(property.state) })
        : locked;
      // Read again under the lock, because the findings may have changed while another transaction had it.
      const counts = await reconcile(change, report, await readFindings(change.tx));
      await settleReport(change, report);
      change.audit(isUpdate ? 'pip.updated' : 'pip.generated', 'pip_report', report.id, counts);
      sendReportChanged(change, report, property.userId);
      return { id: report.id, isUpdate };
    });
  }

  return {
    ofArea: (actor, { areaSession, run, property }) =>
      generate(
        actor,
        property,
        { source: 'area', propertyId: property.id, runId: run.id, areaSessionId: areaSession.id, inspectionId: null },
        async (db) => {
          const findings = await openFindingsOfArea(db, areaSession.id);
          if (findings.length === 0) throw noOpenFindings();
          return findings;
        },
      ),
    ofRun: (actor, { run, property }) =>
      generate(
        actor,
        property,
        { source: 'property', propertyId: property.id, runId: run.id, areaSessionId: null, inspectionId: null },
        async (db) => {
          await requireCompletedAreas(db, run.id);
          return openFindingsOfRun(db, run.id);
        },
      ),
    ofInspection: (actor, { inspection, runId, property }) =>
      generate(
        actor,
        property,
        {
          source: 'inspection',
          propertyId: property.id,
          runId,
          areaSessionId: inspection.areaSessionId,
          inspectionId: inspection.id,
        },
        (db) => openFindingsOfInspection(db, inspection.id, inspection.areaSessionId),
      ),
  };
}
