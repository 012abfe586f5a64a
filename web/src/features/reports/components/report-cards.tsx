import { Link } from '@tanstack/react-router';
import type { PipReport, PipTotals } from '#contract/reports.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { daysText, scopeOf } from '#web/features/reports/texts.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { StatCard } from '#web/ui/card.tsx';

/** Totals over all reports, not over the loaded page alone; undefined while they load. */
export function ReportTotals({ totals }: { totals: PipTotals | undefined }) {
  const waiting = totals?.pendingApproval ?? 0;
  return (
    <div className="grid gap-3.5 sm:grid-cols-3">
      <StatCard
        label="Total Reports"
        value={totals?.reports}
        hint={waiting > 0 ? `${waiting} pending approval` : 'none pending approval'}
      />
      <StatCard
        label="Total Estimated Cost"
        value={totals && formatWholeDollars(totals.totalCost)}
        hint="planning estimates, not quotes"
      />
      <StatCard
        label="Average Timeline"
        value={totals && daysText(totals.averageDays)}
        hint="from acceptance to completion"
      />
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

function ReportCard({ report }: { report: PipReport }) {
  return (
    <Link
      to="/pip-report/$id"
      params={{ id: report.id }}
      className="grid h-full content-start gap-3.5 rounded-card border border-line bg-surface px-[18px] py-4 transition-colors hover:border-line-strong hover:shadow-card"
    >
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="heading">{report.property.name}</h2>
          <p className="text-ink-2">{scopeOf(report)}</p>
        </div>
        <StatusBadge status={report.status} of="plan" className="mt-0.5" />
      </div>
      <dl className="grid grid-cols-3 gap-3">
        <Fact label="Date" value={formatDate(report.createdAt)} />
        <Fact label="Cost" value={formatWholeDollars(report.totalCost)} />
        <Fact label="Timeline" value={daysText(report.estimatedDays)} />
      </dl>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3 text-small text-ink-2">
        <span>{plural(report.itemCount, 'item')}</span>
        <span className="flex items-center gap-2">
          Priority <SeverityBadge severity={report.priority} />
        </span>
      </div>
    </Link>
  );
}

export function ReportCards({ reports }: { reports: readonly PipReport[] }) {
  return (
    <ul className="grid gap-3.5 md:grid-cols-2 xl:grid-cols-3">
      {reports.map((report) => (
        <li key={report.id}>
          <ReportCard report={report} />
        </li>
      ))}
    </ul>
  );
}
