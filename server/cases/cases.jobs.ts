import { and, eq, inArray, lt } from 'drizzle-orm';
import { z } from 'zod';
import { inspectionTypeLabels } from '#contract/cases.ts';
import type { Config } from '#server/config.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobDefinition, JobKind } from '#server/platform/queue/queue.ts';
import { byId, ownerId } from './cases.repository.ts';
import { inspectionCases, type CaseRow } from './cases.tables.ts';

const casePayload = z.object({ caseId: z.uuid(), what: z.enum(['created', 'cancelled']) });
export const caseMail: JobKind<z.infer<typeof casePayload>> = { name: 'case-mail', payload: casePayload };

const dueFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const day = 24 * 3_600_000;

const valuesOf = (row: CaseRow): Record<string, string> => ({
  greeting: row.ownerName ? `Dear ${row.ownerName},` : 'Hello,',
  name: row.propertyName,
  place: `${row.propertyName}, ${row.propertyAddress}, ${row.propertyCity}, ${row.propertyState} ${row.propertyZipCode}`,
  number: row.caseNumber,
  type: inspectionTypeLabels[row.inspectionType],
  due: dueFormat.format(row.dueDate),
  requirements: row.requirements.map((line) => `• ${line}`).join('\n'),
  notes: row.notes ?? '',
});

const cancelledMail: Template = {
  subject: 'Inspection case {number} is cancelled',
  paragraphs: [
    '{greeting}',
    'The inspection case {number} for {place} is cancelled. There is nothing left for you to do.',
  ],
};

const createdMail = (row: CaseRow): Template => ({
  subject: 'Inspection case {number} for {name}',
  paragraphs: [
    '{greeting}',
    'An inspection case was opened for {place}.',
    'Case number: {number}\nInspection type: {type}\nTo be completed by: {due}',
    ...(row.requirements.length > 0 ? ['What has to be checked:\n{requirements}'] : []),
    ...(row.notes ? ['Notes for you: {notes}'] : []),
  ],
  link: { label: 'Open the case', url: 'link' },
  closing: [
    'Sign in with this e-mail address, or create an account with it, and link the property by the case number.',
  ],
});

export function caseJobs(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  mailer: Mailer;
  origin: () => string;
}) {
  const mail: JobDefinition<z.infer<typeof casePayload>> = {
    ...caseMail,
    retryLimit: 5,
    retryDelaySeconds: 30,
    timeoutSeconds: 60,
    async run({ caseId, what }) {
      const row = await byId(deps.db, caseId);
      if (!row) return;
      if (what === 'cancelled') return deps.mailer.send(renderMail(cancelledMail, row.ownerEmail, valuesOf(row)));
      const known = await ownerId(deps.db, row);
      const query = new URLSearchParams({
        tab: known ? 'login' : 'register',
        email: row.ownerEmail,
        next: `/inspection-setup?caseNumber=${row.caseNumber}`,
      });
      const values = { ...valuesOf(row), link: `${deps.origin()}/auth?${query.toString()}` };
      await deps.mailer.send(renderMail(createdMail(row), row.ownerEmail, values));
    },
  };

  const expire: JobDefinition<object> = {
    name: 'expire-cases',
    payload: z.object({}),
    retryLimit: 2,
    retryDelaySeconds: 60,
    timeoutSeconds: 600,
    cron: '15 3 * * *',
    async run() {
      const before = new Date(Date.now() - deps.config.caseExpiryDays * day);
      const overdue = and(eq(inspectionCases.status, 'pending'), lt(inspectionCases.dueDate, before));
      const rows = await deps.db
        .select({ id: inspectionCases.id, adminId: inspectionCases.createdByAdminId })
        .from(inspectionCases)
        .where(overdue);
      for (const { id, adminId } of rows) {
        await deps.changes.run(adminId, async (change) => {
          const [row] = await change.tx
            .update(inspectionCases)
            .set({ status: 'expired' })
            .where(and(inArray(inspectionCases.id, [id]), overdue))
            .returning();
          if (!row) return;
          change.audit('case.expired', 'case', id, {
            caseNumber: row.caseNumber,
            dueDate: row.dueDate.toISOString(),
          });
          change.push(
            { type: 'case_changed', payload: { caseId: id, status: 'expired' } },
            { users: [await ownerId(change.tx, row)], admins: true },
          );
        });
      }
    },
  };
  return [mail, expire];
}
