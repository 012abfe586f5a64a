import type { Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database } from '#server/platform/database/types.ts';
import { authorize, type Actor } from '#server/platform/http/actor.ts';
import * as areas from './areas.repository.ts';
import { getFigures } from '../figures/figures.repository.ts';
import * as errors from '../inspections.errors.ts';
import { sendAreaSessionChanged, sendInspectionChanged } from '../inspections.events.ts';
import * as repository from '../inspections.repository.ts';
import type { InspectionContext } from '../inspections.repository.ts';
import { worstRank } from '../inspections.rules.ts';
import { requireOpen, scopeOfArea } from '../scope.rules.ts';
import type { WorkflowService } from '../workflow.service.ts';

interface Deps {
  db: Database;
  changes: Changes;
  workflow: WorkflowService;
}

/**
 * Returns the inspection of an area session that is being worked on: a new one, or the one left by an earlier recording
 * or submission. It shares the area's photos, findings and checks. Throws 403, 404, or 409 when the area is closed.
 */
export async function startInspectionOfArea(
  { db, changes, workflow }: Deps,
  actor: Actor,
  input: { id?: string; propertyId: string; areaSessionId: string },
): Promise<{ created: boolean; context: InspectionContext }> {
  const target = await areas.findById(db, input.areaSessionId, actor.isAdmin ? undefined : actor.id);
  if (!target) throw errors.areaSessionNotFound();
  const { areaSession, area, run, property } = target;
  if (property.userId !== actor.id) throw errors.onlyOwnerInspects();
  if (property.id !== input.propertyId) throw errors.areaOfAnotherProperty();
  if (areaSession.status === 'not_applicable') throw errors.areaNotApplicable();
  const scope = authorize(scopeOfArea(target));
  requireOpen(actor, scope);
  return changes.run(actor.id, async (change) => {
    await workflow.lockIfOpen(change, scope);
    const existing = await repository.findByAreaSession(change.tx, areaSession.id);
    if (existing) return { created: false, context: existing };
    const row = await repository.insert(change.tx, {
      id: input.id,
      userId: actor.id,
      propertyId: property.id,
      caseId: run.caseId,
      areaSessionId: areaSession.id,
      sessionId: areaSession.id,
      propertyName: property.name,
      area: area.name,
      totalItems: areaSession.totalItems,
      worstRank: worstRank((await getFigures(change.tx, areaSession.id)).worst),
    });
    if (!row) throw errors.inspectionIdInUse();
    change.audit('inspection.created', 'inspection', row.id, { area: row.area, areaSessionId: areaSession.id });
    sendInspectionChanged(change, { inspection: row, property, runId: run.id });
    sendAreaSessionChanged(change, target);
    return { created: true, context: expectOne(await repository.listByIds(change.tx, [row.id])) };
  });
}
