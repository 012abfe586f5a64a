import { z } from 'zod';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';

const payload = z.object({
  planId: z.uuid(),
  itemId: z.uuid().nullable(),
  what: z.enum(['sent', 'verified', 'returned', 'request_granted', 'request_declined', 'waiver_expired']),
});
export type PlanMail = z.infer<typeof payload>;
/** A mail to the owner of a plan's property. */
export const planMail: JobKind<PlanMail> = { name: 'plan-mail', payload };

export interface PlanMailFacts {
  planId: string;
  /** Of the owner. */
  email: string;
  name: string;
  property: string;
  area: string | null;
  item: { title: string; note: string | null } | null;
  /** Of the brand to the last request for the item. */
  answer: string | null;
}

const link = { label: 'Open the plan', url: 'link' };
const answer = 'The answer of the brand: {answer}';
const templates: Record<PlanMail['what'], (facts: PlanMailFacts) => Template> = {
  sent: () => ({
    subject: 'Plan for {place}: please review and accept',
    paragraphs: ['{greeting}', 'The property improvement plan for {place} is ready. Review it, then accept it.'],
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
    answer: facts.answer ?? '',
    link: `${origin}/pip-report/${facts.planId}`,
  });
}
