import { z } from 'zod';
import type { Message } from '#server/platform/mail/mailer.ts';
import { renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';

const payload = z.object({
  planId: z.uuid(),
  itemId: z.uuid().nullable(),
  what: z.enum(['sent', 'verified', 'returned']),
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
}

const link = { label: 'Open the plan', url: 'link' };
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
};

export function renderPlanMail(what: PlanMail['what'], facts: PlanMailFacts, origin: string): Message {
  return renderMail(templates[what](facts), facts.email, {
    greeting: facts.name ? `Dear ${facts.name},` : 'Hello,',
    place: facts.area ? `${facts.property}, ${facts.area}` : facts.property,
    item: facts.item?.title ?? '',
    note: facts.item?.note ?? '',
    link: `${origin}/pip-report/${facts.planId}`,
  });
}
