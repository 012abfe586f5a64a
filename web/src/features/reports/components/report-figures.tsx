import type { ReactNode } from 'react';
import type { PipReport } from '#contract/reports.ts';
import { formatMoney, formatWholeDollarRange, formatWholeDollars } from '#contract/money.ts';
import { costHint, crewsHint, daysText, phaseCounts, plannedItems, priorityHint } from '#web/features/reports/texts.ts';
import { formatLongDateTime } from '#web/lib/format.ts';
import { StatusBadge, statusLabel } from '#web/ui/badge.tsx';
import { Card, CardHeader, StatCard } from '#web/ui/card.tsx';

/** The four key figures of a plan. */
export function ReportFigures({ report }: { report: PipReport }) {
  return (
    <div className="grid grid-cols-2 gap-2.5 sm:gap-3.5 lg:grid-cols-4 print:grid-cols-4">
      <StatCard label="Total Issues" value={plannedItems(report)} hint={phaseCounts(report)} />
      <StatCard label="Estimated Cost" value={formatWholeDollars(report.totalCost)} hint={costHint(report)} />
      <StatCard label="Timeline" value={daysText(report.estimatedDays)} hint={crewsHint(report.crews)} />
      <StatCard
        label="Priority"
        value={statusLabel(report.priority)}
        tone={report.priority === 'critical' ? 'critical' : undefined}
        hint={priorityHint(report.priority)}
      />
    </div>
  );
}

/** The calculation of the total, line by line. */
export function CostCard({ report }: { report: PipReport }) {
  return (
    <Card className="break-inside-avoid">
      <CardHeader title="Estimated cost" />
      <dl className="grid gap-2 px-[18px] pb-3 tabular-nums">
        {report.costLines.map(({ label, amount }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="text-ink-2">{label}</dt>
            <dd className="whitespace-nowrap">{formatMoney(amount)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-strong">
          <dt>Total</dt>
          <dd>{formatMoney(report.totalCost)}</dd>
        </div>
      </dl>
      <p className="px-[18px] pb-4 text-small text-ink-2">
        Planning estimate from unit costs: {formatWholeDollarRange(report.costLow, report.costHigh)}. Not a quote.
      </p>
    </Card>
  );
}

/** The source and the status of the plan. */
export function ReportDetails({ report }: { report: PipReport }) {
  const facts: [string, ReactNode][] = [
    ['Property', report.property.name],
    ['Area', report.source === 'property' ? 'All areas' : (report.area ?? '–')],
    ['Inspector', report.inspector ?? '–'],
    ['Report status', <StatusBadge key="status" status={report.status} of="plan" />],
    ['Generated', formatLongDateTime(report.createdAt)],
    ...(report.approvedAt
      ? [
          [
            'Accepted',
            `${formatLongDateTime(report.approvedAt)}${report.approvedByName ? ` by ${report.approvedByName}` : ''}`,
          ] as [string, string],
        ]
      : []),
    [
      'Report ID',
      <span key="id" className="text-small break-all">
        {report.id}
      </span>,
    ],
  ];
  return (
    <Card className="break-inside-avoid">
      <CardHeader title="Inspection details" />
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2 px-[18px] pb-4">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
