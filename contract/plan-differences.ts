import { t } from './language.ts';
import { overheadLabels } from './plan-overheads.ts';
import type { PlanDifference } from './plans.ts';

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

/** A text such as 'Cost: $5,000 → $4,200 · Days: 5 → 3'. */
export const differenceText = ({ change, fields }: PlanDifference): string =>
  change === 'changed'
    ? fields.map(({ name, from, to }) => `${fieldLabels[name]}: ${from} → ${to}`).join(' · ')
    : changeTexts[change];
