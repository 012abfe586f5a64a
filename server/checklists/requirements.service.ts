import type { z } from 'zod';
import type { AreaRequirement, CaseRequirement, requirementEvidenceSchema } from '#contract/requirements.ts';
import { requirementsOf } from '#server/cases/cases.rules.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { AreasService, AreaSessionContext } from '#server/inspections/areas/areas.service.ts';
import { requireOpen } from '#server/inspections/scope.rules.ts';
import type { ScopesService } from '#server/inspections/scope.service.ts';
import type { WorkflowService } from '#server/inspections/workflow.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import * as errors from './checklists.errors.ts';
import * as repository from './requirements.repository.ts';
import { requirementsOfArea, requirementsOfCase } from './requirements.rules.ts';

type Evidence = z.output<typeof requirementEvidenceSchema>;

/** The requirements of a run's case in its areas, and the photos and checks that meet them. */
export interface AreaRequirementsService {
  list(target: Authorized<AreaSessionContext>): Promise<AreaRequirement[]>;
  /** All requirements of a case, those in areas that are left out included. */
  ofCase(target: Authorized<CaseRow>): Promise<CaseRequirement[]>;
  /** Chooses the evidence for a requirement, or removes it. Throws 400, 403, 404, or 409 when the area is closed. */
  choose(
    actor: Actor,
    target: Authorized<AreaSessionContext>,
    position: number,
    evidence: Evidence,
  ): Promise<AreaRequirement>;
}

async function read(db: Executor, { areaSession, area, run }: AreaSessionContext): Promise<AreaRequirement[]> {
  if (!run.caseId) return [];
  const requirements = await repository.findTexts(db, run.caseId);
  const all = requirementsOf({ requirements }, await repository.listDetails(db, run.caseId));
  const chosen = await repository.listEvidenceOfRun(db, run.id);
  return requirementsOfArea(all, chosen, { id: areaSession.id, code: area.code });
}

export function createAreaRequirementsService(deps: {
  db: Database;
  changes: Changes;
  cases: CasesService;
  areas: AreasService;
  scopes: ScopesService;
  workflow: WorkflowService;
}): AreaRequirementsService {
  const { db, changes, cases, areas, scopes, workflow } = deps;

  /** Throws 400 when the photo or the check does not belong to the area, or the requirement needs a photo. */
  async function requireUsable(
    { tx }: Change,
    { areaSession, area }: AreaSessionContext,
    requirement: AreaRequirement,
    { photoId, checklistItemId }: Evidence,
  ): Promise<void> {
    if (checklistItemId && requirement.photoRequired) throw errors.requirementNeedsPhoto();
    if (photoId && !(await repository.hasPhoto(tx, areaSession.id, photoId))) throw errors.photoOfAnotherPlace();
    if (checklistItemId && !(await repository.hasCheck(tx, area.id, checklistItemId)))
      throw errors.checkOfAnotherArea();
  }

  return {
    list: (target) => read(db, target),

    async ofCase(target) {
      const all = requirementsOf(target, await repository.listDetails(db, target.id));
      const chosen = await repository.listEvidenceOfCase(db, target.id);
      return requirementsOfCase(all, chosen, await areas.areas(), await cases.areasOf(target));
    },

    async choose(actor, target, position, evidence) {
      const scope = scopes.ofAreaSession(target);
      const { id: areaSessionId } = target.areaSession;
      const requirement = (await read(db, target)).find((each) => each.position === position);
      if (!requirement) throw errors.requirementNotFound();
      requireOpen(actor, scope);
      const { photoId = null, checklistItemId = null } = evidence;
      return changes.run(actor.id, async (change) => {
        await workflow.lockIfOpen(change, scope);
        await requireUsable(change, target, requirement, evidence);
        const removes = photoId === null && checklistItemId === null;
        if (removes) await repository.deleteEvidence(change.tx, areaSessionId, position);
        else {
          const chosen = { areaSessionId, position, photoId, checklistItemId, userId: actor.id };
          await repository.saveEvidence(change.tx, chosen);
        }
        const action = removes ? 'requirement.evidence_removed' : 'requirement.evidence_chosen';
        const details = { requirement: requirement.text, photoId, checklistItemId };
        change.audit(action, 'area_session', areaSessionId, details);
        await workflow.recount(change, scope);
        return expectOne((await read(change.tx, target)).filter((each) => each.position === position));
      });
    },
  };
}
