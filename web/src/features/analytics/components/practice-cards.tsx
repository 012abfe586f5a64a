import type { Analytics } from '#contract/analytics.ts';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import { formatMoney, formatWholeDollars } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { RowBars } from '#web/features/analytics/charts/row-bars.tsx';
import { ChartCard } from '#web/features/analytics/components/chart-card.tsx';
import { scoredOf } from '#web/features/analytics/texts.ts';
import { formatPercent, formatScore } from '#web/lib/format.ts';
import { StatCard } from '#web/ui/card.tsx';

const daysText = (days: number | null): string => (days === null ? '–' : plural(days, 'day'));

/** How findings become repairs: medians, ages, repeats, and what repairs cost. */
export function PracticeCards({ data }: { data: Analytics }) {
  const { summary, medianScore, openAge, timeToRepair, repeats, spent } = data;
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:gap-3.5 lg:grid-cols-5 [&>*:last-child]:col-span-2 lg:[&>*:last-child]:col-span-1">
      <StatCard
        label="Median score"
        value={formatScore(medianScore)}
        hint={scoredOf(summary.scored, summary.inspections)}
      />
      <StatCard
        label="Median age of open findings"
        value={daysText(openAge.median)}
        hint={openAge.oldest === null ? 'nothing is open' : `oldest ${daysText(openAge.oldest)}`}
      />
      <StatCard
        label="Median time to repair"
        value={daysText(timeToRepair.median)}
        hint={`${plural(timeToRepair.items, 'item')} completed`}
      />
      <StatCard
        label="Repeat findings"
        value={repeats.repeated}
        hint={`of ${plural(repeats.findings, 'finding')} of the period`}
      />
      <StatCard
        label="Actual cost"
        value={spent.items === 0 ? '–' : formatMoney(spent.actual)}
        hint={
          spent.items === 0
            ? 'no completed item has one'
            : `${formatWholeDollars(spent.planned)} planned, ${plural(spent.items, 'item')}`
        }
      />
    </div>
  );
}

const shareOf = ({ confirmed, dismissed }: { confirmed: number; dismissed: number }): string =>
  confirmed + dismissed === 0
    ? 'none decided'
    : `${formatPercent((100 * confirmed) / (confirmed + dismissed))} confirmed`;

/** How often people confirm what the AI finds, by class. */
export function AiFindingsCard({ rows }: { rows: Analytics['aiFindings'] }) {
  const title = 'AI findings confirmed by people';
  const parts = [
    { key: 'confirmed', label: 'Confirmed', className: 'fill-accent stroke-accent' },
    { key: 'dismissed', label: 'Dismissed', className: 'fill-ink-2 stroke-ink-2' },
    { key: 'undecided', label: 'Not decided', className: 'fill-surface stroke-accent' },
  ] as const;
  const shown = rows.slice(0, 8);
  return (
    <ChartCard
      title={title}
      note={rows.length > shown.length ? `Found in the period. Top 8 of ${rows.length}.` : 'Found in the period.'}
      legend={parts}
      empty={rows.length === 0 ? 'The AI found nothing in this period.' : null}
      table={{
        columns: ['Class', 'Confirmed', 'Dismissed', 'Not decided', 'Share confirmed'],
        rows: rows.map((row) => [
          findingCategoryLabels[row.category],
          row.confirmed,
          row.dismissed,
          row.undecided,
          shareOf(row),
        ]),
      }}
    >
      <RowBars
        label={title}
        rows={shown.map((row) => ({
          key: row.category,
          label: findingCategoryLabels[row.category],
          figure: shareOf(row),
          parts: parts.map((part) => ({ ...part, value: row[part.key] })),
        }))}
      />
    </ChartCard>
  );
}
