import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PlanRow, PlanSettings } from '#server/schema/plans.tables.ts';
import { listEntries } from './catalogue.repository.ts';
import * as items from './items.repository.ts';
import {
  areasNotCompleted,
  noAreaApplies,
  noOpenFindings,
  planCompleted,
  planGeneratedMeanwhile,
} from './plans.errors.ts';
import { refreshedSettings } from './overheads.rules.ts';
import * as repository from './plans.repository.ts';
import type { PlanSource } from './plans.repository.ts';
import { priceFinding, planSettings, type ServerPlanSettings } from './plans.rules.ts';
import {
  listAreasOfRun,
  listOpenFindingsOfArea,
  listOpenFindingsOfInspection,
  listOpenFindingsOfRun,
  listFindingsInWork,
  listMergedFindings,
  type OpenFinding,
} from './sources.repository.ts';
import { isOpenToRefresh, isWorkedOn, shows } from './workflow.rules.ts';
import { settlePlans } from './plan-steps.ts';

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

/** A generated plan's id, and whether it existed before. */
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
  const applicable = (await listAreasOfRun(db, runId)).filter((area) => area.status !== 'not_applicable');
  const open = applicable.filter((area) => area.status !== 'completed').map((area) => area.name);
  if (applicable.length === 0) throw noAreaApplies();
  if (open.length > 0) throw areasNotCompleted(open, applicable.length);
}

/**
 * Syncs items with open findings. Decided or edited items stay; merged findings share the primary's item, or the one on
 * which work has begun.
 * `sharing` are the plans of the same run, which show the same items: what the owner accepted with one of them stays.
 */
async function reconcile(change: Change, plan: PlanRow, sharing: readonly PlanRow[], found: OpenFinding[]) {
  // Before the items are listed, so that those of the areas whose findings are closed by now go as well.
  if (plan.source === 'property' && plan.runId) await items.updatePlanOfRunItems(change.tx, plan.id, plan.runId);
  const inWork = await listFindingsInWork(
    change.tx,
    found.map(({ id }) => id),
  );
  const findings = found.filter(({ id }) => !inWork.has(id));
  const catalogue = await listEntries(change.tx);
  const existing = await items.listItems(change.tx, [plan.id]);
  const untouched = existing.filter((item) => item.touchedAt === null);
  const open = new Map(findings.map((finding) => [finding.id, finding]));

  const merged = await listMergedFindings(
    change.tx,
    existing.map(({ issueId }) => issueId).filter((id) => id !== null),
  );
  const gone = existing.filter((item) =>
    item.touchedAt === null
      ? item.issueId === null || !open.has(item.issueId)
      : item.issueId !== null && (merged.has(item.issueId) || inWork.has(item.issueId)) && !isWorkedOn(item),
  );
  await items.deleteItems(
    change.tx,
    gone.map((item) => item.id),
  );
  let refreshed = 0;
  for (const item of untouched) {
    const finding = item.issueId === null ? undefined : open.get(item.issueId);
    if (!finding || !sharing.every((each) => !shows(each, item) || isOpenToRefresh(each))) continue;
    await items.updateItem(change.tx, item.id, {
      ...priceFinding(finding, catalogue),
      area: finding.area,
      room: finding.room,
    });
    refreshed += 1;
  }
  const planned = await items.listPlannedFindings(change.tx, [...open.keys()]);
  const added = findings.filter((finding) => !planned.has(finding.id));
  if (plan.status === 'completed' && added.length === 0) throw planCompleted();
  const propertyPlan = sharing.find(({ source }) => source === 'property');
  await items.insertItems(
    change.tx,
    added.map((finding) => ({
      ...priceFinding(finding, catalogue),
      pipReportId: (finding.areaSessionId ? propertyPlan?.id : undefined) ?? plan.id,
      issueId: finding.id,
      areaSessionId: finding.areaSessionId,
      area: finding.area,
      room: finding.room,
    })),
  );
  return { added: added.length, refreshed, removed: gone.length };
}

export function createGenerationService(deps: { changes: Changes; settings: ServerPlanSettings }): GenerationService {
  const { changes } = deps;
  const settingsIn = (state: string) => planSettings(deps.settings, state);

  /** The plan of a source, locked until the change ends; concurrent calls get the same one. */
  async function lockOrCreate(
    change: Change,
    source: PlanSource,
    settings: PlanSettings,
  ): Promise<{ plan: PlanRow; isUpdate: boolean }> {
    const existing = await repository.lockBySource(change.tx, source);
    if (existing) return { plan: existing, isUpdate: true };
    const created = await repository.insertEmpty(change.tx, source, settings);
    if (created) return { plan: created, isUpdate: false };
    const other = await repository.lockBySource(change.tx, source);
    if (!other) throw planGeneratedMeanwhile();
    return { plan: other, isUpdate: true };
  }

  async function generate(
    actor: Actor,
    property: OfProperty['property'],
    source: PlanSource,
    readFindings: (db: Executor) => Promise<OpenFinding[]>,
  ): Promise<Generated> {
    return changes.run(actor.id, async (change) => {
      await repository.lockItemsOfRun(change.tx, source);
      // Read first, so that a refusal creates no plan and waits for no lock.
      await readFindings(change.tx);
      const { plan: locked, isUpdate } = await lockOrCreate(change, source, settingsIn(property.state));
      const plan = isOpenToRefresh(locked)
        ? await repository.updatePlan(change.tx, locked.id, {
            settings: refreshedSettings(locked.settings, settingsIn(property.state)),
          })
        : locked;
      // Read again under the lock, because the findings may have changed while another transaction had it.
      const sharing = await repository.listWithSharedItems(change.tx, [plan]);
      const counts = await reconcile(change, plan, sharing, await readFindings(change.tx));
      await settlePlans(change, sharing, property.userId);
      change.audit(isUpdate ? 'pip.updated' : 'pip.generated', 'pip_report', plan.id, counts);
      return { id: plan.id, isUpdate };
    });
  }

  return {
    ofArea: (actor, { areaSession, run, property }) =>
      generate(
        actor,
        property,
        { source: 'area', propertyId: property.id, runId: run.id, areaSessionId: areaSession.id, inspectionId: null },
        async (db) => {
          const findings = await listOpenFindingsOfArea(db, areaSession.id);
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
          return listOpenFindingsOfRun(db, run.id);
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
        (db) => listOpenFindingsOfInspection(db, inspection.id, inspection.areaSessionId),
      ),
  };
}
