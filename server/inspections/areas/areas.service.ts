import { and, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  Area,
  AreaSession,
  areaSessionPatchSchema,
  areaSessionsQuery,
  areaSessionTotalsSchema,
} from '#contract/areas.ts';
import type { ScoreExplanation } from '#contract/scores.ts';
import { explainArea } from '#server/analysis/scoring.rules.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import type { Config } from '#server/config.ts';
import type { Change, Changes, RepeatableChange } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { AreaRow } from '#server/schema/areas.tables.ts';
import * as repository from './areas.repository.ts';
import type { AreaSessionContext } from './areas.repository.ts';
import { isUnderReview, nextStatus, toAreaSession } from './areas.rules.ts';
import { listFigures, getFigures, listOpenFindings } from '../figures/figures.repository.ts';
import { noFigures } from '../figures/figures.rules.ts';
import * as errors from '../inspections.errors.ts';
import * as inspections from '../inspections.repository.ts';
import { sendAreaSessionChanged } from '../inspections.events.ts';
import * as runs from '../runs/runs.repository.ts';
import type { ScopeKey } from '../scope-key.rules.ts';
import { isOpenForWork } from '../scope-status.rules.ts';
import type { WorkflowService } from '../workflow.service.ts';

export type { AreaSessionContext } from './areas.repository.ts';

type PatchedFields = Omit<z.output<typeof areaSessionPatchSchema>, 'id'>;

export interface AreasService {
  areas(): Promise<Area[]>;
  /** The area with this name or code. */
  areaNamed(db: Executor, name: string): Promise<AreaRow | null>;
  load(actor: Actor, id: string): Promise<Authorized<AreaSessionContext> | null>;
  list(actor: Actor, query: z.output<typeof areaSessionsQuery>): Promise<Page<AreaSession>>;
  /** The number of all in the list, and the properties that it can be filtered by. */
  totals(actor: Actor): Promise<z.infer<typeof areaSessionTotalsSchema>>;
  view(actor: Actor, contexts: AreaSessionContext[]): Promise<AreaSession[]>;
  ofRuns(db: Executor, actor: Actor, runIds: string[]): Promise<AreaSession[]>;
  patch(
    actor: Actor,
    target: Authorized<AreaSessionContext>,
    input: PatchedFields & { id?: string },
  ): Promise<AreaSession>;
  /** `reason` tells why critical checks or findings are left undecided. */
  complete(
    actor: Actor,
    target: Authorized<AreaSessionContext>,
    input: { id?: string; reason?: string | null },
  ): Promise<AreaSession>;
  /** Takes a submission back. Throws 409 once a reviewer has opened it. */
  recall(actor: Actor, target: Authorized<AreaSessionContext>): Promise<AreaSession>;
  /** Explains how the area's score is computed; null while it has none. */
  explainScore(target: Authorized<AreaSessionContext>): Promise<ScoreExplanation | null>;
}

/** The work in plans on the findings of an area. The plans provide it, because they come after the areas. */
export interface AreaWork {
  /** A condition that locks the plans' items of the property, for the lock of the area. */
  lockFirst(scope: ScopeKey): SQL | undefined;
  /** Excludes the items of an area that was left out from their plans, and includes them when it is added back. */
  followArea(change: Change, areaSessionId: string): Promise<void>;
}

function requireOwner(actor: Actor, { property }: AreaSessionContext): void {
  if (property.userId !== actor.id) throw errors.onlyOwnerDoesFieldWork();
}

/** Throws 409 when the run was submitted, which may happen at the same moment. */
async function requireOpenRun({ tx }: Change, id: string): Promise<void> {
  const run = await runs.lockById(tx, id);
  if (run?.status !== 'in_progress') throw errors.runClosed(run?.status ?? null);
}

/** Throws 403 unless the caller owns the property, and 409 unless field work may continue in the area. */
function requireFieldWork(actor: Actor, { areaSession, inspection, property }: AreaSessionContext): void {
  if (property.userId !== actor.id) throw errors.onlyOwnerDoesFieldWork();
  if (areaSession.status === 'not_applicable') throw errors.areaNotApplicable();
  if (!isOpenForWork(areaSession.status) || isUnderReview(inspection?.status ?? null))
    throw errors.closedForWork('area', inspection?.status ?? areaSession.status);
}

/**
 * Deletes the unused inspection of an area that becomes not applicable. Throws 409 when the area has photos or
 * recordings.
 */
async function deleteUnusedInspection(change: Change, id: string): Promise<void> {
  const { photoCount, lastEvidenceAt } = await getFigures(change.tx, id);
  if (photoCount > 0) throw errors.areaHasPhotos();
  if (lastEvidenceAt) throw errors.areaHasRecording();
  await inspections.deleteUnusedOfArea(change.tx, id);
}

async function viewsOf(db: Executor, actor: Actor, contexts: AreaSessionContext[]): Promise<AreaSession[]> {
  const ids = contexts.map(({ areaSession }) => areaSession.id);
  const figures = await listFigures(db, ids);
  return contexts.map((context) => toAreaSession(context, figures.get(context.areaSession.id) ?? noFigures, actor));
}

async function viewOne(db: Executor, actor: Actor, id: string): Promise<AreaSession> {
  const context = await repository.findById(db, id);
  const [areaSession] = context ? await viewsOf(db, actor, [context]) : [];
  if (!areaSession) throw errors.areaGone();
  return areaSession;
}

const repeatable = (
  { areaSession }: AreaSessionContext,
  id: string | undefined,
  answerAgain: RepeatableChange<AreaSession>['answerAgain'],
  content: unknown,
): RepeatableChange<AreaSession> => ({ id, target: areaSession.id, answerAgain, content });

/** Whether an area that was left out is added back. */
const isRestored = ({ areaSession }: AreaSessionContext, status: string | undefined): boolean =>
  areaSession.status === 'not_applicable' && status === 'in_progress';

/** Whether an area is left out or added back. */
const changesScope = (target: AreaSessionContext, status: string | undefined): boolean =>
  status === 'not_applicable' || isRestored(target, status);

/** Locks the area, and before it the items in plans that follow it. Returns its current status. */
function lockForPatch(
  change: Change,
  { workflow, work }: Pick<Deps, 'workflow' | 'work'>,
  target: AreaSessionContext,
  status: string | undefined,
) {
  const scope = { areaSessionId: target.areaSession.id, inspectionId: null };
  return workflow.lock(change, scope, changesScope(target, status) ? work.lockFirst(scope) : undefined);
}

/**
 * The items in plans follow an area that is left out or added back. Leaving out the last open area completes the case;
 * adding it back opens the case again.
 */
async function settleScope(
  change: Change,
  { caseStates, work }: Pick<Deps, 'caseStates' | 'work'>,
  target: AreaSessionContext,
  status: string | undefined,
): Promise<void> {
  if (changesScope(target, status)) await work.followArea(change, target.areaSession.id);
  const { caseId } = target.run;
  if (!caseId) return;
  if (status === 'not_applicable') await caseStates.completeIfApproved(change, caseId, target.area.name);
  else if (isRestored(target, status)) await caseStates.reopen(change, caseId);
}

interface Deps {
  db: Database;
  config: Pick<Config, 'mode'>;
  changes: Changes;
  workflow: WorkflowService;
  caseStates: CaseStatesService;
  work: AreaWork;
}

export function createAreasService(deps: Deps): AreasService {
  const { db, config, changes, workflow } = deps;

  const again =
    (actor: Actor, { areaSession }: AreaSessionContext) =>
    (tx: Executor): Promise<AreaSession> =>
      viewOne(tx, actor, areaSession.id);

  async function applyPatch(change: Change, target: AreaSessionContext, input: PatchedFields): Promise<void> {
    const { areaSession, run } = target;
    const { reason, status: requested, ...permissions } = input;
    const locked = await lockForPatch(change, deps, target, requested);
    if (isRestored(target, requested)) await requireOpenRun(change, run.id);
    // A photo or an answer of the same device may have started the area since it was loaded, which does not conflict
    // with permissions.
    const hasStarted = !requested && areaSession.status === 'not_started' && locked === 'in_progress';
    const current = hasStarted ? 'in_progress' : areaSession.status;
    const status = nextStatus(current, { ...permissions, status: requested });
    if (status === 'not_applicable') await deleteUnusedInspection(change, areaSession.id);
    const patched = await repository.update(
      change.tx,
      areaSession.id,
      {
        ...permissions,
        ...(status ? { status, notApplicableReason: status === 'not_applicable' ? (reason ?? null) : null } : {}),
      },
      current,
    );
    if (!patched) throw errors.areaChangedMeanwhile();
    await runs.updateLastTouched(change.tx, run.id);
    change.audit('area_session.changed', 'area_session', areaSession.id, { ...input });
    await settleScope(change, deps, target, status);
    sendAreaSessionChanged(change, target);
  }

  return {
    view: (actor, contexts) => viewsOf(db, actor, contexts),
    areas: () => repository.listAreas(db),
    areaNamed: repository.findAreaByName,
    async load(actor, id) {
      const found = await repository.findById(db, id, actor.isAdmin ? undefined : actor.id);
      return found ? authorize(found) : null;
    },
    async list(actor, { limit, cursor, propertyId, area, started, applicable }) {
      const where = and(
        propertyId ? repository.ofProperty(propertyId) : undefined,
        area ? repository.ofArea(area) : undefined,
        started ? repository.hasStarted : undefined,
        applicable ? repository.applicable : undefined,
      );
      const ownerId = actor.isAdmin ? undefined : actor.id;
      const page = await repository.listPage(db, { ownerId, where, limit, cursor });
      return { rows: await viewsOf(db, actor, page.rows), nextCursor: page.nextCursor };
    },
    totals: (actor) => repository.getTotals(db, actor.isAdmin ? undefined : actor.id),
    async explainScore({ areaSession }) {
      const [{ coverage }, open] = [await getFigures(db, areaSession.id), await listOpenFindings(db, [areaSession.id])];
      return explainArea(open.get(areaSession.id) ?? [], coverage);
    },
    ofRuns: async (executor, actor, runIds) => viewsOf(executor, actor, await repository.listByRuns(executor, runIds)),

    async patch(actor, target, { id, ...input }) {
      // Only the test-mode button grants all three at once; a browser asks for each separately.
      const skips = input.permissionCamera && input.permissionLocation && input.permissionMicrophone;
      if (skips && config.mode === 'production') throw errors.permissionsNotSkippable();
      return changes.runOnce(actor.id, repeatable(target, id, again(actor, target), input), async (change) => {
        (isRestored(target, input.status) ? requireOwner : requireFieldWork)(actor, target);
        await applyPatch(change, target, input);
        return viewOne(change.tx, actor, target.areaSession.id);
      });
    },

    async complete(actor, target, { id, reason = null }) {
      return changes.runOnce(
        actor.id,
        repeatable(target, id, again(actor, target), ['complete', reason]),
        async (change) => {
          if (target.areaSession.status === 'completed') throw errors.areaAlreadyCompleted();
          requireFieldWork(actor, target);
          await workflow.completeArea(change, target, reason);
          return viewOne(change.tx, actor, target.areaSession.id);
        },
      );
    },

    async recall(actor, target) {
      requireOwner(actor, target);
      return changes.run(actor.id, async (change) => {
        await workflow.recallArea(change, target);
        return viewOne(change.tx, actor, target.areaSession.id);
      });
    },
  };
}
