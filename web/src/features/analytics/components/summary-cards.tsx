import type { Analytics } from '#contract/analytics.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { countChange, onTimeCompletion, scoreChange, scoredOf, totalOf } from '#web/features/analytics/texts.ts';
import { formatPercent, formatScore } from '#web/lib/format.ts';
import { StatCard } from '#web/ui/card.tsx';

const grid =
  'grid grid-cols-2 gap-2.5 sm:gap-3.5 lg:grid-cols-5 [&>*:last-child]:col-span-2 lg:[&>*:last-child]:col-span-1';

/** The five key figures; skeletons of the same size while they load. */
export function SummaryCards({ data }: { data: Analytics | undefined }) {
  const labels = [
    'Inspections',
    'Average compliance score',
    'Open findings',
    'On-time completion',
    'Open PIP cost',
  ] as const;
  if (!data)
    return (
      <div className={grid}>
        {labels.map((label) => (
          <StatCard key={label} label={label} value={undefined} />
        ))}
      </div>
    );
  const { summary, buckets, findingsByArea, phases } = data;
  const findings = findingsByArea.reduce((sum, row) => sum + totalOf(row), 0);
  const critical = findingsByArea.reduce((sum, row) => sum + row.critical, 0);
  const cases = onTimeCompletion(buckets);
  const items = phases.reduce((sum, phase) => sum + phase.items, 0);
  const cost = phases.reduce((sum, phase) => sum + phase.cost, 0);
  return (
    <div className={grid}>
      <StatCard
        label={labels[0]}
        value={summary.inspections}
        hint={countChange(summary.inspections, summary.before.inspections)}
      />
      <StatCard
        label={labels[1]}
        value={formatScore(summary.meanScore)}
        hint={
          <>
            {summary.scored > 0 && <span className="block">{scoredOf(summary.scored, summary.inspections)}</span>}
            {scoreChange(summary)}
          </>
        }
      />
      <StatCard label={labels[2]} value={findings} hint={critical > 0 ? `${critical} critical` : 'none critical'} />
      <StatCard label={labels[3]} value={formatPercent(cases.percent)} hint={cases.hint} />
      <StatCard
        label={labels[4]}
        value={formatWholeDollars(cost)}
        hint={`${plural(items, 'item')}, before overheads`}
      />
    </div>
  );
}
