import type { Analytics, AnalyticsPhase, SeverityCounts } from '#contract/analytics.ts';
import { findingCategoryLabels, severities, severityLabels, type Severity } from '#contract/finding-categories.ts';
import { phaseLabels, phaseWindows, type PhaseName } from '#contract/plan-phases.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import type { Part } from '#web/features/analytics/charts/legend.tsx';
import { RowBars } from '#web/features/analytics/charts/row-bars.tsx';
import { ChartCard } from '#web/features/analytics/components/chart-card.tsx';
import { totalOf } from '#web/features/analytics/texts.ts';

const fills: Record<Severity, string> = {
  critical: 'fill-critical stroke-critical',
  high: 'fill-high stroke-high',
  medium: 'fill-medium stroke-medium',
  low: 'fill-low stroke-low',
};
const severityParts: readonly Part<Severity>[] = severities.map((key) => ({
  key,
  label: severityLabels[key],
  className: fills[key],
}));

const maxRows = 8;

interface FindingsCardProps {
  title: string;
  /** The heading of the first column. */
  kind: string;
  rows: readonly (SeverityCounts & { name: string })[];
}

function FindingsCard({ title, kind, rows }: FindingsCardProps) {
  const hidden = rows.length - maxRows;
  return (
    <ChartCard
      title={title}
      note={
        hidden > 0
          ? `Found in the period and still open. Top ${maxRows} of ${rows.length}.`
          : 'Found in the period and still open.'
      }
      legend={severityParts}
      empty={rows.length > 0 ? null : 'No open findings from this period.'}
      table={{
        columns: [kind, ...severityParts.map(({ label }) => label), 'All'],
        rows: rows.map((row) => [row.name, ...severities.map((severity) => row[severity]), totalOf(row)]),
      }}
    >
      <RowBars
        label={title}
        rows={rows.slice(0, maxRows).map((row) => ({
          key: row.name,
          label: row.name,
          figure: String(totalOf(row)),
          parts: severityParts.map((part) => ({ ...part, value: row[part.key] })),
        }))}
      />
    </ChartCard>
  );
}

export const CategoriesCard = ({ rows }: { rows: Analytics['findingsByCategory'] }) => (
  <FindingsCard
    title="Findings by category"
    kind="Category"
    rows={rows.map((row) => ({ ...row, name: findingCategoryLabels[row.category] }))}
  />
);

export const AreasCard = ({ rows }: { rows: Analytics['findingsByArea'] }) => (
  <FindingsCard title="Findings by area" kind="Area" rows={rows.map((row) => ({ ...row, name: row.area }))} />
);

const phaseFills: Record<PhaseName, string> = {
  critical: fills.critical,
  major: fills.high,
  minor: fills.medium,
  months_3: fills.low,
  months_6: fills.low,
  months_12: fills.low,
  months_24: fills.low,
};

/** The cost of open plans by phase. */
export function PhasesCard({ phases }: { phases: readonly AnalyticsPhase[] }) {
  const title = 'Cost of open plans';
  return (
    <ChartCard
      title={title}
      note="Items still open today. Planning estimates without freight, tax and contingency."
      empty={phases.some(({ items }) => items > 0) ? null : 'No plan has open items.'}
      table={{
        columns: ['Phase', 'Due', 'Items', 'Cost', 'Low', 'High'],
        rows: phases.map((phase) => [
          phaseLabels[phase.name],
          phaseWindows[phase.name],
          phase.items,
          { cents: phase.cost },
          { cents: phase.costLow },
          { cents: phase.costHigh },
        ]),
      }}
    >
      <RowBars
        label={title}
        rows={phases.map((phase) => ({
          key: phase.name,
          label: `${phaseLabels[phase.name]} · ${phaseWindows[phase.name]} · ${plural(phase.items, 'item')}`,
          figure: formatWholeDollars(phase.cost),
          parts: [{ key: phase.name, label: phase.name, className: phaseFills[phase.name], value: phase.cost }],
        }))}
      />
    </ChartCard>
  );
}
