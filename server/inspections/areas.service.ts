import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type { Area, AreaSession, areaSessionPatchSchema, areaSessionsQuery } from '#contract/areas.ts';
import type { ScoreExplanation } from '#contract/scores.ts';
import { explainArea } from '#server/analysis/scoring.rules.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import type { Config } from '#server/config.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { AreaRow } from '#server/schema/areas.tables.ts';
import * as repository from './areas.repository.ts';
import type { AreaSessionContext } from './areas.repository.ts';
import { isOpen, isUnderReview, nextStatus, toAreaSession } from './areas.rules.ts';
import { figuresOf, figuresOfOne, noFigures, openFindings } from './figures.repository.ts';
import * as errors from './inspections.errors.ts';
import { sendAreaSessionChanged } from './inspections.events.ts';
import * as runs from './runs.repository.ts';
import type { WorkflowService } from './workflow.service.ts';

export type { AreaSessionContext } from './areas.repository.ts';

type AreaSessionPatch = z.output<typeof areaSessionPatchSchema>;

export interface AreasService {
  areas(): Promise<Area[]>;
  /** The area with this name or code. */
  areaNamed(name: string, db?: Executor): Promise<AreaRow | null>;
  load(actor: Actor, id: string): Promise<Authorized<AreaSessionContext> | null>;
  list(actor: Actor, query: z.output<typeof areaSessionsQuery>): Promise<Page<AreaSession>>;
  view(actor: Actor, contexts: AreaSessionContext[], db?: Executor): Promise<AreaSession[]>;
  ofRuns(actor: Actor, runIds: string[], db?: Executor): Promise<AreaSession[]>;
  patch(actor: Actor, target: Authorized<AreaSessionContext>, input: AreaSessionPatch): Promise<AreaSession>;
  /** `reason`: why critical checks or findings are left undecided. */
  complete(actor: Actor, target: Authorized<AreaSessionContext>, reason: string | null): Promise<AreaSession>;
  /** Throws 409 once a reviewer has opened the submission. */
  recall(actor: Actor, target: Authorized<AreaSessionContext>): Promise<AreaSession>;
  /** The arithmetic of the area's score; null while it has none. */
  explainScore(target: Authorized<AreaSessionContext>): Promise<ScoreExplanation | null>;
}

function requireOwner(actor: Actor, { property }: AreaSessionContext): void {
  if (property.userId !== actor.id) throw errors.fieldWorkIsTheOwners();
}

/** Throws 403 unless the caller owns the property, 409 unless field work may go on in the area. */
function requireFieldWork(actor: Actor, { areaSession, inspection, property }: AreaSessionContext): void {
  if (property.userId !== actor.id) throw errors.fieldWorkIsTheOwners();
  if (areaSession.status === 'not_applicable') throw errors.areaNotApplicable();
  if (!isOpen(areaSession.status) || isUnderReview(inspection?.status ?? null))
    throw errors.closedForWork('area', inspection?.status ?? areaSession.status);
}

/** The same for an area that was marked as not applicable, and does apply after all. */
function requireRestorable(actor: Actor, { run, property }: AreaSessionContext): void {
  if (property.userId !== actor.id) throw errors.fieldWorkIsTheOwners();
  if (run.status !== 'in_progress') throw errors.runClosed(run.status);
}

async function viewsOf(db: Executor, actor: Actor, contexts: AreaSessionContext[]): Promise<AreaSession[]> {
  const ids = contexts.map(({ areaSession }) => areaSession.id);
  const figures = await figuresOf(db, ids);
  return contexts.map((context) => toAreaSession(context, figures.get(context.areaSession.id) ?? noFigures, actor));
}

export function createAreasService(deps: {
  db: Database;
  config: Pick<Config, 'mode'>;
  changes: Changes;
  workflow: WorkflowService;
  caseStates: CaseStatesService;
}): AreasService {
  const { db, config, changes, workflow, caseStates } = deps;

  const view = (actor: Actor, contexts: AreaSessionContext[], executor: Executor = db): Promise<AreaSession[]> =>
    viewsOf(executor, actor, contexts);

  async function viewOne(actor: Actor, executor: Executor, id: string): Promise<AreaSession> {
    const context = await repository.find(executor, id);
    const [areaSession] = context ? await view(actor, [context], executor) : [];
    if (!areaSession) throw errors.areaGone();
    return areaSession;
  }

  async function applyPatch(change: Change, target: AreaSessionContext, input: AreaSessionPatch): Promise<void> {
    const { areaSession, run } = target;
    const { reason, status: _asked, ...permissions } = input;
    const status = nextStatus(areaSession.status, input);
    await workflow.lock(change, { areaSessionId: areaSession.id, inspectionId: null });
    if (status === 'not_applicable' && (await figuresOfOne(change.tx, areaSession.id)).photoCount > 0)
      throw errors.areaHasPhotos();
    const patched = await repository.update(
      change.tx,
      areaSession.id,
      {
        ...permissions,
        ...(status ? { status, notApplicableReason: status === 'not_applicable' ? (reason ?? null) : null } : {}),
      },
      areaSession.status,
    );
    if (!patched) throw errors.areaChangedMeanwhile();
    await runs.touch(change.tx, run.id);
    change.audit('area_session.changed', 'area_session', areaSession.id, { ...input });
    // It may have been the last area that kept the case open.
    if (status === 'not_applicable' && run.caseId) await caseStates.completeIfApproved(change, run.caseId);
    sendAreaSessionChanged(change, target);
  }

  return {
    view,
    areas: () => repository.allAreas(db),
    areaNamed: (name, executor = db) => repository.areaNamed(executor, name),
    async load(actor, id) {
      const found = await repository.find(db, id, actor.isAdmin ? undefined : repository.ownedBy(actor.id));
      return found ? authorize(found) : null;
    },
    async list(actor, { limit, cursor, propertyId, area, started }) {
      const where = and(
        propertyId ? repository.ofProperty(propertyId) : undefined,
        area ? repository.ofArea(area) : undefined,
        started ? repository.started : undefined,
      );
      const ownerId = actor.isAdmin ? undefined : actor.id;
      const page = await repository.pageOf(db, { ownerId, where, limit, cursor });
      return { rows: await view(actor, page.rows), nextCursor: page.nextCursor };
    },
    async explainScore({ areaSession }) {
      const [{ coverage }, open] = [await figuresOfOne(db, areaSession.id), await openFindings(db, [areaSession.id])];
      return explainArea(open.get(areaSession.id) ?? [], coverage);
    },
    ofRuns: async (actor, runIds, executor = db) => view(actor, await repository.ofRuns(executor, runIds), executor),

    async patch(actor, target, input) {
      const restores = input.status === 'in_progress' && target.areaSession.status === 'not_applicable';
      if (restores) requireRestorable(actor, target);
      else requireFieldWork(actor, target);
      // Only the test-mode button grants all three at once; a browser asks for one after the other.
      const skips = input.permissionCamera && input.permissionLocation && input.permissionMicrophone;
      if (skips && config.mode === 'production') throw errors.permissionsNotSkippable();
      return changes.run(actor.id, async (change) => {
        await applyPatch(change, target, input);
        return viewOne(actor, change.tx, target.areaSession.id);
      });
    },

    async complete(actor, target, reason) {
      if (target.areaSession.status === 'completed') throw errors.areaAlreadyCompleted();
      requireFieldWork(actor, target);
      return changes.run(actor.id, async (change) => {
        await workflow.completeArea(change, target, reason);
        return viewOne(actor, change.tx, target.areaSession.id);
      });
    },

    async recall(actor, target) {
      requireOwner(actor, target);
      return changes.run(actor.id, async (change) => {
        await workflow.recallArea(change, target);
        return viewOne(actor, change.tx, target.areaSession.id);
      });
    },
  };
}
