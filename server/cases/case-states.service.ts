import { ownerAndAdmins } from '#server/platform/events/events.ts';
import type { CaseStatus, InspectionCase } from '#contract/cases.ts';
import { overdueEverywhereSince } from '#contract/due-dates.ts';
import type { Config } from '#server/config.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import type { AddressesService } from '#server/users/accounts/addresses.service.ts';
import {
  caseCannotStart,
  onboardingIncomplete,
  onlyCancellingIsPossible,
  onlyPendingCanBeCancelled,
} from './cases.errors.ts';
import { recordStep } from './case-events.ts';
import { findRecipient, type CaseRecipient } from './case-recipient.ts';
import { caseMail } from './cases.mails.ts';
import * as repository from './cases.repository.ts';
import { caseInspectionStatus, toCase } from './cases.rules.ts';

/** The state transitions of a case, which cases.rules.ts draws, and their notifications. */
export interface CaseStatesService {
  /**
   * The user whom a case concerns: the owner of its property, or for an unlinked case the user with that e-mail
   * address.
   */
  personOf(db: Executor, row: CaseRow): Promise<string | null>;
  /** That person as the recipient of the case's mails; null when nobody can be reached. */
  recipientOf(db: Executor, row: CaseRow): Promise<CaseRecipient | null>;
  /** Sends the event of a changed case to that person and to the admins. */
  sendChanged(change: Change, row: CaseRow): Promise<void>;
  /** Cancels a pending case; other states cannot be set. */
  changeStatus(actor: Actor, target: Authorized<CaseRow>, status: CaseStatus): Promise<InspectionCase>;
  /** Moves a case to in_progress when its run starts. Throws 409 for a case that cannot start. */
  start(change: Change, caseId: string): Promise<CaseRow>;
  /**
   * Completes a case once every applicable area of its run is approved; otherwise does nothing. `leftOut` names the area
   * that the owner has left out, by which the case was completed; the brand is notified then.
   */
  completeIfApproved(change: Change, caseId: string, leftOut?: string): Promise<void>;
  /** Moves a completed case back to in_progress, because the approval of an area was taken back or an area was added. */
  reopen(change: Change, caseId: string): Promise<void>;
  /** Expires the cases that are still pending `caseExpiryDays` after their due date. */
  expireOverdue(): Promise<void>;
}

/** Notifies the brand that the owner has completed a case by leaving out its last area. */
const notifyLeftOut = async (change: Change, notifications: NotificationsService, row: CaseRow, area: string) =>
  notifications.notify(change, {
    userIds: await notifications.responsibleAdmins(change.tx, row.createdByAdminId),
    kind: 'inspection_submitted',
    title: `Case ${row.caseNumber} is completed`,
    body: `The owner of ${row.propertyName} said that ${area} does not apply; every other area is approved.`,
    link: `/admin/cases/${row.id}`,
  });

async function notifyExpired(
  change: Change,
  notifications: NotificationsService,
  row: CaseRow,
  owner: string | null,
): Promise<void> {
  const notice = {
    kind: 'case_overdue' as const,
    title: `Case ${row.caseNumber} has expired`,
    body: `The inspection of ${row.propertyName} was not started in time.`,
    byServer: true,
  };
  const admins = await notifications.responsibleAdmins(change.tx, row.createdByAdminId);
  await notifications.notify(change, { ...notice, userIds: admins, link: `/admin/cases/${row.id}` });
  await notifications.notify(change, { ...notice, userIds: [owner], link: '/properties' });
}

export function createCaseStatesService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  notifications: NotificationsService;
  addresses: AddressesService;
}): CaseStatesService {
  const { db, config, changes, notifications, addresses } = deps;

  const personOf = async (executor: Executor, row: CaseRow): Promise<string | null> =>
    (await repository.findLinkedOwnerId(executor, row)) ??
    (await addresses.findOwner(executor, row.ownerEmail))?.id ??
    null;

  async function sendChanged(change: Change, row: CaseRow): Promise<void> {
    const event = { type: 'case_changed' as const, payload: { caseId: row.id, status: row.status } };
    change.push(event, ownerAndAdmins(await personOf(change.tx, row)));
  }

  return {
    personOf,
    recipientOf: (executor, row) => findRecipient(executor, addresses, row),
    sendChanged,

    async changeStatus(actor, target, status) {
      if (status !== 'cancelled') throw onlyCancellingIsPossible(target.status);
      return changes.run(actor.id, async (change) => {
        const row = await repository.updatePending(change.tx, target.id, { status });
        if (!row) {
          const current = await repository.findById(change.tx, target.id);
          throw onlyPendingCanBeCancelled(current?.status ?? target.status);
        }
        await change.enqueue(caseMail, { caseId: row.id, what: 'cancelled' });
        await notifications.notify(change, {
          userIds: [await personOf(change.tx, row)],
          kind: 'case_cancelled',
          title: `Case ${row.caseNumber} is cancelled`,
          body: `The inspection of ${row.propertyName} is cancelled.`,
          link: '/properties',
        });
        await sendChanged(change, row);
        await recordStep(change, 'cancelled', row);
        const progress = await repository.listProgress(change.tx, [row.id]);
        const requirements = await repository.listRequirements(change.tx, [row.id]);
        return toCase(row, progress.get(row.id) ?? null, requirements.get(row.id) ?? []);
      });
    },

    async start(change, caseId) {
      const started = { status: 'in_progress' as const };
      const row = await repository.updatePending(change.tx, caseId, started, repository.isOnboarded());
      if (!row) {
        const current = await repository.findById(change.tx, caseId);
        throw current?.status === 'pending' ? onboardingIncomplete() : caseCannotStart(current?.status ?? 'gone');
      }
      await recordStep(change, 'started', row);
      await sendChanged(change, row);
      return row;
    },

    async completeIfApproved(change, caseId, leftOut) {
      // Of two admins who approve the last two areas at once, the second one has to see the approval of the first.
      const row = await repository.lockById(change.tx, caseId);
      if (row.status !== 'in_progress') return;
      const progress = await repository.listProgress(change.tx, [caseId]);
      if (caseInspectionStatus(progress.get(caseId)?.areas ?? null) !== 'approved') return;
      const completed = { status: 'completed' as const, completedAt: new Date() };
      await sendChanged(change, await repository.updateCase(change.tx, caseId, completed));
      await recordStep(change, 'completed', row);
      if (leftOut !== undefined) await notifyLeftOut(change, notifications, row, leftOut);
    },

    async reopen(change, caseId) {
      const row = await repository.lockById(change.tx, caseId);
      if (row.status !== 'completed') return;
      const reopened = { status: 'in_progress' as const, completedAt: null };
      await sendChanged(change, await repository.updateCase(change.tx, caseId, reopened));
      await recordStep(change, 'reopened', row);
    },

    async expireOverdue() {
      const lastDue = overdueEverywhereSince(new Date(), config.caseExpiryDays);
      for (const { id, createdByAdminId } of await repository.listPendingDueBy(db, lastDue)) {
        await changes.run(createdByAdminId, async (change) => {
          const expired = { status: 'expired' as const };
          const row = await repository.updatePending(change.tx, id, expired, repository.isDueBy(lastDue));
          if (!row) return;
          await recordStep(change, 'expired', row, { dueDate: row.dueDate });
          await change.enqueue(caseMail, { caseId: row.id, what: 'expired' });
          await notifyExpired(change, notifications, row, await personOf(change.tx, row));
          await sendChanged(change, row);
        });
      }
    },
  };
}
