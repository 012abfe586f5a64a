import { z } from 'zod';
import { requestKindLabels, type RequestKind } from '#contract/plan-requests.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { greeting, renderMail } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import { placeOf, type PlanRecipient } from '../plans.mails.ts';

const payload = z.object({
  planId: z.uuid(),
  itemId: z.uuid(),
  requestId: z.uuid(),
  /** The admin who gets the mail; without it the mail goes to the owner. */
  toUserId: z.uuid().optional(),
  /** When the first message of this mail was written. */
  since: z.iso.datetime(),
});
export type RequestMessageMail = z.infer<typeof payload>;
/** One mail with the other side's messages of one minute about a request. */
export const requestMessageMail: JobKind<RequestMessageMail> = {
  name: 'request-message-mail',
  payload,
  oncePerKey: true,
};

/** How long messages are gathered, in seconds. */
export const gatheringSeconds = 60;

export interface RequestMessageMailFacts extends PlanRecipient {
  kind: RequestKind;
  item: string;
  toOwner: boolean;
  messages: readonly { byName: string | null; text: string }[];
}

export function renderRequestMessageMail(facts: RequestMessageMailFacts, origin: string): Message {
  const template = {
    subject: '{kind}, new message: {item}',
    paragraphs: [
      greeting(facts.name),
      facts.toOwner
        ? 'The brand wrote about your request for an item of the plan for {place}: {item}.'
        : 'The owner of {place} wrote about a request for an item of the plan: {item}.',
      '{messages}',
      ...(facts.toOwner ? [] : ['The plan cannot be sent before you answer the request.']),
    ],
    link: { label: 'Open the plan', url: 'link' },
  };
  const values = {
    to: facts.name,
    kind: requestKindLabels[facts.kind],
    place: placeOf(facts),
    item: facts.item,
    messages: facts.messages.map(({ byName, text }) => (byName ? `${byName}: ${text}` : text)).join('\n\n'),
    link: `${origin}/pip-report/${facts.planId}`,
  };
  return renderMail(template, facts.email, values, facts.language);
}
