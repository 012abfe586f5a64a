import type { Analytics, AnalyticsBucket } from '#contract/analytics.ts';
import type { Part } from '#web/features/analytics/charts/legend.tsx';
import { ScoreLine } from '#web/features/analytics/charts/score-line.tsx';
import { StackedBars } from '#web/features/analytics/charts/stacked-bars.tsx';
import { TimeChart } from '#web/features/analytics/charts/time-chart.tsx';
import { ChartCard } from '#web/features/analytics/components/chart-card.tsx';
import { bucketText, scoredOf, tickText } from '#web/features/analytics/texts.ts';
import { formatScore } from '#web/lib/format.ts';

/** Shades of the accent and ink only, because the other colors mean severities. */
const styles = {
  full: 'fill-accent stroke-accent',
  // Opaque, so that the grid lines do not show through.
  half: 'fill-[color-mix(in_oklab,var(--accent)_45%,var(--surface))] stroke-accent',
  hollow: 'fill-surface stroke-accent',
  ink: 'fill-ink-2 stroke-ink-2',
  overdue: 'fill-critical stroke-critical',
} as const;

const statusParts: readonly Part<keyof AnalyticsBucket['inspections']>[] = [
  { key: 'approved', label: 'Approved', className: styles.full },
  { key: 'pending_review', label: 'Pending Review', className: styles.half },
  { key: 'in_progress', label: 'In Progress', className: styles.hollow },
  { key: 'requires_action', label: 'Requires Action', className: styles.ink },
];
const caseParts: readonly Part<keyof AnalyticsBucket['cases']>[] = [
  { key: 'onTime', label: 'On time', className: styles.full },
  { key: 'late', label: 'Late', className: styles.half },
  { key: 'open', label: 'Open, not yet due', className: styles.hollow },
  { key: 'overdue', label: 'Overdue', className: styles.overdue },
];

type Figures = Pick<Analytics, 'buckets' | 'period'>;

interface StackCardProps<Key extends string> {
  figures: Figures;
  title: string;
  note: string;
  empty: string;
  /** The text for a week or month without inspections, such as "no inspections". */
  emptyText: string;
  parts: readonly Part<Key>[];
  pick: (bucket: AnalyticsBucket) => Readonly<Record<Key, number>>;
}

function StackCard<Key extends string>({ figures, title, note, empty, emptyText, parts, pick }: StackCardProps<Key>) {
  const { buckets, period } = figures;
  const values = buckets.map(pick);
  const sums = values.map((value) => parts.reduce((sum, { key }) => sum + value[key], 0));
  const describe = (index: number) => {
    const counted = parts.filter(({ key }) => (values[index]?.[key] ?? 0) > 0);
    const words = counted.map(({ key, label }) => `${values[index]?.[key]} ${label.toLowerCase()}`);
    return `${bucketText(buckets[index]?.start ?? '', period)}: ${words.join(', ') || emptyText}`;
  };
  return (
    <ChartCard
      title={title}
      note={note}
      legend={parts}
      empty={sums.some((sum) => sum > 0) ? null : empty}
      table={{
        columns: [period.bucket === 'week' ? 'Week of' : 'Month', ...parts.map(({ label }) => label), 'All'],
        rows: buckets
          .map(({ start }, index) => [
            bucketText(start, period).replace('Week of ', ''),
            ...parts.map(({ key }) => values[index]?.[key] ?? 0),
            sums[index] ?? 0,
          ])
          .toReversed(),
      }}
    >
      <TimeChart
        label={title}
        starts={buckets.map(({ start }) => start)}
        tick={(start) => tickText(start, period)}
        max={Math.max(...sums)}
        describe={describe}
      >
        {(plot) => <StackedBars plot={plot} parts={parts} values={values} />}
      </TimeChart>
    </ChartCard>
  );
}

export const InspectionsCard = ({ figures }: { figures: Figures }) => (
  <StackCard
    figures={figures}
    title="Inspections by status"
    note="By start date, with their current status."
    empty="No inspections started in this period."
    emptyText="no inspections"
    parts={statusParts}
    pick={({ inspections }) => inspections}
  />
);

export const CasesCard = ({ figures }: { figures: Figures }) => (
  <StackCard
    figures={figures}
    title="On-time completion"
    note="By due date and time of submission, without cancelled cases."
    empty="No cases due in this period."
    emptyText="no cases due"
    parts={caseParts}
    pick={({ cases }) => cases}
  />
);

const scoredIn = ({ scored, inspections }: Pick<AnalyticsBucket, 'scored' | 'inspections'>): string =>
  scoredOf(
    scored,
    Object.values(inspections).reduce((sum, count) => sum + count, 0),
  );

/** The average inspection score of each week or month. */
export function ScoreCard({ figures: { buckets, period } }: { figures: Figures }) {
  const title = 'Average compliance score';
  return (
    <ChartCard
      title={title}
      note="Average of the areas inspected in each. Dashed lines: 80 and 60."
      empty={buckets.some(({ meanScore }) => meanScore !== null) ? null : 'No scored inspections in this period.'}
      table={{
        columns: [period.bucket === 'week' ? 'Week of' : 'Month', 'Average score', 'Scored'],
        rows: buckets
          .map(({ start, meanScore, ...bucket }) => [
            bucketText(start, period).replace('Week of ', ''),
            meanScore === null ? '–' : meanScore.toFixed(1),
            scoredIn(bucket),
          ])
          .toReversed(),
      }}
    >
      <TimeChart
        label={title}
        starts={buckets.map(({ start }) => start)}
        tick={(start) => tickText(start, period)}
        max={100}
        describe={(index) => {
          const bucket = buckets[index];
          if (!bucket) return '';
          const { start, meanScore } = bucket;
          const score = meanScore === null ? 'no score' : formatScore(meanScore);
          return `${bucketText(start, period)}: ${score}, ${scoredIn(bucket)}`;
        }}
      >
        {(plot) => <ScoreLine plot={plot} scores={buckets.map(({ meanScore }) => meanScore)} />}
      </TimeChart>
    </ChartCard>
  );
}
