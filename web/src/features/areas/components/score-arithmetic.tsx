import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import type { ScoreCap, ScoreExplanation } from '#contract/scores.ts';
import { areaScoreQuery } from '#web/features/areas/api.ts';
import { cn } from '#web/lib/cn.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const points = (value: number): string => value.toFixed(2);

const capReason = ({ reason }: ScoreCap): string =>
  reason === 'coverage'
    ? t('until everything is covered')
    : t('because a {severity} finding is open', { severity: severityLabels[reason].toLowerCase() });

function Arithmetic({ explanation }: { explanation: ScoreExplanation }) {
  return (
    <div className="grid gap-4 pt-1 pb-2 md:grid-cols-3">
      {explanation.weighted.map((part) => {
        const dimensionDeductions = explanation.deductions.filter(({ dimension }) => dimension === part.dimension);
        return (
          <section key={part.dimension}>
            <h3 className="font-semibold">
              <span className="capitalize">{t(part.dimension)}</span>{' '}
              <span className="font-normal text-ink-2">
                {t('· {weight}% of the score', { weight: Math.round(part.weight * 100) })}
              </span>
            </h3>
            <table className="mt-1 w-full text-small tabular-nums">
              <tbody>
                <tr>
                  <td className="py-0.5 text-ink-2">{t('Start')}</td>
                  <td className="text-end">{points(100)}</td>
                </tr>
                {dimensionDeductions.map((deduction, index) => (
                  // Two findings of one area may look the same in every column, so the key is the index.
                  // oxlint-disable-next-line react/no-array-index-key
                  <tr key={index}>
                    <td className="py-0.5 text-ink-2">
                      {t('{severity}: {category}, {confidence}% sure', {
                        severity: severityLabels[deduction.severity],
                        category: findingCategoryLabels[deduction.category],
                        confidence: Math.round(deduction.confidence),
                      })}
                    </td>
                    <td className="text-end whitespace-nowrap">−{points(deduction.points)}</td>
                  </tr>
                ))}
                <tr className="border-t border-line font-semibold">
                  <td className="py-0.5">{t('Remaining')}</td>
                  <td className="text-end">{points(part.points)}</td>
                </tr>
                <tr>
                  <td className="py-0.5 text-ink-2">× {part.weight}</td>
                  <td className="text-end">{points(part.product)}</td>
                </tr>
              </tbody>
            </table>
          </section>
        );
      })}
      <p className="border-t border-line pt-3 md:col-span-3">
        {explanation.weighted.map((part) => points(part.product)).join(' + ')} = <b>{points(explanation.sum)}</b>
        {explanation.cap && (
          <>
            {t(', capped at')} <b>{explanation.cap.points}</b> {capReason(explanation.cap)}
          </>
        )}
        <span className="block text-small text-ink-2">
          {t('A defect on several photos counts once. Dismissed and resolved findings are left out.')}
        </span>
      </p>
    </div>
  );
}

/** The calculation of the score; loaded when it is opened. */
export function ScoreArithmetic({ areaSessionId }: { areaSessionId: string }) {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ ...areaScoreQuery(areaSessionId), enabled: open });
  return (
    <div className="border-t border-line pt-1 mt-2">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 w-full items-center justify-between gap-2 text-start font-semibold text-accent"
      >
        {t('How this score is calculated')}
        <ChevronDown aria-hidden="true" className={cn('size-5 transition-transform', open && 'rotate-180')} />
      </button>
      {open &&
        (data?.explanation ? (
          <Arithmetic explanation={data.explanation} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={3} label={t('Loading the calculation')} />
        ))}
    </div>
  );
}
