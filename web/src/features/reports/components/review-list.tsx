import { Link } from '@tanstack/react-router';
import { FileCheck } from 'lucide-react';
import type { PipReport, PipStatus } from '#contract/reports.ts';
import { useReports, useSubmitReport } from '#web/features/reports/api.ts';
import { daysText, roughMoney, scopeOf } from '#web/features/reports/texts.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const filters = [
  { value: 'all', label: 'All', statuses: ['draft', 'pending_approval', 'approved', 'in_progress', 'completed'] },
  { value: 'draft', label: 'Draft', statuses: ['draft'] },
  { value: 'pending_approval', label: 'Pending Approval', statuses: ['pending_approval'] },
  { value: 'approved', label: 'Approved', statuses: ['approved'] },
  { value: 'in_progress', label: 'In Progress', statuses: ['in_progress'] },
] as const satisfies readonly { value: string; label: string; statuses: readonly PipStatus[] }[];

const within = (statuses: readonly PipStatus[]) => (report: PipReport) => statuses.includes(report.status);

function SendButton({ report }: { report: PipReport }) {
  const submit = useSubmitReport();
  if (!report.abilities.submit) return null;
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={submit.isPending}
      aria-label={`Send the plan of ${report.property.name}, ${scopeOf(report)}, to its owner`}
      onClick={() => submit.mutate(report.id)}
    >
      Send to owner
    </Button>
  );
}

function Name({ report }: { report: PipReport }) {
  return (
    <>
      <Link
        to="/pip-report/$id"
        params={{ id: report.id }}
        className="rounded-small font-strong hover:text-accent hover:underline"
      >
        {report.property.name}
      </Link>
      <div className="text-small text-ink-2">{scopeOf(report)}</div>
    </>
  );
}

function ReviewTable({ reports }: { reports: readonly PipReport[] }) {
  return (
    <Table label="Plans">
      <thead>
        <tr>
          <Th className="pl-[18px]">Property</Th>
          <Th>Generated</Th>
          <Th numeric>Items</Th>
          <Th numeric>Pending</Th>
          <Th numeric>Cost</Th>
          <Th numeric>Days</Th>
          <Th>Priority</Th>
          <Th>Status</Th>
          <Th className="w-[160px] pr-[18px] text-right">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <Tr key={report.id}>
            <Td className="pl-[18px]">
              <Name report={report} />
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{formatDate(report.createdAt)}</Td>
            <Td numeric>{report.itemCount}</Td>
            <Td numeric className={report.pendingItems > 0 ? 'font-strong' : 'text-ink-2'}>
              {report.pendingItems}
            </Td>
            <Td numeric>{roughMoney(report.totalCost)}</Td>
            <Td numeric>{report.estimatedDays}</Td>
            <Td>
              <SeverityBadge severity={report.priority} />
            </Td>
            <Td>
              <StatusBadge status={report.status} />
            </Td>
            <Td className="h-[53px] pr-[18px] text-right">
              <SendButton report={report} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function ReviewCards({ reports }: { reports: readonly PipReport[] }) {
  return (
    <ul className="divide-y divide-line">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-2.5 px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Name report={report} />
            </div>
            <StatusBadge status={report.status} className="mt-0.5" />
          </div>
          <p className="text-small text-ink-2">
            {formatDate(report.createdAt)} · {plural(report.itemCount, 'item')}
            {report.pendingItems > 0 && `, ${report.pendingItems} pending`} · {roughMoney(report.totalCost)} ·{' '}
            {daysText(report.estimatedDays)}
          </p>
          <div className="flex items-center justify-between gap-3">
            <SeverityBadge severity={report.priority} />
            <SendButton report={report} />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface ReviewListProps {
  status: string | undefined;
  onFilter: (change: { status?: string }) => void;
}

/** The tab PIP Review: plans to look through, item by item, and to send to their owners. */
export function ReviewList({ status, onFilter }: ReviewListProps) {
  const { list, reports } = useReports();
  const { error, refetch } = list;
  const wide = useMedia('(min-width: 900px)');
  const filter = filters.find(({ value }) => value === status) ?? filters[0];
  const found = reports?.filter(within(filter.statuses));
  const drafts = reports?.filter(within(['draft'])).length;
  const List = wide ? ReviewTable : ReviewCards;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div>
        <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">PIP Review</h2>
        <p className="text-ink-2">
          {drafts === undefined
            ? '\u00a0'
            : drafts === 0
              ? 'No draft waits to be sent'
              : `${drafts} ${drafts === 1 ? 'draft waits' : 'drafts wait'} to be looked through and sent to the owner`}
        </p>
      </div>
      <FilterRow
        label="Status of plans"
        value={filter.value}
        choices={filters.map(({ value, label, statuses }) => ({
          value,
          label,
          count: reports?.filter(within(statuses)).length,
        }))}
        onChange={(value) => onFilter({ status: value === 'all' ? undefined : value })}
      />
      <Card className="overflow-hidden">
        {found ? (
          found.length > 0 ? (
            <List reports={found} />
          ) : (
            <EmptyState icon={FileCheck} title="No plans here">
              {filter.value === 'all'
                ? 'A plan appears here when an owner generates it from an inspection.'
                : 'No plan is in this state.'}
            </EmptyState>
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows rows={5} label="Loading plans" />
        )}
        <LoadMore list={list} />
      </Card>
    </section>
  );
}
