import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PlanRow, PlanSettings } from '#server/schema/plans.tables.ts';
import {
  areasNotCompleted,
  noAreaApplies,
  findingsUnconfirmed,
  noOpenFindings,
  planGeneratedMeanwhile,
} from './plans.errors.ts';
import { refreshedSettings } from './overheads.rules.ts';
import * as repository from './plans.repository.ts';
import type { PlanSource } from './plans.repository.ts';
import { planSettings, type ServerPlanSettings } from './plans.rules.ts';
import {
  countUnconfirmed,
  listAreasOfRun,
  listFindingsOfArea,
  listFindingsOfInspection,
  listFindingsOfRun,
  type OpenFinding,
} from './sources.repository.ts';
import { reconcile } from './reconcile.ts';
import type { ReopeningService } from './work/reopening.service.ts';
import { isOpenToRefresh } from './workflow.rules.ts';
import { lockPlansOfItems, settlePlans } from './plan-steps.ts';

/** The fields of other modules' entities that a plan needs. */
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

/** The id of a generated plan, and whether the plan existed before. */
export interface Generated {
  id: string;
  isUpdate: boolean;
}

export interface GenerationService {
  /** Throws 409 when the area has no open finding. */
  ofArea(actor: Actor, target: Authorized<AreaSource>): Promise<Generated>;
  /** Throws 409 until every applicable area is completed. */
  ofRun(actor: Actor, target: Authorized<RunSource>): Promise<Generated>;
  ofInspection(actor: Actor, target: Authorized<InspectionSource>): Promise<Generated>;
}

/** Throws 409 unless every applicable area is completed and at least one area applies. */
async function requireCompletedAreas(db: Executor, runId: string): Promise<void> {
  const applicable = (await listAreasOfRun(db, runId)).filter((area) => area.status !== 'not_applicable');
  const open = applicable.filter((area) => area.status !== 'completed').map((area) => area.name);
  if (applicable.length === 0) throw noAreaApplies();
  if (open.length > 0) throw areasNotCompleted(open, applicable.length);
}

export function createGenerationService(deps: {
  changes: Changes;
  settings: ServerPlanSettings;
  reopening: Pick<ReopeningService, 'reopenItems'>;
}): GenerationService {
  const { changes, reopening } = deps;
  const settingsIn = (state: string) => planSettings(deps.settings, state);

  /** The plan of a source, locked until the change ends; concurrent calls get the same plan. */
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
      await repository.lockItemsOfProperty(change.tx, source);
      // Read before the plan is created or locked, so that a refusal creates no plan and does not wait for its lock.
      await readFindings(change.tx);
      const { plan: locked, isUpdate } = await lockOrCreate(change, source, settingsIn(property.state));
      const plan = isOpenToRefresh(locked)
        ? await repository.updatePlan(change.tx, locked.id, {
            settings: refreshedSettings(locked.settings, settingsIn(property.state)),
          })
        : locked;
      // Read again under the lock, because another transaction that had the lock may have changed the findings.
      const sharing = await repository.listWithSharedItems(change.tx, [plan]);
      const { counts, followed } = await reconcile(change, plan, {
        sharing,
        found: await readFindings(change.tx),
        reopenItems: reopening.reopenItems,
      });
      const known = new Set(sharing.map(({ id }) => id));
      const others = (await lockPlansOfItems(change, followed)).filter(({ id }) => !known.has(id));
      await settlePlans(change, [...sharing, ...others], property.userId);
      change.audit(isUpdate ? 'pip.updated' : 'pip.generated', 'pip_report', plan.id, counts);
      return { id: plan.id, isUpdate };
    });
  }

  return {
    ofArea(actor, { areaSession, run, property }) {
      const sourceOfArea: PlanSource = {
        source: 'area',
        propertyId: property.id,
        runId: run.id,
        areaSessionId: areaSession.id,
        inspectionId: null,
      };
      return generate(actor, property, sourceOfArea, async (db) => {
        const findings = await listFindingsOfArea(db, areaSession.id);
        if (findings.length > 0) return findings;
        const unconfirmed = await countUnconfirmed(db, sourceOfArea);
        throw unconfirmed > 0 ? findingsUnconfirmed(unconfirmed) : noOpenFindings();
      });
    },
    ofRun: (actor, { run, property }) =>
      generate(
        actor,
        property,
        { source: 'property', propertyId: property.id, runId: run.id, areaSessionId: null, inspectionId: null },
        async (db) => {
          await requireCompletedAreas(db, run.id);
          return listFindingsOfRun(db, run.id);
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
        (db) => listFindingsOfInspection(db, inspection.id, inspection.areaSessionId),
      ),
  };
}
