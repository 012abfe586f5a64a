import { z } from 'zod';
import type { Message } from '#server/platform/mail/mailer.ts';
import { greeting, renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { placeOf, type PlanRecipient } from '../plans.mails.ts';

const payload = z.object({
  planId: z.uuid(),
  /** The admin who gets the mail; without it the mail goes to the owner. */
  toUserId: z.uuid().optional(),
  what: z.enum(['started', 'reopened']),
  /** When the first item of this mail was started or reopened. */
  since: z.iso.datetime(),
});
export type WorkMail = z.infer<typeof payload>;
/** One mail with all items of a plan whose work was started or reopened within a minute. */
export const workMail: JobKind<WorkMail> = { name: 'work-mail', payload, oncePerKey: true };

/** The items that a mail names: those still in work, because some may be reported meanwhile. */
export const isInMail = (
  { status, startedAt, reopenedAt }: Pick<PlanItemRow, 'status' | 'startedAt' | 'reopenedAt'>,
  { what, since }: Pick<WorkMail, 'what' | 'since'>,
): boolean => {
  const at = what === 'started' ? startedAt : reopenedAt;
  return at !== null && at >= new Date(since) && (what === 'started' || status === 'in_progress');
};

const link = { label: 'Open the plan', url: 'link' };
const templates: Record<WorkMail['what'], (toOwner: boolean, name: string) => Template> = {
  started: (toOwner, name) => ({
    subject: 'Work started: {place}',
    paragraphs: [
      greeting(name),
      toOwner
        ? 'The brand recorded that work on the plan for {place} has started:'
        : 'The owner of {place} has started work on the plan:',
      '{titles}',
    ],
    link,
  }),
  reopened: (toOwner, name) => ({
    subject: 'Work reopened: {place}',
    paragraphs: [
      greeting(name),
      'The re-inspection of {place} found again what had been repaired:',
      '{titles}',
      toOwner
        ? 'The work is in progress again. Please repair it and report it.'
        : 'The work is in progress again, until its owner reports it.',
    ],
    link,
  }),
};

export function renderWorkMail(
  facts: PlanRecipient,
  { what, toOwner, titles }: { what: WorkMail['what']; toOwner: boolean; titles: readonly string[] },
  origin: string,
): Message {
  const values = {
    to: facts.name,
    place: placeOf(facts),
    titles: titles.join('\n'),
    link: `${origin}/pip-report/${facts.planId}`,
  };
  return renderMail(templates[what](toOwner, facts.name), facts.email, values, facts.language);
}
