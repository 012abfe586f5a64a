import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import * as areaSessions from './areas/areas.repository.ts';
import type { AreasService, AreaSessionContext } from './areas/areas.service.ts';
import * as inspectionRows from './inspections.repository.ts';
import type { InspectionContext, InspectionsService } from './inspections.service.ts';
import * as planItems from './plan-items.repository.ts';
import { scopeOfArea, scopeOfInspection, scopeOfPlanItem, type Scope } from './scope.rules.ts';
import type { ScopeKey } from './scope-key.rules.ts';

/** Loads scopes: the area session, inspection or plan item to which photos, findings and answers belong. */
export interface ScopesService {
  ofAreaSession(target: Authorized<AreaSessionContext>): Authorized<Scope>;
  ofInspection(actor: Actor, target: Authorized<InspectionContext>): Promise<Authorized<Scope>>;
  /** Loads the scope of a photo or finding for a caller; null unless the caller may read it. */
  load(actor: Actor, key: ScopeKey): Promise<Authorized<Scope> | null>;
  /** Loads a scope without a check of access, for jobs. */
  find(db: Executor, key: ScopeKey): Promise<Scope | null>;
}

export function createScopesService(deps: {
  db: Database;
  areas: AreasService;
  inspections: InspectionsService;
}): ScopesService {
  const { db, areas, inspections } = deps;
  const ofAreaSession = (target: Authorized<AreaSessionContext>) => authorize(scopeOfArea(target));

  async function ofInspection(actor: Actor, target: Authorized<InspectionContext>): Promise<Authorized<Scope>> {
    const { areaSessionId } = target.inspection;
    const areaSession = areaSessionId ? await areas.load(actor, areaSessionId) : null;
    return areaSession ? ofAreaSession(areaSession) : authorize(scopeOfInspection(target));
  }

  return {
    ofAreaSession,
    ofInspection,
    async load(actor, { areaSessionId, inspectionId, planItemId }) {
      if (planItemId) {
        const item = await planItems.findById(db, planItemId, actor.isAdmin ? undefined : planItems.ownedBy(actor.id));
        return item ? authorize(scopeOfPlanItem(item)) : null;
      }
      if (areaSessionId) {
        const areaSession = await areas.load(actor, areaSessionId);
        return areaSession ? ofAreaSession(areaSession) : null;
      }
      const inspection = inspectionId ? await inspections.load(actor, inspectionId) : null;
      return inspection ? ofInspection(actor, inspection) : null;
    },
    async find(executor, { areaSessionId, inspectionId, planItemId }) {
      if (planItemId) {
        const item = await planItems.findById(executor, planItemId);
        return item ? scopeOfPlanItem(item) : null;
      }
      if (areaSessionId) {
        const areaSession = await areaSessions.findById(executor, areaSessionId);
        return areaSession ? scopeOfArea(areaSession) : null;
      }
      const inspection = inspectionId ? await inspectionRows.findById(executor, inspectionId) : null;
      const ofArea = inspection?.inspection.areaSessionId;
      const areaSession = ofArea ? await areaSessions.findById(executor, ofArea) : null;
      if (areaSession) return scopeOfArea(areaSession);
      return inspection ? scopeOfInspection(inspection) : null;
    },
  };
}
