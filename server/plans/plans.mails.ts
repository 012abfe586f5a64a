import { z } from 'zod';
import { formatDueDate } from '#contract/due-dates.ts';
import { requestKindLabels } from '#contract/plan-requests.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { PlanRequestRow } from '#server/schema/plan-requests.tables.ts';

const payload = z.object({
  planId: z.uuid(),
  itemId: z.uuid().nullable(),
  /** Somebody of the brand; without it the mail goes to the owner. */
  toUserId: z.uuid().optional(),
  what: z.enum([
    'sent',
    'accepted',
    'verified',
    'returned',
    'request_granted',
    'request_declined',
    'waiver_expired',
    'request_asked',
  ]),
});
export type PlanMail = z.infer<typeof payload>;
/** A mail about a plan, to the owner of its property or to the brand. */
export const planMail: JobKind<PlanMail> = { name: 'plan-mail', payload };

export interface PlanMailFacts {
  planId: string;
  /** Of whom it goes to. */
  email: string;
  name: string;
  property: string;
  area: string | null;
  item: { title: string; note: string | null } | null;
  /** The last request for the item. */
  request: Pick<PlanRequestRow, 'kind' | 'reason' | 'proposal' | 'date' | 'answer'> | null;
}

const link = { label: 'Open the plan', url: 'link' };
const answer = 'The answer of the brand: {answer}';
const templates: Record<PlanMail['what'], (facts: PlanMailFacts) => Template> = {
  sent: () => ({
    subject: 'Plan for {place}: please review and accept',
    paragraphs: ['{greeting}', 'The property improvement plan for {place} is ready. Review it, then accept it.'],
    link,
  }),
  accepted: () => ({
    subject: 'Plan accepted: {place}',
    paragraphs: ['{greeting}', 'The owner accepted the property improvement plan for {place}. The work can begin.'],
    link,
  }),
  verified: () => ({
    subject: 'Work verified: {item}',
    paragraphs: ['{greeting}', 'The brand verified the work at {place}: {item}. The finding is resolved.'],
    link,
  }),
  returned: () => ({
    subject: 'Work returned: {item}',
    paragraphs: ['{greeting}', 'The brand returned the work at {place}: {item}.', 'What is missing: {note}'],
    link,
  }),
  request_granted: () => ({
    subject: 'Request granted: {item}',
    paragraphs: ['{greeting}', 'The brand granted your request for an item of the plan for {place}: {item}.', answer],
    link,
  }),
  request_declined: () => ({
    subject: 'Request declined: {item}',
    paragraphs: ['{greeting}', 'The brand declined your request for an item of the plan for {place}: {item}.', answer],
    link,
  }),
  request_asked: ({ request }) => ({
    subject: '{kind} asked: {item}',
    paragraphs: [
      '{greeting}',
      'The owner of {place} asks for an answer about an item of the plan: {item}.',
      'Asked for: {kind}\nReason: {reason}',
      ...(request?.proposal ? ['Proposal: {proposal}'] : []),
      ...(request?.date ? ['Until: {date}'] : []),
      'The plan cannot be sent before you answer.',
    ],
    link,
  }),
  waiver_expired: () => ({
    subject: 'Waiver expired: {item}',
    paragraphs: [
      '{greeting}',
      'The waiver of an item of the plan for {place} has expired: {item}. The brand decides on the item again.',
    ],
    link,
  }),
};

export function renderPlanMail(what: PlanMail['what'], facts: PlanMailFacts, origin: string): Message {
  return renderMail(templates[what](facts), facts.email, {
    greeting: facts.name ? `Dear ${facts.name},` : 'Hello,',
    place: facts.area ? `${facts.property}, ${facts.area}` : facts.property,
    item: facts.item?.title ?? '',
    note: facts.item?.note ?? '',
    kind: facts.request ? requestKindLabels[facts.request.kind] : '',
    reason: facts.request?.reason ?? '',
    proposal: facts.request?.proposal ?? '',
    date: facts.request?.date ? formatDueDate(facts.request.date) : '',
    answer: facts.request?.answer ?? '',
    link: `${origin}/pip-report/${facts.planId}`,
  });
}
