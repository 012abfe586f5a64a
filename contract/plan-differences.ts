import { t } from './language.ts';
import { placeText } from './plan-lines.ts';
import { overheadLabels } from './plan-overheads.ts';
import type { Plan, PlanDifference } from './plans.ts';

const fieldLabels: Record<PlanDifference['fields'][number]['name'], string> = {
  title: t('Title'),
  action: t('Action'),
  place: t('Place'),
  class: t('Class'),
  spending: t('Spending'),
  quantity: t('Quantity'),
  cost: t('Cost'),
  days: t('Days'),
  priority: t('Priority'),
  due: t('Due'),
  phase: t('Phase'),
  sample: t('Sample'),
  standard: t('Standard'),
  ...overheadLabels,
};
const changeTexts: Record<Exclude<PlanDifference['change'], 'changed'>, string> = {
  added: 'added',
  rejected: t('rejected, no longer in the total'),
  waived: t('waived, no longer in the total'),
  not_needed: t('no longer needed, no longer in the total'),
  removed: 'removed',
};

const valueText = (name: string, value: string): string => (name === 'place' ? placeText(value) : t(value));

/** A text such as 'Cost: $5,000 → $4,200 · Days: 5 → 3'. */
export const differenceText = ({ change, fields }: PlanDifference): string =>
  change === 'changed'
    ? fields
        .map(({ name, from, to }) => `${fieldLabels[name]}: ${valueText(name, from)} → ${valueText(name, to)}`)
        .join(' · ')
    : changeTexts[change];

/** What differs, such as 'Peeling paint, Guest Rooms'. */
export const differenceTitle = ({ title, place }: PlanDifference): string =>
  [t(title), place && placeText(place)].filter(Boolean).join(', ');

/** The number of the version that was accepted last, if a later one was sent since; null otherwise. */
export function versionAcceptedBefore({ versions }: Pick<Plan, 'versions'>): number | null {
  const accepted = versions.findLast(({ acceptedAt }) => acceptedAt !== null);
  return accepted && accepted !== versions.at(-1) ? accepted.number : null;
}
