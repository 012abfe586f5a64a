import { z } from 'zod';
import { reviewOutcomeLabels, type ReviewOutcome } from '#contract/inspections.ts';
import type { Language } from '#contract/language.ts';
import { translationOf } from '#contract/translations/of.ts';
import type { Message } from '#server/platform/mail/mailer.ts';
import { greeting, renderMail } from '#server/platform/mail/template.ts';
import type { JobKind } from '#server/platform/queue/job.ts';

const payload = z.object({
  propertyId: z.uuid(),
  /** The time of the first decision that the mail reports. */
  since: z.iso.datetime(),
});
export type DecisionMail = z.infer<typeof payload>;
/** One mail to the owner of a property with all decisions of one minute on its inspections. */
export const decisionMail: JobKind<DecisionMail> = { name: 'decision-mail', payload, oncePerKey: true };

/** How long decisions are collected; longer than they can be undone. */
export const gatheringSeconds = 60;

export interface DecisionFacts {
  area: string;
  approved: boolean;
  /** What an approved review says about the area, because approval alone does not mean that nothing is wrong. */
  outcome: ReviewOutcome | null;
  note: string | null;
  /** The path of the page of the area or inspection. */
  path: string;
}

export interface DecisionMailFacts {
  /** The owner's e-mail address. */
  email: string;
  name: string;
  language: Language | null;
  property: { id: string; name: string };
  decisions: readonly DecisionFacts[];
}

/** The most areas that a subject names. */
const maxNamed = 3;

const lineOf =
  (text: (english: string) => string) =>
  ({ area, approved, outcome, note }: DecisionFacts): string =>
    `• ${text(area)}: ${text(approved ? 'approved' : 'please inspect it again')}${outcome ? ` · ${text(reviewOutcomeLabels[outcome])}` : ''}${note ? `\n  ${note}` : ''}`;

export function renderDecisionMail(
  { email, name, language, property, decisions }: DecisionMailFacts,
  origin: string,
): Message {
  const text = (english: string): string => translationOf(language)?.text(english) ?? english;
  const [only, another] = decisions;
  const again = decisions.filter(({ approved }) => !approved).length;
  const template = {
    subject: again > 0 ? 'Please inspect again: {again} of {place}' : 'Approved: {areas} of {place}',
    paragraphs: [greeting(name), 'The brand decided on what you inspected at {place}:', '{decisions}'],
    link: { label: another ? 'Open the property' : 'Open the inspection', url: 'link' },
  };
  /** The areas by name as long as a subject stays readable. */
  const namesOf = (rows: readonly DecisionFacts[]) => {
    const names = [...new Set(rows.map(({ area }) => text(area)))];
    if (names.length <= maxNamed) return names.join(', ');
    return `${names.length} ${translationOf(language)?.counted(names.length, 'area') ?? 'areas'}`;
  };
  const values = {
    to: name,
    place: property.name,
    areas: namesOf(decisions),
    again: namesOf(decisions.filter(({ approved }) => !approved)),
    decisions: decisions.map(lineOf(text)).join('\n'),
    link: `${origin}${only && !another ? only.path : `/properties/${property.id}`}`,
  };
  return renderMail(template, email, values, language);
}
