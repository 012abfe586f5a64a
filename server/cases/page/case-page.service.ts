import type { z } from 'zod';
import type { CasePage, dueDateChangeSchema } from '#contract/case-page.ts';
import { earliestToday, formatLongDueDate, isOverdue } from '#contract/due-dates.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { displayName } from '#server/users/users.rules.ts';
import * as events from '../case-events.repository.ts';
import { recordCaseEvent } from '../case-events.ts';
import { timelineOf } from './case-timeline.ts';
import type { CaseStatesService } from '../case-states.service.ts';
import { caseIsClosed, dueDateInThePast, dueDateUnchanged, sentJustNow } from '../cases.errors.ts';
import { caseMail } from '../cases.mails.ts';
import * as repository from '../cases.repository.ts';
import type { CasesService } from '../cases.service.ts';
import { findRepeat } from '../repeats/repeats.repository.ts';
import { canRepeat } from '../repeats/repeats.rules.ts';
import { isOpen, setupLink } from '../cases.rules.ts';

export interface CasePageService {
  view(actor: Actor, target: Authorized<CaseRow>): Promise<CasePage>;
  /** Sends the mail of an open case again. Throws 409 within a minute of the last time. */
  sendAgain(actor: Actor, target: Authorized<CaseRow>): Promise<CasePage>;
  /** Changes the due date of an open case and tells the owner. */
  changeDueDate(
    actor: Actor,
    target: Authorized<CaseRow>,
    input: z.output<typeof dueDateChangeSchema>,
  ): Promise<CasePage>;
}

const sendAgainAfter = 60_000;

export function createCasePageService(deps: {
  db: Database;
  changes: Changes;
  notifications: NotificationsService;
  cases: CasesService;
  caseStates: CaseStatesService;
}): CasePageService {
  const { db, changes, notifications, cases, caseStates } = deps;

  async function view(executor: Executor, row: CaseRow): Promise<CasePage> {
    const ownerId = await caseStates.personOf(executor, row);
    const owner = ownerId ? await events.findPerson(executor, ownerId) : null;
    const open = isOpen(row);
    const timeline = await timelineOf(executor, row);
    const repeat = await findRepeat(executor, row.id);
    return {
      case: await cases.viewRow(executor, row),
      owner: owner && { id: owner.id, name: displayName(owner) },
      repeat: repeat && {
        everyMonths: repeat.everyMonths,
        dueAfterDays: repeat.dueAfterDays,
        nextOn: repeat.nextOn,
      },
      areas: await repository.listAreas(executor, row),
      timeline,
      abilities: {
        cancel: row.status === 'pending',
        sendAgain: open,
        changeDueDate: open,
        repeat: canRepeat(
          row.status,
          repeat !== null,
          timeline.some(({ kind }) => kind === 'opened_again'),
        ),
      },
    };
  }

  return {
    view: (_actor, target) => view(db, target),

    async sendAgain(actor, target) {
      return changes.run(actor.id, async (change) => {
        const row = await repository.lockById(change.tx, target.id);
        if (!isOpen(row)) throw caseIsClosed(row.status);
        const [last] = (await events.listEvents(change.tx, row.id, 20)).filter(
          ({ event }) => event.kind === 'mailed' && event.details.mail === 'again',
        );
        if (last && Date.now() - last.event.createdAt.getTime() < sendAgainAfter) throw sentJustNow();
        const to = (await caseStates.recipientOf(change.tx, row))?.email ?? row.ownerEmail;
        await recordCaseEvent(change, row.id, 'mailed', { mail: 'again', to });
        await change.enqueue(caseMail, { caseId: row.id, what: 'again' });
        change.audit('case.sent_again', 'case', row.id, { caseNumber: row.caseNumber, ownerEmail: to });
        await caseStates.sendChanged(change, row);
        return view(change.tx, row);
      });
    },

    async changeDueDate(actor, target, { dueDate, reason }) {
      if (isOverdue(dueDate, earliestToday(new Date()))) throw dueDateInThePast();
      return changes.run(actor.id, async (change) => {
        const before = await repository.lockById(change.tx, target.id);
        if (!isOpen(before)) throw caseIsClosed(before.status);
        if (before.dueDate === dueDate) throw dueDateUnchanged();
        const row = await repository.updateCase(change.tx, before.id, { dueDate });
        await repository.updateLaterRequirements(change.tx, row.id, dueDate);
        const details = { from: before.dueDate, until: dueDate, ...(reason ? { reason } : {}) };
        await recordCaseEvent(change, row.id, 'due_changed', details);
        await change.enqueue(caseMail, { caseId: row.id, what: 'due_changed', reason: reason ?? '', due: dueDate });
        await notifications.notify(change, {
          userIds: [await caseStates.personOf(change.tx, row)],
          kind: 'case_due_changed',
          title: `Case ${row.caseNumber} is now due on ${formatLongDueDate(dueDate)}`,
          body: reason ?? `It was due on ${formatLongDueDate(before.dueDate)}.`,
          link: setupLink(row),
        });
        change.audit('case.due_date_changed', 'case', row.id, { caseNumber: row.caseNumber, ...details });
        await caseStates.sendChanged(change, row);
        return view(change.tx, row);
      });
    },
  };
}
