import type { Decisions, Inspection } from '#contract/inspections.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { isConflict } from '#server/platform/database/conflicts.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { changedMeanwhile } from '#server/platform/http/http.errors.ts';
import { AppError } from '#server/platform/http/problem.ts';
import * as areas from '../areas/areas.repository.ts';
import { getFigures } from '../figures/figures.repository.ts';
import * as errors from '../inspections.errors.ts';
import { eventDataOf, sendAreaSessionChanged, sendInspectionChanged } from '../inspections.events.ts';
import * as inspections from '../inspections.repository.ts';
import * as reviewSteps from './review-steps.repository.ts';
import type { InspectionContext, InspectionsService } from '../inspections.service.ts';
import { gatheredApprovals, mayUndo } from '../inspections.rules.ts';
import * as runs from '../runs/runs.repository.ts';
import { allCompleted } from '../runs/runs.rules.ts';

/** Decides on several inspections at once, and undoes decisions. A refused inspection does not affect the others. */
export interface DecisionsService {
  approveMany(actor: Actor, ids: string[]): Promise<Decisions>;
  /** Undoes the caller's decisions of the last seconds, with their effects on area, run, case and notifications. */
  undo(actor: Actor, ids: string[]): Promise<Decisions>;
}

/** Closes a run that a request for a re-inspection reopened, or leaves that to undoing the other requests about its areas. */
async function closeRun({ tx }: Change, runId: string): Promise<void> {
  await runs.lockById(tx, runId);
  const sessions = (await areas.listByRuns(tx, [runId])).map(({ areaSession }) => areaSession);
  if (allCompleted(sessions)) await runs.updateToCompleted(tx, runId);
  else await inspections.updateRunReopened(tx, runId);
}

export function createDecisionsService(deps: {
  changes: Changes;
  inspections: InspectionsService;
  caseStates: CaseStatesService;
  notifications: NotificationsService;
}): DecisionsService {
  const { changes, inspections: service, caseStates, notifications } = deps;

  /** Runs the same work for each inspection and collects the refusals with their reasons. */
  async function each(
    actor: Actor,
    ids: string[],
    decide: (target: Authorized<InspectionContext>) => Promise<Inspection>,
  ): Promise<Decisions> {
    const result: Decisions = { done: [], refused: [] };
    for (const id of new Set(ids)) {
      try {
        const target = await service.load(actor, id);
        if (!target) throw errors.inspectionNotFound();
        result.done.push(await decide(target));
      } catch (error) {
        const refusal = isConflict(error) ? changedMeanwhile() : error;
        if (!(refusal instanceof AppError)) throw error;
        result.refused.push({ id, detail: refusal.message });
      }
    }
    return result;
  }

  /** Approves each, and dates all of them to the end, because the joint decision can be undone from then on. */
  async function approveMany(actor: Actor, ids: string[]): Promise<Decisions> {
    const { done, refused } = await each(actor, ids, (target) => service.changeStatus(actor, target, 'approved', null));
    if (done.length < 2) return { done, refused };
    const at = new Date();
    const approved = done.map(({ id }) => id);
    await changes.run(actor.id, async (change) => {
      await inspections.updateReviewedAt(change.tx, approved, actor.id, at);
      for (const id of approved) change.audit('inspection.approved_together', 'inspection', id, { at });
    });
    return { done: done.map((inspection) => ({ ...inspection, reviewedAt: at.toISOString() })), refused };
  }

  async function undoDecision(change: Change, target: InspectionContext, askedAt: Date): Promise<void> {
    const { id, areaSessionId, caseId } = target.inspection;
    if (areaSessionId) await areas.lockById(change.tx, areaSessionId);
    const row = await inspections.lockById(change.tx, id);
    if (!row?.decisionBefore || !mayUndo(row, change.userId, askedAt)) throw errors.decisionStands();
    const { note, by, at, runReopened, notificationIds } = row.decisionBefore;
    if (row.status === 'requires_action') {
      const { lastEvidenceAt } = await getFigures(change.tx, areaSessionId ?? id);
      if (lastEvidenceAt && row.reviewedAt && lastEvidenceAt > row.reviewedAt) throw errors.workedOnSince();
    }
    await inspections.update(change.tx, id, {
      status: 'pending_review',
      reviewNote: note,
      reviewedBy: by,
      reviewedAt: at === null ? null : new Date(at),
      decisionBefore: null,
      approvedScore: null,
      updatedAt: new Date(),
    });
    await reviewSteps.deleteLast(change.tx, id);
    if (areaSessionId && row.status === 'requires_action') {
      const completed = { status: 'completed' as const, completedAt: row.completedAt };
      // Its owner may have left the area out since.
      if (!(await areas.update(change.tx, areaSessionId, completed, 'in_progress'))) throw errors.workedOnSince();
    }
    if (runReopened && target.runId) await closeRun(change, target.runId);
    if (row.status === 'approved' && caseId) await caseStates.reopen(change, caseId);
    await notifications.withdraw(change, notificationIds, gatheredApprovals(target.property));
    await change.publish('inspection.decided', id, { ...eventDataOf(target), decision: 'taken_back' });
    change.audit('inspection.decision_undone', 'inspection', id, { decision: row.status });
    const area = areaSessionId ? await areas.findById(change.tx, areaSessionId) : null;
    if (area) sendAreaSessionChanged(change, area);
  }

  return {
    approveMany,
    undo(actor, ids) {
      const askedAt = new Date();
      return each(actor, ids, (target) =>
        changes.run(actor.id, async (change) => {
          await undoDecision(change, target, askedAt);
          const after = expectOne(await inspections.listByIds(change.tx, [target.inspection.id]));
          sendInspectionChanged(change, after);
          return expectOne(await service.view(change.tx, actor, [after]));
        }),
      );
    },
  };
}
