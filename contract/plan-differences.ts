import { formatDueDate } from './due-dates.ts';
import { t } from './language.ts';
import { itemPlaceText } from './item-places.ts';
import { sampleText } from './plan-line-details.ts';
import { quantityText } from './plan-lines.ts';
import { overheadLabels } from './plan-overheads.ts';
import type { LineValue } from './plan-line-values.ts';
import type { Plan, PlanDifference } from './plans.ts';
import { plural } from './texts.ts';

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

/** A value in the language of the reader. */
export function valueText(value: LineValue): string {
  if (typeof value === 'string') return t(value);
  if ('days' in value) return plural(value.days, 'day');
  if ('unit' in value) return quantityText(value);
  if ('date' in value) return formatDueDate(value.date);
  if ('daysAfterAcceptance' in value)
    return t('{days} after acceptance', { days: plural(value.daysAfterAcceptance, 'day') });
  return 'found' in value ? sampleText(value) : itemPlaceText(value);
}

/** A text such as 'Cost: $5,000 → $4,200 · Days: 5 days → 3 days'. */
export const differenceText = ({ change, fields }: PlanDifference): string =>
  change === 'changed'
    ? fields.map(({ name, from, to }) => `${fieldLabels[name]}: ${valueText(from)} → ${valueText(to)}`).join(' · ')
    : changeTexts[change];

/** What differs, such as 'Peeling paint, Guest Rooms'. */
export const differenceTitle = ({ title, place }: PlanDifference): string =>
  [t(title), place && valueText(place)].filter(Boolean).join(', ');

/** The number of the version that was accepted last, if a later one was sent since; null otherwise. */
export function versionAcceptedBefore({ versions }: Pick<Plan, 'versions'>): number | null {
  const accepted = versions.findLast(({ acceptedAt }) => acceptedAt !== null);
  return accepted && accepted !== versions.at(-1) ? accepted.number : null;
}
