import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileCheck } from 'lucide-react';
import type { PipReport, PipStatus } from '#contract/reports.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { adminReportsPages, useSubmitReport } from '#web/features/reports/api.ts';
import { CatalogueButton } from '#web/features/reports/components/catalogue-button.tsx';
import { daysText, scopeOf } from '#web/features/reports/texts.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { useMedia } from '#web/ui/use-media.ts';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'pending_approval', label: 'Pending Approval' },
  { value: 'approved', label: 'Approved' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
] as const satisfies readonly { value: PipStatus | 'all'; label: string }[];
type Filter = (typeof filters)[number]['value'];

function SendButton({ report }: { report: PipReport }) {
  const submit = useSubmitReport();
  if (!report.abilities.submit) return null;
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={submit.isPending}
      aria-label={`Send the plan for ${report.property.name}, ${scopeOf(report)}, to its owner`}
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
        // Without this the row would open the plan in this tab as well.
        onClick={(event) => event.stopPropagation()}
        className="rounded-small font-strong wrap-anywhere hover:text-accent hover:underline"
      >
        {report.property.name}
      </Link>
      <div className="text-small text-ink-2">{scopeOf(report)}</div>
    </>
  );
}

/** The arrow keys, j and k move between rows, Enter opens one. */
function ReviewTable({ reports }: { reports: readonly PipReport[] }) {
  const navigate = useNavigate();
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
          <Tr key={report.id} onOpen={() => void navigate({ to: '/pip-report/$id', params: { id: report.id } })}>
            <Td className="min-w-[160px] pl-[18px]">
              <Name report={report} />
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{formatDate(report.createdAt)}</Td>
            <Td numeric>{report.itemCount}</Td>
            <Td numeric className={report.pendingItems > 0 ? 'font-strong' : 'text-ink-2'}>
              {report.pendingItems}
            </Td>
            <Td numeric>{formatWholeDollars(report.totalCost)}</Td>
            <Td numeric>{report.estimatedDays}</Td>
            <Td>
              <SeverityBadge severity={report.priority} />
            </Td>
            <Td>
              <StatusBadge status={report.status} of="plan" />
            </Td>
            <Td className="h-[53px] pr-[18px] text-right">
              {/* A press on the button is not a press on its row. */}
              <span role="presentation" onClick={(event) => event.stopPropagation()}>
                <SendButton report={report} />
              </span>
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
            <StatusBadge status={report.status} of="plan" className="mt-0.5" />
          </div>
          <p className="text-small text-ink-2">
            {formatDate(report.createdAt)} · {plural(report.itemCount, 'item')}
            {report.pendingItems > 0 && `, ${report.pendingItems} pending`} · {formatWholeDollars(report.totalCost)} ·{' '}
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
  q: string | undefined;
  onFilter: (change: { status?: string; q?: string }) => void;
}

const draftsText = (drafts: number | undefined): string =>
  drafts === undefined ? '\u00a0' : drafts === 0 ? 'No drafts to review' : `${plural(drafts, 'draft')} to review`;

/** The PIP Review tab: plans to review and to send to their owners. */
export function ReviewList({ status, q, onFilter }: ReviewListProps) {
  const filter: Filter = filters.find(({ value }) => value === status)?.value ?? 'all';
  const list = useInfiniteQuery({
    ...adminReportsPages({ status: filter === 'all' ? undefined : filter, q }),
    placeholderData: keepPreviousData,
  });
  const wide = useMedia('(min-width: 900px)');
  const counts = list.data?.pages[0]?.counts;
  const reports = list.data?.pages.flatMap((page) => page.reports);
  const filtered = !!q || filter !== 'all';
  const List = wide ? ReviewTable : ReviewCards;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">PIP Review</h2>
          <p className="text-ink-2">{draftsText(counts?.draft)}</p>
        </div>
        <CatalogueButton />
      </div>
      <div className="flex flex-col gap-3 lg:flex-row lg:items-center">
        <SearchInput
          label="Search plans"
          placeholder="Search plans..."
          value={q ?? ''}
          onSearch={(text) => onFilter({ q: text || undefined })}
          className="lg:w-[300px]"
        />
        <FilterRow
          label="Status of plans"
          value={filter}
          choices={filters.map((choice) => ({ ...choice, count: counts?.[choice.value] }))}
          onChange={(value) => onFilter({ status: value === 'all' ? undefined : value })}
        />
      </div>
      <Card className="overflow-hidden" aria-busy={list.isPlaceholderData}>
        {reports ? (
          reports.length > 0 ? (
            <List reports={reports} />
          ) : (
            <EmptyState
              icon={FileCheck}
              title="No plans found"
              actions={
                filtered && (
                  <Button variant="secondary" onClick={() => onFilter({ q: undefined, status: undefined })}>
                    Clear filters
                  </Button>
                )
              }
            >
              {filtered
                ? 'No plans match these filters.'
                : 'Plans appear here when an owner generates them from an inspection.'}
            </EmptyState>
          )
        ) : list.error ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <SkeletonRows rows={5} label="Loading plans" />
        )}
        <LoadMore list={list} />
      </Card>
    </section>
  );
}
