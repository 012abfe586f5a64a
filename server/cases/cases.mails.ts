import { z } from 'zod';
import { inspectionTypeLabels } from '#contract/cases.ts';
import { formatLongDueDate } from '#contract/due-dates.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';

const casePayload = z.object({ caseId: z.uuid(), what: z.enum(['created', 'cancelled']) });
export const caseMail: JobKind<z.infer<typeof casePayload>> = { name: 'case-mail', payload: casePayload };

const valuesOf = (row: CaseRow): Record<string, string> => ({
  greeting: row.ownerName ? `Dear ${row.ownerName},` : 'Hello,',
  name: row.propertyName,
  place: `${row.propertyName}, ${row.propertyAddress}, ${row.propertyCity}, ${row.propertyState} ${row.propertyZipCode}`,
  number: row.caseNumber,
  type: inspectionTypeLabels[row.inspectionType],
  due: formatLongDueDate(row.dueDate),
  requirements: row.requirements.map((line) => `• ${line}`).join('\n'),
  notes: row.notes ?? '',
});

const cancelledTemplate: Template = {
  subject: 'Inspection case {number} is cancelled',
  paragraphs: [
    '{greeting}',
    'The inspection case {number} for {place} is cancelled. There is nothing left for you to do.',
  ],
};

const createdTemplate = (row: CaseRow): Template => ({
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

/** The link leads to signing in or to signing up, with the address filled in, and from there to the case. */
export function renderCreatedMail(row: CaseRow, hasAccount: boolean, origin: string): Message {
  const query = new URLSearchParams({
    tab: hasAccount ? 'login' : 'register',
    email: row.ownerEmail,
    next: `/inspection-setup?caseNumber=${row.caseNumber}`,
  });
  const values = { ...valuesOf(row), link: `${origin}/auth?${query.toString()}` };
  return renderMail(createdTemplate(row), row.ownerEmail, values);
}

export const renderCancelledMail = (row: CaseRow): Message =>
  renderMail(cancelledTemplate, row.ownerEmail, valuesOf(row));
