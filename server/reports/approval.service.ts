import { toDecimal } from '#contract/money.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import { words } from '#server/platform/http/problem.ts';
import { planAcceptedByOwner, planNotDraft, planNotPendingApproval, planSentByAdmins } from './reports.errors.ts';
import type { ReportContext } from './reports.repository.ts';
import { callerOf, mayAccept, maySubmit } from './workflow.rules.ts';
import { lockReport, moveReport, sendReportChanged } from './plan-steps.ts';

export interface ApprovalService {
  /** Sends a draft to the owner. Throws 403 for an owner whose report belongs to a case, 409 unless it is a draft. */
  submit(actor: Actor, target: Authorized<ReportContext>): Promise<void>;
  /** The owner's Accept Plan. Throws 403 for everybody else, 409 unless the plan waits for approval. */
  accept(actor: Actor, target: Authorized<ReportContext>): Promise<void>;
}

const linkTo = (id: string) => `/pip-report/${id}`;
const subjectOf = ({ property, area }: ReportContext) => (area ? `${property.name}, ${area}` : property.name);

export function createApprovalService(deps: {
  changes: Changes;
  notifications: Pick<NotificationsService, 'notify' | 'adminIds'>;
}): ApprovalService {
  const { changes, notifications } = deps;
  return {
    async submit(actor, target) {
      if (!maySubmit(callerOf(actor, target))) throw planSentByAdmins();
      await changes.run(actor.id, async (change) => {
        const report = await lockReport(change, target.report.id);
        if (report.status !== 'draft') throw planNotDraft(words(report.status));
        const sent = await moveReport(change, report, 'pending_approval');
        change.audit('pip.submitted', 'pip_report', report.id);
        sendReportChanged(change, sent, target.property.userId);
        await notifications.notify(change, {
          userIds: [target.property.userId],
          kind: 'pip_submitted',
          title: 'A property improvement plan is ready for you',
          body: `${subjectOf(target)}: review the plan and accept it.`,
          link: linkTo(report.id),
        });
      });
    },

    async accept(actor, target) {
      if (!mayAccept(callerOf(actor, target))) throw planAcceptedByOwner();
      await changes.run(actor.id, async (change) => {
        const report = await lockReport(change, target.report.id);
        if (report.status !== 'pending_approval') throw planNotPendingApproval(words(report.status));
        const approved = await moveReport(change, report, 'approved', { approvedAt: new Date(), approvedBy: actor.id });
        change.audit('pip.accepted', 'pip_report', report.id, { totalCost: toDecimal(report.totalCost) });
        sendReportChanged(change, approved, target.property.userId);
        await notifications.notify(change, {
          userIds: await notifications.adminIds(change.tx),
          kind: 'pip_accepted',
          title: 'A property improvement plan was accepted',
          body: `${subjectOf(target)}: the owner accepted the plan.`,
          link: linkTo(report.id),
        });
      });
    },
  };
}
