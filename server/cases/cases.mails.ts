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
  paragraphs: ['{greeting}', 'The inspection of {place} is cancelled (case {number}). You do not need to do anything.'],
};

const createdTemplate = (row: CaseRow): Template => ({
  subject: 'Inspection case {number} for {name}',
  paragraphs: [
    '{greeting}',
    '{sender} has asked you to inspect {place}.',
    'Case number: {number}\nInspection type: {type}\nDue date: {due}',
    ...(row.requirements.length > 0 ? ['Please check:\n{requirements}'] : []),
    ...(row.notes ? ['Notes from the brand: {notes}'] : []),
  ],
  link: { label: 'Open the case', url: 'link' },
  closing: [
    'Sign in or create an account with this e-mail address, then add your property with this case number: {number}.',
  ],
});

/** The link opens sign-in or sign-up with the e-mail address filled in, and then the case. `sender` is the brand. */
export function renderCreatedMail(row: CaseRow, sender: string, hasAccount: boolean, origin: string): Message {
  const query = new URLSearchParams({
    tab: hasAccount ? 'login' : 'register',
    email: row.ownerEmail,
    next: `/inspection-setup?caseNumber=${row.caseNumber}`,
  });
  const values = { ...valuesOf(row), sender, link: `${origin}/auth?${query.toString()}` };
  return renderMail(createdTemplate(row), row.ownerEmail, values);
}

export const renderCancelledMail = (row: CaseRow): Message =>
  renderMail(cancelledTemplate, row.ownerEmail, valuesOf(row));
