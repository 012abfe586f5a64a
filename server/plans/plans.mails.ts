import { z } from 'zod';
import { formatDueDate } from '#contract/due-dates.ts';
import type { Language } from '#contract/language.ts';
import { areaText } from '#contract/item-places.ts';
import { locationText } from '#contract/places.ts';
import { requestKindLabels } from '#contract/plan-requests.ts';
import { translateTo } from '#contract/translations/of.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { greeting, renderMail, type Template } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';
import type { PlanRequestRow } from '#server/schema/plan-requests.tables.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';

const payload = z.object({
  planId: z.uuid(),
  itemId: z.uuid().nullable(),
  /** The admin who gets the mail; without it the mail goes to the owner. */
  toUserId: z.uuid().optional(),
  /** The version and the request that it is about; without them, as in jobs of earlier releases, the latest ones. */
  version: z.int().optional(),
  requestId: z.uuid().optional(),
  /** What the brand wrote when it returned the work; without it, as in jobs of earlier releases, the item's note. */
  note: z.string().optional(),
  what: z.enum([
    'sent',
    'accepted',
    'verified',
    'returned',
    'request_granted',
    'request_declined',
    'waiver_expired',
    'request_asked',
    'request_withdrawn',
  ]),
});
export type PlanMail = z.infer<typeof payload>;
/** A mail about a plan, to the owner of its property or to the brand. */
export const planMail: JobKind<PlanMail> = { name: 'plan-mail', payload };

/** The plan that a mail is about, and who gets it. */
export interface PlanRecipient {
  planId: string;
  /** The recipient's address. */
  email: string;
  name: string;
  /** Null for English, which all admins get. */
  language: Language | null;
  property: string;
  area: string | null;
}

export interface PlanMailFacts extends PlanRecipient {
  item: MailedItem | null;
  /** What the brand wrote about the item. */
  note: string | null;
  /** The number of the version that it is about; null before the first. */
  version: number | null;
  /** The request that it is about. */
  request: Pick<PlanRequestRow, 'kind' | 'reason' | 'proposal' | 'date' | 'answer'> | null;
}

type MailedItem = Pick<PlanItemRow, 'title' | 'area' | 'building' | 'floor' | 'room'>;

const link = { label: 'Open the plan', url: 'link' };
/** What is asked for or was agreed. */
const agreed = (request: PlanMailFacts['request']): string[] => [
  ...(request?.proposal ? ['Proposal: {proposal}'] : []),
  ...(request?.date ? ['Until: {date}'] : []),
];
const isFirst = (version: number | null): boolean => version === null || version === 1;
const answer = 'The answer of the brand: {answer}';
const templates: Record<PlanMail['what'], (facts: PlanMailFacts) => Template> = {
  sent: ({ name, version }) =>
    isFirst(version)
      ? {
          subject: 'Plan for {place}: please review and accept',
          paragraphs: [
            greeting(name),
            'The property improvement plan for {place} is ready. Review it, then accept it.',
          ],
          link,
        }
      : {
          subject: 'Plan for {place}, version {version}: please review and accept',
          paragraphs: [
            greeting(name),
            'Version {version} of the property improvement plan for {place} is ready. The plan says what has changed. Review it, then accept it.',
          ],
          link,
        },
  accepted: ({ name, version }) => ({
    subject: isFirst(version) ? 'Plan accepted: {place}' : 'Plan accepted: {place}, version {version}',
    paragraphs: [
      greeting(name),
      isFirst(version)
        ? 'The owner accepted the property improvement plan for {place}. The work can begin.'
        : 'The owner accepted version {version} of the property improvement plan for {place}. The work can begin.',
    ],
    link,
  }),
  verified: ({ name }) => ({
    subject: 'Work verified: {item}',
    paragraphs: [greeting(name), 'The brand verified the work at {place}: {item}. The finding is resolved.'],
    link,
  }),
  returned: ({ name }) => ({
    subject: 'Work returned: {item}',
    paragraphs: [greeting(name), 'The brand returned the work at {place}: {item}.', 'What is missing: {note}'],
    link,
  }),
  request_granted: ({ name, request }) => ({
    subject: 'Request granted: {item}',
    paragraphs: [
      greeting(name),
      'The brand granted your request for an item of the plan for {place}: {item}.',
      'Granted: {kind}',
      ...agreed(request),
      answer,
    ],
    link,
  }),
  request_declined: ({ name, request }) => ({
    subject: 'Request declined: {item}',
    paragraphs: [
      greeting(name),
      'The brand declined your request for an item of the plan for {place}: {item}.',
      'Asked for: {kind}\nReason: {reason}',
      ...agreed(request),
      answer,
    ],
    link,
  }),
  request_asked: ({ name, request }) => ({
    subject: '{kind} asked: {item}',
    paragraphs: [
      greeting(name),
      'The owner of {place} asks for an answer about an item of the plan: {item}.',
      'Asked for: {kind}\nReason: {reason}',
      ...agreed(request),
      'The plan cannot be sent before you answer.',
    ],
    link,
  }),
  request_withdrawn: ({ name }) => ({
    subject: '{kind} no longer asked: {item}',
    paragraphs: [
      greeting(name),
      'The owner of {place} withdrew the request for an item of the plan: {item}. It needs no answer any more.',
    ],
    link,
  }),
  waiver_expired: ({ name }) => ({
    subject: 'Waiver expired: {item}',
    paragraphs: [
      greeting(name),
      'The waiver of an item of the plan for {place} has expired: {item}. The brand decides on the item again.',
    ],
    link,
  }),
};

/** The place as in "Harbour Inn, Lobby", in the language of the mail. */
export const placeOf = ({ property, area, language }: Pick<PlanRecipient, 'property' | 'area' | 'language'>): string =>
  area ? `${property}, ${translateTo(language)(area)}` : property;

/** An item with its place as in "Peeling paint (Guest Rooms, Room 312)", because several have the same title. */
export const itemName = (item: MailedItem, language: Language | null): string => {
  const translate = translateTo(language);
  const place = [item.area && areaText(item.area, translate), locationText(item, translate)].filter(Boolean).join(', ');
  return place ? `${translate(item.title)} (${place})` : translate(item.title);
};

export function renderPlanMail(what: PlanMail['what'], facts: PlanMailFacts, origin: string): Message {
  const values = {
    to: facts.name,
    place: placeOf(facts),
    item: facts.item ? itemName(facts.item, facts.language) : '',
    version: String(facts.version ?? ''),
    note: facts.note ?? '',
    kind: facts.request ? requestKindLabels[facts.request.kind] : '',
    reason: facts.request?.reason ?? '',
    proposal: facts.request?.proposal ?? '',
    date: facts.request?.date ? formatDueDate(facts.request.date) : '',
    answer: facts.request?.answer ?? '',
    link: `${origin}/pip-report/${facts.planId}`,
  };
  return renderMail(templates[what](facts), facts.email, values, facts.language);
}
