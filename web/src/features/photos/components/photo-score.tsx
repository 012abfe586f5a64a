import { coverageDetails } from '#contract/coverage-details.ts';
import { basisText, isFullyCovered } from '#contract/coverage.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { formatScore } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { scoreTone } from '#web/ui/score.tsx';

/** The score of the area or inspection that a photo belongs to, and what it is based on. */
export type ScoredScope = Pick<Inspection, 'complianceScore' | 'coverage'>;

/** Whether nothing is open in the area and everything was checked. */
export const isClear = ({ complianceScore, coverage }: ScoredScope): boolean =>
  complianceScore === 100 && isFullyCovered(coverage);

/** Whether 100 would only say that the AI flagged nothing in pictures of an area that was not fully checked. */
export const isOnlyUnflagged = (score: number, scope: ScoredScope): boolean => score >= 100 && !isClear(scope);

/** The score of a photo, as the pictures of one area. Never praises a photo while its area has something left. */
export function PhotoScore({
  score,
  scope,
  detailed,
}: {
  score: number | null;
  scope: ScoredScope;
  detailed?: boolean;
}) {
  const area = detailed ? coverageDetails(scope.coverage) : [basisText(scope.coverage)];
  return (
    <>
      {score === null ? (
        <Badge tone="outline">{t('Cannot be judged')}</Badge>
      ) : isOnlyUnflagged(score, scope) ? (
        <Badge>{t('Nothing flagged')}</Badge>
      ) : (
        <Badge tone={scoreTone(score, isClear(scope))}>{formatScore(score)}</Badge>
      )}
      <span className="block text-small text-ink-2">{t('Area: {coverage}', { coverage: area.join(' · ') })}</span>
    </>
  );
}
