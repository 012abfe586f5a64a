import { isHandedIn } from '#contract/cases.ts';
import { addDays, daysBetween, formatLongDueDate, utcDate } from '#contract/due-dates.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import * as events from '../case-events.repository.ts';
import { recordCaseEvent } from '../case-events.ts';
import type { CaseStatesService } from '../case-states.service.ts';
import { caseMail } from '../cases.mails.ts';
import * as repository from '../cases.repository.ts';
import { caseInspectionStatus, isOpen, setupLink } from '../cases.rules.ts';
import { remindersOf, type Reminder } from './reminders.rules.ts';

export interface RemindersService {
  /** Sends every reminder that is due for an open case and was not sent yet. */
  remind(): Promise<void>;
}

/** Cases that are overdue for longer than this had all their reminders before. */
const maxDaysOverdue = 60;
/** The earliest reminder is sent this many days before the due date. */
const firstReminderDays = 7;

export function createRemindersService(deps: {
  db: Database;
  changes: Changes;
  notifications: NotificationsService;
  caseStates: CaseStatesService;
}): RemindersService {
  const { db, changes, notifications, caseStates } = deps;

  async function sendReminder(change: Change, row: CaseRow, daysLeft: number, { step, to }: Reminder): Promise<void> {
    const kind = step < 0 ? 'overdue' : 'reminded';
    const once = { key: `${row.dueDate} ${step}`, byServer: true };
    if (!(await recordCaseEvent(change, row.id, kind, { days: daysLeft }, once))) return;
    change.audit('case.reminded', 'case', row.id, { caseNumber: row.caseNumber, to, days: daysLeft });
    const due = formatLongDueDate(row.dueDate);
    const overdue = `The inspection of ${row.propertyName} was due on ${due}.`;
    if (to === 'brand') {
      const userIds = await notifications.responsibleAdmins(change.tx, row.createdByAdminId);
      for (const toUserId of userIds)
        await change.enqueue(caseMail, { caseId: row.id, what: 'escalated', due: row.dueDate, toUserId });
      await notifications.notify(change, {
        userIds,
        kind: 'case_overdue',
        title: `Case ${row.caseNumber} is overdue`,
        body: overdue,
        link: `/admin/cases/${row.id}`,
        byServer: true,
      });
    } else {
      await change.enqueue(caseMail, { caseId: row.id, what: step < 0 ? 'overdue' : 'reminder', due: row.dueDate });
      await notifications.notify(change, {
        userIds: [await caseStates.personOf(change.tx, row)],
        kind: step < 0 ? 'case_overdue' : 'case_reminder',
        title: step < 0 ? `Case ${row.caseNumber} is overdue` : `Case ${row.caseNumber} is due on ${due}`,
        body: step < 0 ? overdue : `Finish the inspection of ${row.propertyName} by then.`,
        link: setupLink(row),
        byServer: true,
      });
    }
    await caseStates.sendChanged(change, row);
  }

  return {
    async remind() {
      const today = utcDate(new Date());
      const [from, until] = [addDays(today, -maxDaysOverdue), addDays(today, firstReminderDays)];
      for (const found of await events.listOpenDueBetween(db, from, until)) {
        await changes.run(found.createdByAdminId, async (change) => {
          const row = await repository.lockById(change.tx, found.id);
          if (!isOpen(row)) return;
          // What was handed in waits for the brand; a re-inspection goes on with the reminders.
          const progress = await repository.listProgress(change.tx, [row.id]);
          if (isHandedIn({ inspectionStatus: caseInspectionStatus(progress.get(row.id)?.areas ?? null) })) return;
          const daysLeft = daysBetween(today, row.dueDate);
          for (const reminder of remindersOf(daysLeft, daysBetween(utcDate(row.createdAt), today)))
            await sendReminder(change, row, daysLeft, reminder);
        });
      }
    },
  };
}
