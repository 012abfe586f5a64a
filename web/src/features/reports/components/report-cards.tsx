import { Link } from '@tanstack/react-router';
import type { PipReport } from '#contract/reports.ts';
import { daysText, roughMoney, scopeOf } from '#web/features/reports/texts.ts';
import { formatDate } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { StatCard } from '#web/ui/card.tsx';

interface ReportTotalsProps {
  /** Undefined while they load. */
  reports: readonly PipReport[] | undefined;
  /** Older ones are not loaded, and not in the figures. */
  more: boolean;
}

/** Figures over the reports of the list. */
export function ReportTotals({ reports, more }: ReportTotalsProps) {
  const count = reports?.length ?? 0;
  const cost = reports?.reduce((sum, report) => sum + Number(report.totalCost), 0) ?? 0;
  const days = reports?.reduce((sum, report) => sum + report.estimatedDays, 0) ?? 0;
  const waiting = reports?.filter(({ status }) => status === 'pending_approval').length ?? 0;
  const known = reports !== undefined;
  return (
    <div className="grid gap-3.5 sm:grid-cols-3">
      <StatCard
        label="Total Reports"
        value={known ? `${count}${more ? '+' : ''}` : undefined}
        hint={waiting > 0 ? `${waiting} pending approval` : 'none pending approval'}
      />
      <StatCard
        label="Total Estimated Cost"
        value={known ? roughMoney(cost) : undefined}
        hint={more ? `of the latest ${count}, estimates` : 'planning estimates, not quotes'}
      />
      <StatCard
        label="Average Timeline"
        value={known ? daysText(count > 0 ? Math.round(days / count) : 0) : undefined}
        hint="from acceptance to the last work"
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
        <StatusBadge status={report.status} className="mt-0.5" />
      </div>
      <dl className="grid grid-cols-3 gap-3">
        <Fact label="Date" value={formatDate(report.createdAt)} />
        <Fact label="Cost" value={roughMoney(report.totalCost)} />
        <Fact label="Timeline" value={daysText(report.estimatedDays)} />
      </dl>
      <div className="flex items-center justify-between gap-3 border-t border-line pt-3 text-small text-ink-2">
        <span>{report.itemCount === 1 ? '1 item' : `${report.itemCount} items`}</span>
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
