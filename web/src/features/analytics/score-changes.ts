import { t } from '#contract/language.ts';
import type { AreaScore } from '#contract/property-page.ts';
import { plural } from '#contract/texts.ts';

/** The difference between the two latest scores of an area in whole points; null if there are fewer than two. */
export function scoreChangeOf(inspections: readonly AreaScore[]): number | null {
  const [latest, before] = inspections.flatMap(({ score }) => (score === null ? [] : [score]));
  return latest === undefined || before === undefined ? null : Math.round(latest) - Math.round(before);
}

/** "+3 points", "−1 point", "No change" */
export function scoreChangeText(change: number): string {
  if (change === 0) return t('No change');
  return `${change < 0 ? '−' : '+'}${plural(Math.abs(change), 'point')}`;
}
