import { toDecimal } from '#contract/money.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PlanRow } from '#server/schema/plans.tables.ts';
import { statusText } from '#server/platform/http/problem.ts';
import { dateIn, zoneOf } from '#server/properties/zone.rules.ts';
import { listItems, updateToSent } from '../items.repository.ts';
import { overheadDifferences, overheadsOf } from '../overheads.rules.ts';
import { requestsBlockPlan } from '../requests/requests.errors.ts';
import { listOpen } from '../requests/requests.repository.ts';
import * as errors from '../plans.errors.ts';
import { planMail, type PlanMail } from '../plans.mails.ts';
import type { PlanContext } from '../plans.repository.ts';
import { callerOf, canBeSent, mayAccept, maySubmit, undecidedOf } from '../workflow.rules.ts';
import { lockPlan, movePlan, sendPlanChanged, settlePlan } from '../plan-steps.ts';
import { isInPlan, isPending, planFigures } from '../plans.rules.ts';
import { differencesBetween, sentVersions, versionLines } from './versions.rules.ts';
import * as versions from './versions.repository.ts';

export interface ApprovalService {
  /**
   * Sends a draft, or the changes since the last version, to the owner and freezes it as the next version. Throws 403
   * for an owner whose plan belongs to a case; 409 when there is nothing to send, or a reviewer has to decide first.
   */
  submit(actor: Actor, target: Authorized<PlanContext>): Promise<void>;
  /**
   * Accepts the plan as its owner. Throws 403 for all others, and 409 unless the plan waits for approval and
   * `readVersion` is the last version.
   */
  accept(actor: Actor, target: Authorized<PlanContext>, readVersion: number | undefined): Promise<void>;
}

const mail = (
  change: Change,
  { id }: Pick<PlanRow, 'id'>,
  about: Pick<PlanMail, 'what' | 'version' | 'toUserId'>,
): Promise<void> => change.enqueue(planMail, { planId: id, itemId: null, ...about });
const linkTo = (id: string) => `/pip-report/${id}`;
const subjectOf = ({ property, area }: PlanContext) => (area ? `${property.name}, ${area}` : property.name);

/** The part of a plan that webhooks send. */
const eventDataOf = (
  { plan, property }: PlanContext,
  { version, totalCost }: { version: number | null; totalCost: PlanContext['plan']['totalCost'] },
) => ({
  plan: { id: plan.id, version, totalCost: toDecimal(totalCost), currency: 'USD' as const },
  property: { id: property.id, name: property.name },
});

/** The fields of an acceptance now: the time, and of the first one the date at the plan's property, from which windows count. */
function acceptedNow({ approvedOn }: Pick<PlanRow, 'approvedOn'>, property: Parameters<typeof zoneOf>[0]) {
  const now = new Date();
  return { approvedAt: now, approvedOn: approvedOn ?? dateIn(zoneOf(property), now) };
}

export function createApprovalService(deps: {
  changes: Changes;
  notifications: Pick<NotificationsService, 'notify' | 'adminIds' | 'responsibleAdmins'>;
}): ApprovalService {
  const { changes, notifications } = deps;
  return {
    async submit(actor, target) {
      const caller = callerOf(actor, target);
      if (!maySubmit(caller)) throw errors.planSentByAdmins();
      await changes.run(actor.id, async (change) => {
        const plan = await lockPlan(change, target.plan.id);
        const items = await listItems(change.tx, [plan.id]);
        const { latest } = sentVersions(await versions.listVersions(change.tx, [plan.id]));
        const { startDays, typical, estimatedDays } = planFigures(items, plan.settings);
        const lines = versionLines(items, startDays);
        const overheads = overheadsOf(plan.settings);
        const changed =
          latest !== null &&
          (differencesBetween(latest.lines, lines).length > 0 ||
            overheadDifferences(plan.id, latest.overheads, overheads).length > 0);
        if (!canBeSent({ status: plan.status, changed })) throw errors.planNotToBeSent(statusText(plan.status));
        const undecided = undecidedOf(caller, items.filter(isPending).length);
        if (undecided > 0) throw errors.planUndecided(undecided);
        const inPlan = items.filter(isInPlan).map(({ id }) => id);
        if ((await listOpen(change.tx, inPlan)).length > 0) throw requestsBlockPlan();
        const number = (latest?.number ?? 0) + 1;
        await versions.insertVersion(change.tx, {
          pipReportId: plan.id,
          number,
          lines,
          overheads,
          totalCost: typical.total,
          estimatedDays,
          sentBy: actor.id,
        });
        await updateToSent(
          change.tx,
          items.map(({ id }) => id),
        );
        const sent = plan.status === 'pending_approval' ? plan : await movePlan(change, plan, 'pending_approval');
        await change.publish('plan.sent', plan.id, eventDataOf(target, { version: number, totalCost: typical.total }));
        change.audit('pip.submitted', 'pip_report', plan.id, { version: number, totalCost: toDecimal(typical.total) });
        sendPlanChanged(change, sent, target.property.userId);
        await notifications.notify(change, {
          userIds: [target.property.userId],
          kind: 'pip_submitted',
          title:
            number === 1
              ? 'A property improvement plan is ready for you'
              : `Version ${number} of a property improvement plan is ready for you`,
          body: `${subjectOf(target)}: review the plan and accept it.`,
          link: linkTo(plan.id),
        });
        if (target.property.userId && target.property.userId !== actor.id)
          await mail(change, plan, { what: 'sent', version: number });
      });
    },

    async accept(actor, target, readVersion) {
      if (!mayAccept(callerOf(actor, target))) throw errors.planAcceptedByOwner();
      await changes.run(actor.id, async (change) => {
        const plan = await lockPlan(change, target.plan.id);
        if (plan.status !== 'pending_approval') throw errors.planNotPendingApproval(statusText(plan.status));
        const { latest } = sentVersions(await versions.listVersions(change.tx, [plan.id]));
        if (latest && readVersion !== undefined && readVersion !== latest.number)
          throw errors.anotherVersionSent(latest.number);
        if (latest) await versions.updateToAccepted(change.tx, latest.id, actor.id);
        const approved = await movePlan(change, plan, 'approved', {
          ...acceptedNow(plan, target.property),
          approvedBy: actor.id,
        });
        // Work started under an earlier version continues.
        const settled = await settlePlan(change, approved);
        await change.publish(
          'plan.accepted',
          plan.id,
          eventDataOf(target, { version: latest?.number ?? null, totalCost: latest?.totalCost ?? plan.totalCost }),
        );
        change.audit('pip.accepted', 'pip_report', plan.id, {
          totalCost: toDecimal(latest?.totalCost ?? plan.totalCost),
          ...(latest ? { version: latest.number } : {}),
        });
        sendPlanChanged(change, settled, target.property.userId);
        await notifications.notify(change, {
          userIds: await notifications.adminIds(change.tx),
          kind: 'pip_accepted',
          title: 'A property improvement plan was accepted',
          body: `${subjectOf(target)}: the owner accepted the plan.`,
          link: linkTo(plan.id),
        });
        // A plan that its owner made was not sent by an admin.
        if (latest && latest.sentBy !== actor.id)
          for (const toUserId of await notifications.responsibleAdmins(change.tx, latest.sentBy))
            await mail(change, plan, { toUserId, what: 'accepted', version: latest.number });
      });
    },
  };
}
