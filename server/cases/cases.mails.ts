import { z } from 'zod';
import { caseMails } from '#contract/case-page.ts';
import { inspectionTypeLabels } from '#contract/cases.ts';
import { formatLongDueDate } from '#contract/due-dates.ts';
import type { Language } from '#contract/language.ts';
import type { RequirementDetails } from '#contract/requirements.ts';
import { translationOf } from '#contract/translations/of.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { greeting, renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import type { CaseRecipient } from './case-recipient.ts';

const casePayload = z.object({
  caseId: z.uuid(),
  what: z.enum(caseMails),
  /** The admin's reason for changing the due date. */
  reason: z.string().optional(),
  /** The due date that the mail is about; it is not sent once the case has another due date. */
  due: z.string().optional(),
  /** The admin who gets the mail; without it the mail goes to the owner. */
  toUserId: z.uuid().optional(),
});
export type CaseMail = z.infer<typeof casePayload>;
export const caseMail: JobKind<CaseMail> = { name: 'case-mail', payload: casePayload };

export interface MailedRequirement extends Omit<RequirementDetails, 'area'> {
  /** The name of the area; null for the whole property. */
  area: string | null;
}

/** '• The gate latches (Pool, photo required, due November 21, 2026)'. */
function requirementLine({ text, area, photoRequired, dueDate }: MailedRequirement, language: Language | null): string {
  const translation = translationOf(language);
  const translated = (english: string) => translation?.text(english) ?? english;
  const day = dueDate && formatLongDueDate(dueDate);
  const details = [
    area && translated(area),
    photoRequired && translated('photo required'),
    day && translated('due {dueDate}').replace('{dueDate}', translation?.value(day) ?? day),
  ].filter(Boolean);
  return `• ${text}${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
}

const valuesOf = (row: CaseRow, to: string): Record<string, string> => ({
  to,
  name: row.propertyName,
  place: `${row.propertyName}, ${row.propertyAddress}, ${row.propertyCity}, ${row.propertyState} ${row.propertyZipCode}`,
  number: row.caseNumber,
  type: inspectionTypeLabels[row.inspectionType],
  due: formatLongDueDate(row.dueDate),
  notes: row.notes ?? '',
});

const cancelledTemplate = (hello: string): Template => ({
  subject: 'Inspection case {number} is cancelled',
  paragraphs: [hello, '{sender} cancelled the inspection of {place} (case {number}). You do not need to do anything.'],
});

const createdTemplate = (hello: string, row: CaseRow): Template => ({
  subject: 'Inspection case {number} for {name}',
  paragraphs: [
    hello,
    '{sender} has asked you to inspect {place}.',
    'Case number: {number}\nInspection type: {type}\nDue date: {due}',
    ...(row.requirements.length > 0 ? ['Please check:\n{requirements}'] : []),
    ...(row.notes ? ['Notes from the brand: {notes}'] : []),
  ],
  link: { label: 'Open the case', url: 'link' },
  closing: [
    row.onboardingCompleted
      ? 'Sign in to go on with the inspection.'
      : row.propertyId
        ? 'Sign in and confirm the details of the property to start.'
        : 'Sign in or create an account with this e-mail address, then add your property with this case number: {number}.',
  ],
});

const openTheCase = { label: 'Open the case', url: 'link' };
/** The other mails about an open case; each links to the case. */
const followUps: Record<
  'due_changed' | 'reminder' | 'overdue' | 'expired',
  (hello: string, reason: string) => Template
> = {
  due_changed: (hello, reason) => ({
    subject: 'Inspection case {number} is now due on {due}',
    paragraphs: [
      hello,
      '{sender} changed the due date of the inspection of {place}: it is now due on {due}.',
      ...(reason ? ['Reason: {reason}'] : []),
    ],
    link: openTheCase,
  }),
  reminder: (hello) => ({
    subject: 'Reminder: inspection case {number} is due on {due}',
    paragraphs: [
      hello,
      '{sender} asked you to inspect {place}. The inspection is due on {due}. Please finish it by then.',
    ],
    link: openTheCase,
    closing: ['Case number: {number}'],
  }),
  overdue: (hello) => ({
    subject: 'Overdue: inspection case {number} for {name}',
    paragraphs: [
      hello,
      '{sender} asked you to inspect {place}. The inspection was due on {due}. Please finish it, or write to {sender} if you need more time.',
    ],
    link: openTheCase,
    closing: ['Case number: {number}'],
  }),
  expired: (hello) => ({
    subject: 'Inspection case {number} has expired',
    paragraphs: [
      hello,
      'The inspection of {place} was due on {due} and was not started. The case has expired. Write to {sender} if you still want to inspect.',
    ],
    closing: ['Case number: {number}'],
  }),
};

/** Renders the mail that tells an admin of the brand that an owner has not finished in time. */
export function renderEscalation(
  row: CaseRow,
  person: { email: string; name: string; language: Language | null; owner: string },
  origin: string,
): Message {
  const template: Template = {
    subject: 'Overdue: inspection case {number} for {name}',
    paragraphs: [
      greeting(person.name),
      'The inspection of {place} was due on {due} and is not finished. Its owner was reminded: {owner}.',
      'You can extend the due date, send the case again or write to the owner.',
    ],
    link: openTheCase,
    closing: ['Case number: {number}'],
  };
  const link = `${origin}/admin/cases/${row.id}`;
  const values = { ...valuesOf(row, person.name), owner: person.owner, link };
  return renderMail(template, person.email, values, person.language);
}

/**
 * Renders a mail about a case. Its link opens sign-in or sign-up with the e-mail address filled in, and then the case.
 * `sender` is the name of the brand.
 */
export function renderCaseMail(
  row: CaseRow,
  { what, reason = '' }: Omit<CaseMail, 'what'> & { what: Exclude<CaseMail['what'], 'escalated'> },
  {
    sender,
    recipient,
    requirements,
    origin,
  }: {
    sender: string;
    recipient: CaseRecipient;
    requirements: readonly MailedRequirement[];
    origin: string;
  },
): Message {
  const { email, name, account } = recipient;
  const hello = greeting(name);
  const language = account?.language ?? null;
  if (what === 'cancelled')
    return renderMail(cancelledTemplate(hello), email, { ...valuesOf(row, name), sender }, language);
  const query = new URLSearchParams({
    tab: account ? 'login' : 'register',
    email,
    next: `/inspection-setup?caseNumber=${row.caseNumber}`,
  });
  const values = {
    ...valuesOf(row, name),
    sender,
    reason,
    requirements: requirements.map((requirement) => requirementLine(requirement, language)).join('\n'),
    link: `${origin}/auth?${query.toString()}`,
  };
  const template =
    what === 'created' || what === 'again' ? createdTemplate(hello, row) : followUps[what](hello, reason);
  return renderMail(template, email, values, language);
}
