import { z } from 'zod';
import { plural } from '#contract/texts.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { greeting, renderMail } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { PlanRecipient } from '../plans.mails.ts';

const payload = z.object({ planId: z.uuid(), toUserId: z.uuid() });
export type ReportedWorkMail = z.infer<typeof payload>;
/** One mail with all work of a plan that waits to be verified by the brand. */
export const reportedWorkMail: JobKind<ReportedWorkMail> = { name: 'reported-work-mail', payload, oncePerKey: true };

export function renderReportedWorkMail(
  { planId, email, name, property, area }: PlanRecipient,
  titles: readonly string[],
  origin: string,
): Message {
  const template = {
    subject: 'Work to verify: {place}',
    paragraphs: [
      greeting(name),
      'The owner of {place} reports that work is done. Waiting for you to verify: {count}.',
      '{titles}',
    ],
    link: { label: 'Open the plan', url: 'link' },
  };
  return renderMail(template, email, {
    to: name,
    place: area ? `${property}, ${area}` : property,
    count: plural(titles.length, 'item'),
    titles: titles.join('\n'),
    link: `${origin}/pip-report/${planId}`,
  });
}
