import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileCheck } from 'lucide-react';
import { useRef } from 'react';
import { planSubject, shownPlanStatus, type Plan, type PlanStatus } from '#contract/plans.ts';
import { formatMoney } from '#contract/money.ts';
import { plural } from '#contract/texts.ts';
import { adminPlansPages, useSubmitPlan } from '#web/features/plans/api.ts';
import { CatalogueButton } from '#web/features/plans/components/catalogue-button.tsx';
import { daysText, sendLabel } from '#web/features/plans/texts.ts';
import { formatDate } from '#web/lib/format.ts';
import { SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { useListKeys } from '#web/ui/use-list-keys.ts';
import { useMedia } from '#web/ui/use-media.ts';

const filters = [
  { value: 'all', label: 'All' },
  { value: 'draft', label: 'Draft' },
  { value: 'pending_approval', label: 'Pending Approval' },
  { value: 'approved', label: 'Approved' },
  { value: 'in_progress', label: 'In Progress' },
  { value: 'completed', label: 'Completed' },
] as const satisfies readonly { value: PlanStatus | 'all'; label: string }[];
type Filter = (typeof filters)[number]['value'];

function SendButton({ plan }: { plan: Plan }) {
  const submit = useSubmitPlan();
  if (!plan.abilities.submit) return null;
  return (
    <Button
      size="sm"
      variant="secondary"
      pending={submit.isPending}
      aria-label={`${sendLabel(plan, true)}: the plan for ${plan.property.name}, ${planSubject(plan)}`}
      onClick={() => submit.mutate(plan.id)}
    >
      {sendLabel(plan, true)}
    </Button>
  );
}

function Name({ plan }: { plan: Plan }) {
  return (
    <>
      <Link
        to="/pip-report/$id"
        params={{ id: plan.id }}
        // Otherwise the row would also open the plan in this tab.
        onClick={(event) => event.stopPropagation()}
        className="rounded-small font-strong wrap-anywhere hover:text-accent hover:underline"
      >
        {plan.property.name}
      </Link>
      <div className="text-small text-ink-2">
        {planSubject(plan)}
        {plan.propertyPlanId && ", in the property's plan"}
      </div>
    </>
  );
}

/** The arrow keys, j and k move between rows, Enter opens a plan. */
function ReviewTable({ plans }: { plans: readonly Plan[] }) {
  const navigate = useNavigate();
  return (
    <Table label="Plans">
      <thead>
        <tr>
          <Th className="ps-[18px]">Property</Th>
          <Th>Generated</Th>
          <Th numeric>Items</Th>
          <Th numeric>Pending</Th>
          <Th numeric>Cost</Th>
          <Th numeric>Days</Th>
          <Th>Priority</Th>
          <Th>Status</Th>
          <Th className="w-[160px] pe-[18px] text-end">Actions</Th>
        </tr>
      </thead>
      <tbody>
        {plans.map((plan) => (
          <Tr key={plan.id} onOpen={() => void navigate({ to: '/pip-report/$id', params: { id: plan.id } })}>
            <Td className="min-w-[160px] ps-[18px]">
              <Name plan={plan} />
            </Td>
            <Td className="whitespace-nowrap text-ink-2">{formatDate(plan.createdAt)}</Td>
            <Td numeric>{plan.itemCount}</Td>
            <Td numeric className={plan.pendingItems > 0 ? 'font-strong' : 'text-ink-2'}>
              {plan.pendingItems}
            </Td>
            <Td numeric>{formatMoney(plan.totalCost)}</Td>
            <Td numeric>{plan.estimatedDays}</Td>
            <Td>
              <SeverityBadge severity={plan.priority} />
            </Td>
            <Td>
              <StatusBadge status={shownPlanStatus(plan)} of="plan" />
            </Td>
            <Td className="h-[53px] pe-[18px] text-end">
              {/* Otherwise a press on the button would also open the row. */}
              <span role="presentation" onClick={(event) => event.stopPropagation()}>
                <SendButton plan={plan} />
              </span>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

function ReviewCards({ plans }: { plans: readonly Plan[] }) {
  return (
    <ul className="divide-y divide-line">
      {plans.map((plan) => (
        <li key={plan.id} className="grid gap-2.5 px-4 py-3.5">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <Name plan={plan} />
            </div>
            <StatusBadge status={shownPlanStatus(plan)} of="plan" className="mt-0.5" />
          </div>
          <p className="text-small text-ink-2">
            {formatDate(plan.createdAt)} · {plural(plan.itemCount, 'item')}
            {plan.pendingItems > 0 && `, ${plan.pendingItems} pending`} · {formatMoney(plan.totalCost)} ·{' '}
            {daysText(plan.estimatedDays)}
          </p>
          <div className="flex items-center justify-between gap-3">
            <SeverityBadge severity={plan.priority} />
            <SendButton plan={plan} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The chosen status: by default the drafts, which wait for the reviewer, or all plans while a search is active. */
const pressedStatus = ({ status, q }: Pick<ReviewListProps, 'status' | 'q'>): Filter =>
  filters.find(({ value }) => value === status)?.value ?? (status !== undefined || q ? 'all' : 'draft');

interface ReviewListProps {
  status: string | undefined;
  q: string | undefined;
  onFilter: (change: { status?: string; q?: string }) => void;
}

const draftsText = (drafts: number | undefined): string =>
  drafts === undefined ? '\u00a0' : drafts === 0 ? 'No drafts to review' : `${plural(drafts, 'draft')} to review`;

/** The keys of the inspections' list: j and k move between rows, also from outside the list; / searches. */
function useReviewKeys(loadMore: () => void) {
  const card = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  useListKeys(true, (key) => {
    if (key === '/') searchBox.current?.focus();
    else if (key === 'j' || key === 'k') {
      const rows = card.current?.querySelectorAll<HTMLElement>('tr[tabindex]');
      // A focused row moves the focus itself, except at an end of the list.
      if (!card.current?.contains(document.activeElement)) rows?.[0]?.focus();
      else if (key === 'j') loadMore();
    } else return false;
    return true;
  });
  return { card, searchBox };
}

/** The PIP Review tab: the plans to review and to send to their owners, those with the most severe items first. */
export function ReviewList({ status, q, onFilter }: ReviewListProps) {
  const filter = pressedStatus({ status, q });
  const list = useInfiniteQuery({
    ...adminPlansPages({
      status: filter === 'all' ? undefined : filter,
      q,
      sort: filter === 'draft' ? 'worst' : undefined,
    }),
    placeholderData: keepPreviousData,
  });
  const { card, searchBox } = useReviewKeys(() => {
    if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  });
  const wide = useMedia('(min-width: 900px)');
  const counts = list.data?.pages[0]?.counts;
  const plans = list.data?.pages.flatMap((page) => page.reports);
  const filtered = !!q || status !== undefined;
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
          ref={searchBox}
          label="Search plans"
          placeholder="Search plans..."
          shortcut="/"
          value={q ?? ''}
          onSearch={(text) => onFilter({ q: text || undefined })}
          className="lg:w-[300px]"
        />
        <FilterRow
          label="Status of plans"
          value={filter}
          choices={filters.map((choice) => ({ ...choice, count: counts?.[choice.value] }))}
          onChange={(value) => onFilter({ status: value })}
        />
      </div>
      <Card ref={card} className="overflow-hidden" aria-busy={list.isPlaceholderData}>
        {plans ? (
          plans.length > 0 ? (
            <List plans={plans} />
          ) : (
            <EmptyState
              icon={FileCheck}
              title={filtered ? 'No plans found' : 'No drafts to review'}
              actions={
                filtered ? (
                  <Button variant="secondary" onClick={() => onFilter({ q: undefined, status: undefined })}>
                    Clear filters
                  </Button>
                ) : (
                  !!counts?.all && (
                    <Button variant="secondary" onClick={() => onFilter({ status: 'all' })}>
                      Show all plans
                    </Button>
                  )
                )
              }
            >
              {filtered
                ? 'No plans match these filters.'
                : 'Drafts appear here when an owner generates a plan from an inspection.'}
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
