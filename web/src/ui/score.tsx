import type { ReactNode } from 'react';
import { basisText, isFullyCovered, shortestBasisText, type ScoreBasis } from '#contract/coverage.ts';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { formatScore } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { StatCard } from '#web/ui/card.tsx';
import { Meter } from '#web/ui/meter.tsx';

export type ScoreTone = 'good' | 'plain' | 'medium' | 'critical';

/** Good only at 100 with full coverage, when nothing is open and everything was checked; bad below 60. */
export const scoreTone = (score: number, full: boolean): ScoreTone =>
  score >= 100 && full ? 'good' : score >= 80 ? 'plain' : score >= 60 ? 'medium' : 'critical';

/** Whether nothing is left to check. The areas of a run have to have a score each. */
const isFull = (basis: ScoreBasis): boolean =>
  isFullyCovered(basis) && (!('areas' in basis) || basis.areasScored >= basis.areas);

/** The text color of a score without a badge. */
export const scoreInk: Record<ScoreTone, string> = {
  good: 'text-good',
  plain: 'text-ink',
  medium: 'text-medium',
  critical: 'text-critical',
};

interface ScoreProps {
  score: number | null;
  /** Shown beside the score, because a score without what it is based on would flatter. */
  coverage: ScoreBasis;
  className?: string;
}

/** A score as a badge, with its coverage. */
export function Score({ score, coverage, className }: ScoreProps) {
  return (
    <span className={cn('inline-flex flex-wrap items-center gap-x-2 gap-y-0.5', className)}>
      {score === null ? (
        <Badge tone="outline">{t('Not enough evidence')}</Badge>
      ) : (
        <Badge tone={scoreTone(score, isFull(coverage))}>{formatScore(score)}</Badge>
      )}
      <span className="text-small font-normal text-ink-2">{basisText(coverage)}</span>
    </span>
  );
}

interface ScoreBarProps extends ScoreProps {
  label: string;
  /** Whether the coverage stands in a narrow column, in fewer words. */
  narrow?: boolean;
}

/** A score as a bar, with its coverage below. */
export function ScoreBar({ score, coverage, label, narrow, className }: ScoreBarProps) {
  return (
    <span className={cn('block', className)}>
      {score === null ? (
        <span className="block text-small text-ink-2">{t('Not enough evidence')}</span>
      ) : (
        <span className="flex items-center gap-2">
          <Meter value={score} label={label} tone={scoreTone(score, isFull(coverage))} className="min-w-6 flex-1" />
          <span className="w-[5.2ch] text-end whitespace-nowrap">{formatScore(score)}</span>
        </span>
      )}
      <span className="block text-small text-ink-2">
        {narrow && <span className="lg:hidden">{shortestBasisText(coverage)}</span>}
        <span className={narrow ? 'max-lg:hidden' : ''}>{basisText(coverage, narrow)}</span>
      </span>
    </span>
  );
}

interface ScoreCardProps {
  label: string;
  /** Undefined while loading. */
  score: number | null | undefined;
  coverage: ScoreBasis | undefined;
  /** Shown instead of the coverage in short. */
  details?: ReactNode;
  /** Further lines below the coverage. */
  children?: ReactNode;
}

/** A score as a large figure, with its coverage below. */
export function ScoreCard({ label, score, coverage, details, children }: ScoreCardProps) {
  if (score === undefined || !coverage) return <StatCard label={label} value={undefined} className="min-h-[134px]" />;
  const ink = score === null ? undefined : scoreInk[scoreTone(score, isFull(coverage))];
  return (
    <StatCard
      label={label}
      value={<span className={ink}>{formatScore(score)}</span>}
      hint={
        <>
          {details || (
            <span className="block">
              {score === null && `${t('Not enough evidence')} · `}
              {basisText(coverage)}
            </span>
          )}
          {children}
        </>
      }
    />
  );
}
