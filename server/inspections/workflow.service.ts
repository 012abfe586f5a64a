import type { SQL } from 'drizzle-orm';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { CaseStatesService } from '#server/cases/case-states.service.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import { sendTogether } from '#server/platform/database/one-statement.ts';
import type { Authorized } from '#server/platform/http/actor.ts';
import type { InspectionRow } from '#server/schema/inspections.tables.ts';
import * as areas from './areas/areas.repository.ts';
import type { AreaSessionContext } from './areas/areas.repository.ts';
import { submittedText, progressOfItems } from './areas/areas.rules.ts';
import { countFigures, countLocked, getFigures } from './figures/figures.repository.ts';
import { noFigures, type Figures } from './figures/figures.rules.ts';
import * as errors from './inspections.errors.ts';
import { eventDataOf, sendAreaSessionChanged, sendInspectionChanged } from './inspections.events.ts';
import { mailDecision } from './review/send-decisions.ts';
import * as inspections from './inspections.repository.ts';
import { notifySubmission, withdrawSubmission } from './review/submission-notices.ts';
import * as reviewSteps from './review/review-steps.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';
import {
  areaLink,
  gatheredApprovals,
  isNewEvidenceMissing,
  mayBecome,
  mayRecall,
  worstRank,
} from './inspections.rules.ts';
import * as stored from './figures/stored-figures.repository.ts';
import * as planItems from './plan-items.repository.ts';
import * as runs from './runs/runs.repository.ts';
import type { Scope } from './scope.rules.ts';
import { isOpenForWork, type ScopeStatus } from './scope-status.rules.ts';
import type { ScopeKey } from './scope-key.rules.ts';

interface RecountOptions {
  /**
   * Whether the change has written a row from which the figures are counted. The trigger that marked them as outdated then
   * holds their lock already.
   */
  isOutdated?: boolean;
  /** Whether the change neither reads nor writes the area afterwards; its figures are then stored with the audit entries. */
  isLast?: boolean;
  /** Whether a photo was analyzed, which may have been submitted before. */
  isAnalyzed?: boolean;
}

/** The transitions of field work and review, each within the caller's change. */
export interface WorkflowService {
  /**
   * Locks the area session, inspection or plan item until the commit and returns its current status. Call it before
   * writing any other row of the scope, so that two changes cannot deadlock. A condition `first` takes its own lock before.
   */
  lock(change: Change, key: ScopeKey, first?: SQL): Promise<ScopeStatus | null>;
  /** Like lock, but throws 409 when the scope was completed or submitted since it was loaded. */
  lockIfOpen(change: Change, scope: Authorized<Scope>, first?: SQL): Promise<void>;
  /** Recounts checks, photos and open findings after any of them changed. The first photo, answer or finding starts an area. */
  recount(change: Change, key: ScopeKey, options?: RecountOptions): Promise<void>;
  /**
   * Completes an area and submits its inspection for review. Throws 409 without a photo, or when a reviewer sent it
   * back and there is neither new evidence nor a reason.
   */
  completeArea(change: Change, target: AreaSessionContext, reason: string | null): Promise<void>;
  /** Takes a completed area back from review. Throws 409 once a reviewer has opened it. */
  recallArea(change: Change, target: AreaSessionContext): Promise<void>;
  /** Submits a standalone inspection for review; throws 409 like completeArea. */
  submit(change: Change, target: InspectionContext, reason: string | null): Promise<InspectionRow>;
  /** Takes a submitted standalone inspection back from review. Throws 409 once a reviewer has opened it. */
  recall(change: Change, target: InspectionContext): Promise<InspectionRow>;
  /** Records that a reviewer opened an inspection that waits for review; only the first opening counts. */
  open(change: Change, target: InspectionContext): Promise<void>;
  /** Approves, or requests a re-inspection, which reopens the area. */
  decide(
    change: Change,
    target: InspectionContext,
    status: 'approved' | 'requires_action',
    note: string | null,
  ): Promise<InspectionRow>;
}

/**
 * The scopes that each transaction has locked, so that recount does not lock them again; with the area session as it was
 * locked, for the first recount.
 */
const locked = new WeakMap<object, Map<string, areas.LockedArea | null>>();

async function lock({ tx }: Change, { areaSessionId, inspectionId, planItemId }: ScopeKey, first?: SQL) {
  const scopes = locked.get(tx) ?? new Map<string, areas.LockedArea | null>();
  locked.set(tx, scopes.set(planItemId ?? areaSessionId ?? inspectionId ?? '', null));
  if (planItemId) return planItems.lockById(tx, planItemId);
  if (areaSessionId) {
    const context = await areas.lockWithProperty(tx, areaSessionId, first);
    scopes.set(areaSessionId, context);
    return context?.areaSession.status ?? null;
  }
  return inspectionId ? ((await inspections.lockById(tx, inspectionId, first))?.status ?? null) : null;
}

/** Takes the area session as it was locked, because it is true only until the first change of it. */
function takeLocked({ tx }: Change, id: string): areas.LockedArea | null {
  const context = locked.get(tx)?.get(id) ?? null;
  locked.get(tx)?.set(id, null);
  return context;
}

export function createWorkflowService(deps: {
  notifications: NotificationsService;
  caseStates: CaseStatesService;
}): WorkflowService {
  const { notifications, caseStates } = deps;

  return {
    lock,
    async lockIfOpen(change, scope, first) {
      const status = await lock(change, scope, first);
      if (status === null || !isOpenForWork(status)) throw errors.closedMeanwhile(status);
    },
    async recount(change, key, options = {}) {
      const { areaSessionId } = key;
      if (!locked.get(change.tx)?.has(areaSessionId ?? key.inspectionId ?? '')) await lock(change, key);
      if (areaSessionId) {
        const context = takeLocked(change, areaSessionId) ?? (await areas.findById(change.tx, areaSessionId));
        if (context) await recountArea(change, context, options);
      } else if (key.inspectionId) await recountInspection(change, key.inspectionId);
      if (options.isAnalyzed) await inspections.updateMeanConfidence(change.tx, key);
    },

    async completeArea(change, target, reason) {
      const { areaSession, property } = target;
      await areas.lockById(change.tx, areaSession.id);
      const figures = await getFigures(change.tx, areaSession.id);
      if (figures.photoCount === 0) throw errors.areaHasNoPhotos(areaSession.status);
      if (isNewEvidenceMissing(target.inspection, figures) && !reason) throw errors.newEvidenceMissing();
      const set = { status: 'completed' as const, completedAt: new Date() };
      const completed = await areas.update(change.tx, areaSession.id, set, 'in_progress');
      if (!completed) throw errors.areaChangedMeanwhile();
      const inspection = await submitOfArea(change, target, figures, reason);
      await runs.updateLastTouched(change.tx, target.run.id);
      await notifySubmission(change, notifications, { inspection, property }, submittedText(figures));
      change.audit('area_session.completed', 'area_session', areaSession.id, { inspectionId: inspection.id, reason });
      sendAreaSessionChanged(change, target);
    },

    async recallArea(change, target) {
      await withdrawSubmission(change, notifications, target.property, await recallArea(change, target));
    },
    async submit(change, target, reason) {
      const { inspection } = target;
      if (inspection.areaSessionId) throw errors.submittedByItsArea();
      const figures = await getFigures(change.tx, inspection.id);
      if (isNewEvidenceMissing(inspection, figures) && !reason) throw errors.newEvidenceMissing();
      const row = await changeStatus(change, target, 'pending_review', {
        completedAt: new Date(),
        ...submissionFields(reason),
        aiConfidenceScore: await inspections.findMeanConfidence(change.tx, {
          areaSessionId: null,
          inspectionId: inspection.id,
        }),
      });
      await notifySubmission(change, notifications, target, submittedText(figures));
      await reviewSteps.insert(change.tx, { inspectionId: inspection.id, kind: 'submitted', userId: change.userId });
      await change.publish('inspection.submitted', inspection.id, eventDataOf(target));
      change.audit('inspection.submitted', 'inspection', inspection.id, { reason });
      return row;
    },

    async recall(change, target) {
      const submitted = await lockRecallable(change, target);
      const row = await takeBack(change, submitted);
      await withdrawSubmission(change, notifications, target.property, submitted);
      return row;
    },
    open: recordOpening,
    async decide(change, target, status, note) {
      const { inspection } = target;
      // Lock the area's row first, as every other change of the area does, so that two changes cannot deadlock.
      if (inspection.areaSessionId) await areas.lockById(change.tx, inspection.areaSessionId);
      const at = new Date();
      const approved = status === 'approved';
      const scopeId = inspection.areaSessionId ?? inspection.id;
      const row = await changeStatus(change, target, status, {
        reviewNote: note,
        reviewedBy: change.userId,
        reviewedAt: at,
        approvedScore: approved ? (await getFigures(change.tx, scopeId)).score : null,
      });
      const runReopened =
        !approved && inspection.areaSessionId ? await reopenArea(change, inspection.areaSessionId) : false;
      if (approved && inspection.caseId) await caseStates.completeIfApproved(change, inspection.caseId);
      await recordDecision(change, notifications, target, { approved, note, runReopened, at });
      return row;
    },
  };
}

/** Notifies the owner of a decision, and stores the previous state so that the decision can be undone. */
async function recordDecision(
  change: Change,
  notifications: NotificationsService,
  target: InspectionContext,
  { approved, note, runReopened, at }: { approved: boolean; note: string | null; runReopened: boolean; at: Date },
): Promise<void> {
  const { inspection, property } = target;
  const notificationIds = await notifications.notify(change, {
    userIds: [property.userId],
    kind: approved ? 'inspection_approved' : 'reinspection_requested',
    title: `${inspection.area} of ${property.name} ${approved ? 'is approved' : 'needs a re-inspection'}`,
    body: note ?? (approved ? 'The inspection was approved.' : 'A re-inspection was requested.'),
    link: areaLink(target),
    // A reviewer approves ten areas in a row; a note is about one of them, and so is a re-inspection.
    ...(approved && !note ? { gather: gatheredApprovals(property) } : {}),
  });
  if (property.userId && property.userId !== change.userId) await mailDecision(change, property.id, at);
  const decisionBefore = {
    note: inspection.reviewNote,
    by: inspection.reviewedBy,
    at: inspection.reviewedAt?.toISOString() ?? null,
    runReopened,
    notificationIds,
  };
  await inspections.update(change.tx, inspection.id, { decisionBefore });
  const kind = approved ? 'approved' : 'requires_action';
  await reviewSteps.insert(change.tx, { inspectionId: inspection.id, kind, userId: change.userId, note });
  await change.publish('inspection.decided', inspection.id, {
    ...eventDataOf(target),
    decision: approved ? 'approved' : 'reinspection_requested',
  });
  const action = approved ? 'inspection.approved' : 'inspection.reinspection_requested';
  change.audit(action, 'inspection', inspection.id, { note });
}

/** The fields that every submission sets; a new submission has not been opened by a reviewer. */
const submissionFields = (reason: string | null): Partial<InspectionRow> => ({
  submissionReason: reason,
  openedBy: null,
  openedAt: null,
});

async function recountArea(
  change: Change,
  context: areas.LockedArea,
  { isOutdated = false, isLast = false }: RecountOptions,
): Promise<void> {
  const { id } = context.areaSession;
  if (!isOutdated) await stored.lock(change.tx, id);
  const figures = (await countFigures(change.tx, [id])).get(id) ?? noFigures;
  const { photoCount, openFindings, coverage, worst } = figures;
  const begun = photoCount + coverage.answered + openFindings > 0;
  const writes = areas.updateRecounted(context, figures, {
    issuesDetected: openFindings,
    itemsChecked: coverage.answered,
    progressPercent: progressOfItems(coverage.answered),
    worstRank: worstRank(worst),
    ...(context.areaSession.status === 'not_started' && begun ? { status: 'in_progress' } : {}),
  });
  if (isLast) change.writeLast(...writes);
  else await sendTogether(change.tx, writes);
  sendAreaSessionChanged(change, context);
}

/** Recounts a standalone inspection. An area's inspection gets its figures from the area session. */
async function recountInspection(change: Change, id: string): Promise<void> {
  const context = await inspections.findById(change.tx, id);
  if (!context || context.inspection.areaSessionId) return;
  const figures = await countLocked(change.tx, id);
  await stored.save(change.tx, new Map([[id, figures]]));
  const { openFindings, coverage, worst } = figures;
  await inspections.update(change.tx, id, {
    itemsChecked: coverage.answered,
    issuesDetected: openFindings,
    worstRank: worstRank(worst),
    updatedAt: new Date(),
  });
  sendInspectionChanged(change, context);
}

/** Creates the inspection of a completed area session, or submits the existing one again. */
async function submitOfArea(
  change: Change,
  target: AreaSessionContext,
  { openFindings, worst, coverage }: Figures,
  reason: string | null,
): Promise<InspectionRow> {
  const { areaSession, area, run, property } = target;
  const inspection = await inspections.saveSubmissionOfArea(change.tx, {
    userId: change.userId,
    propertyId: property.id,
    caseId: run.caseId,
    areaSessionId: areaSession.id,
    sessionId: areaSession.id,
    propertyName: property.name,
    area: area.name,
    figures: {
      ...submissionFields(reason),
      issuesDetected: openFindings,
      worstRank: worstRank(worst),
      itemsChecked: coverage.answered,
      totalItems: areaSession.totalItems,
      aiConfidenceScore: await inspections.findMeanConfidence(change.tx, {
        areaSessionId: areaSession.id,
        inspectionId: null,
      }),
      completedAt: new Date(),
      updatedAt: new Date(),
    },
  });
  await reviewSteps.insert(change.tx, { inspectionId: inspection.id, kind: 'submitted', userId: change.userId });
  await change.publish('inspection.submitted', inspection.id, eventDataOf({ inspection, property }));
  change.audit('inspection.submitted', 'inspection', inspection.id, { areaSessionId: areaSession.id });
  sendInspectionChanged(change, { inspection, property, runId: run.id });
  return inspection;
}

/**
 * Reopens an area for a re-inspection. Also reopens its run, unless the property has another run in progress; returns
 * whether it did.
 */
async function reopenArea(change: Change, id: string): Promise<boolean> {
  const context = await areas.findById(change.tx, id);
  if (!context) return false;
  await areas.update(change.tx, id, { status: 'in_progress', completedAt: null }, 'completed');
  // Its owner may be submitting the run, or starting another one, at this moment.
  await runs.lockProperty(change.tx, context.property.id);
  const run = await runs.lockById(change.tx, context.run.id);
  const active = await runs.findActiveByProperty(change.tx, context.property.id);
  const reopensRun = run?.status === 'completed' && !active;
  if (reopensRun) await runs.updateToInProgress(change.tx, context.run.id);
  change.audit('area_session.reopened', 'area_session', id);
  sendAreaSessionChanged(change, context);
  return reopensRun;
}

/** Reopens a submitted area; returns its inspection as it was submitted. */
async function recallArea(change: Change, target: AreaSessionContext): Promise<InspectionRow> {
  const { areaSession, inspection, property, run } = target;
  await areas.lockById(change.tx, areaSession.id);
  const locked = inspection ? await inspections.lockById(change.tx, inspection.id) : null;
  if (locked?.status !== 'pending_review') throw errors.areaNotSubmitted(locked?.status ?? areaSession.status);
  if (!mayRecall(locked)) throw errors.areaOpenedByReviewer();
  const recalled = await takeBack(change, locked);
  sendInspectionChanged(change, { inspection: recalled, property, runId: run.id });
  await reopenArea(change, areaSession.id);
  return locked;
}

async function lockRecallable(change: Change, { inspection }: InspectionContext): Promise<InspectionRow> {
  if (inspection.areaSessionId) throw errors.recalledByItsArea();
  const locked = await inspections.lockById(change.tx, inspection.id);
  if (locked?.status !== 'pending_review') throw errors.inspectionNotSubmitted(locked?.status ?? null);
  if (!mayRecall(locked)) throw errors.inspectionOpenedByReviewer();
  return locked;
}

/** Undoes a submission, so that an inspection that a reviewer had sent back requires action again. */
async function takeBack(change: Change, inspection: InspectionRow): Promise<InspectionRow> {
  const before = inspection.reviewedAt ? 'requires_action' : 'in_progress';
  const row = await changeStatus(change, { inspection }, before, { completedAt: null });
  await reviewSteps.deleteLast(change.tx, inspection.id);
  change.audit('inspection.recalled', 'inspection', inspection.id);
  return row;
}

async function recordOpening(change: Change, target: InspectionContext): Promise<void> {
  const { inspection } = target;
  const locked = await inspections.lockById(change.tx, inspection.id);
  if (locked?.status !== 'pending_review' || locked.openedAt) return;
  await inspections.update(change.tx, inspection.id, { openedBy: change.userId, openedAt: new Date() });
  change.audit('inspection.opened', 'inspection', inspection.id);
  const context = inspection.areaSessionId ? await areas.findById(change.tx, inspection.areaSessionId) : null;
  if (context) sendAreaSessionChanged(change, context);
  else sendInspectionChanged(change, target);
}

/** Updates the status only if it is still the one that the caller saw, so that the second of two users gets a 409. */
async function changeStatus(
  change: Change,
  { inspection }: Pick<InspectionContext, 'inspection'>,
  status: InspectionStatus,
  set: Partial<InspectionRow>,
): Promise<InspectionRow> {
  if (!mayBecome(inspection.status, status)) throw errors.inspectionCannotBecome(inspection.status, status);
  const moved = await inspections.update(
    change.tx,
    inspection.id,
    { ...set, status, updatedAt: new Date() },
    inspection.status,
  );
  if (moved) return moved;
  const current = await inspections.findById(change.tx, inspection.id);
  throw errors.inspectionDecidedMeanwhile(current?.inspection.status ?? null);
}
