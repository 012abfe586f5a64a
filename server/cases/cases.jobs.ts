import { z } from 'zod';
import type { Area } from '#contract/areas.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import { recordCaseEvent } from './case-events.ts';
import type { RepeatsService } from './repeats/repeats.service.ts';
import type { RemindersService } from './reminders/reminders.service.ts';
import { caseMail, renderCaseMail, renderEscalation, type CaseMail, type MailedRequirement } from './cases.mails.ts';
import { findBrandName, findById, findMailReceiver, listRequirements } from './cases.repository.ts';
import { requirementsOf } from './cases.rules.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import { isErasedAddress } from '#server/users/erasure.rules.ts';
import type { CaseStatesService } from './case-states.service.ts';

/** What the jobs need of the service of areas, whose module comes after this one. */
interface AreaNames {
  areas(): Promise<readonly Pick<Area, 'code' | 'name'>[]>;
}

async function listMailedRequirements(db: Database, areas: AreaNames, row: CaseRow): Promise<MailedRequirement[]> {
  const details = (await listRequirements(db, [row.id])).get(row.id) ?? [];
  const names = new Map((await areas.areas()).map(({ code, name }) => [code, name]));
  return requirementsOf(row, details).map(({ area, ...requirement }) => ({
    ...requirement,
    area: area && (names.get(area) ?? null),
  }));
}

export function caseJobs(deps: {
  db: Database;
  mailer: Mailer;
  changes: Changes;
  areas: AreaNames;
  caseStates: CaseStatesService;
  reminders: RemindersService;
  repeats: RepeatsService;
  origin: () => string;
}) {
  const { db, mailer, changes, areas, caseStates, reminders, repeats } = deps;

  const recordMail = (row: CaseRow, mail: CaseMail['what'], to: string) =>
    changes.run(row.createdByAdminId, async (change) => {
      await recordCaseEvent(change, row.id, 'mailed', { mail, to }, { byServer: true });
      await caseStates.sendChanged(change, row);
    });

  async function escalate(row: CaseRow, toUserId: string): Promise<void> {
    const person = await findMailReceiver(db, toUserId);
    if (!person || isErasedAddress(person.email)) return;
    const owner = (await caseStates.recipientOf(db, row))?.email ?? row.ownerEmail;
    await mailer.send(renderEscalation(row, { ...person, owner }, deps.origin()));
    await recordMail(row, 'escalated', person.email);
  }

  async function send(row: CaseRow, { what, ...mail }: CaseMail): Promise<void> {
    if (what === 'escalated') return mail.toUserId ? escalate(row, mail.toUserId) : undefined;
    const recipient = await caseStates.recipientOf(db, row);
    if (!recipient || isErasedAddress(recipient.email)) return;
    const sender = (await findBrandName(db, row)) ?? 'The brand';
    const requirements = await listMailedRequirements(db, areas, row);
    await mailer.send(
      renderCaseMail(row, { ...mail, what }, { sender, recipient, requirements, origin: deps.origin() }),
    );
    // CasePageService records the event when an admin sends the mail again.
    if (what !== 'again') await recordMail(row, what, recipient.email);
  }
  const sendMail: JobDefinition<CaseMail> = {
    ...caseMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run(mail) {
      const row = await findById(db, mail.caseId);
      // The due date was changed again after the mail was queued, which has a mail of its own.
      if (row && (mail.due === undefined || mail.due === row.dueDate)) await send(row, mail);
    },
  };
  const remind: JobDefinition<object> = {
    name: 'remind-of-cases',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    // 13:00 UTC is morning in America.
    cron: '0 13 * * *',
    run: () => reminders.remind(),
  };
  const expire: JobDefinition<object> = {
    name: 'expire-cases',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '15 3 * * *',
    run: () => caseStates.expireOverdue(),
  };
  const repeat: JobDefinition<object> = {
    name: 'open-cases-again',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    // Starts at 13:45 UTC, when Honolulu and Tokyo have the same date, and repeats hourly in case the server was down.
    cron: '45 13-23 * * *',
    run: () => repeats.openDue(new Date()),
  };
  return [sendMail, remind, expire, repeat];
}
