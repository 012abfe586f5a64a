import { ClipboardCheck, Flag } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { InspectionFilters } from '#web/features/monitoring/components/inspection-filters.tsx';
import {
  InspectionCards,
  InspectionTable,
  type InspectionActions,
} from '#web/features/monitoring/components/inspection-table.tsx';
import {
  chosenSorting,
  isSearching,
  pressedStatus,
  sortings,
  statusFilters,
  type MonitoringSearch,
} from '#web/features/monitoring/monitoring-search.ts';
import type { InspectionPages } from '#web/features/monitoring/use-inspections.ts';
import { SavedViews } from '#web/features/saved-views/components/saved-views.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatWaiting } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Select } from '#web/ui/select.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { useReady } from '#web/lib/use-ready.ts';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface InspectionsSectionProps {
  search: MonitoringSearch;
  onSearch: (change: MonitoringSearch) => void;
  inspections: InspectionPages;
  searchBox: Ref<HTMLInputElement>;
  selectedId: string | undefined;
  /** Shows a table instead of cards. */
  table: boolean;
  /** Shows fewer columns, to make room for an open review. */
  narrow: boolean;
  actions: InspectionActions;
  /** The actions for the selected inspections. */
  selection: ReactNode;
  chosenIds: ReadonlySet<string>;
  onFocusRow: (inspection: Inspection) => void;
}

function pendingText(count: number | undefined, oldestAt: string | null): string {
  if (count === undefined) return '\u00a0';
  if (count === 0) return 'Nothing pending';
  return oldestAt ? `${count} pending · oldest ${formatWaiting(oldestAt)}` : `${count} pending`;
}

function Results({
  inspections,
  table,
  actions,
  search,
  onSearch,
  ...list
}: Omit<InspectionsSectionProps, 'searchBox' | 'selection'>) {
  const { rows, list: query } = inspections;
  const isReady = useReady(rows);
  if (query.error && !rows) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!rows || !isReady)
    return (
      <div className="relative">
        <SkeletonRows rows={8} label="Loading inspections" />
        <Spinner className="absolute inset-x-0 top-1/2 mx-auto block size-8 -translate-y-1/2 text-accent" />
      </div>
    );
  const filtered = search.status !== undefined || isSearching(search);
  if (rows.length === 0)
    return (
      <EmptyState
        icon={ClipboardCheck}
        title="No inspections found matching your criteria."
        actions={
          filtered && (
            <Button
              variant="secondary"
              onClick={() =>
                onSearch({
                  q: undefined,
                  status: undefined,
                  flagged: undefined,
                  propertyId: undefined,
                  from: undefined,
                  to: undefined,
                })
              }
            >
              Clear filters
            </Button>
          )
        }
      >
        {!filtered && 'Nothing waits for review. Inspections appear here when an owner completes an area.'}
      </EmptyState>
    );
  const List = table ? InspectionTable : InspectionCards;
  return (
    <>
      <List inspections={rows} {...actions} {...list} />
      <LoadMore list={query} />
    </>
  );
}

/** The search box, the filters and the list of inspections. */
export function InspectionsSection({ searchBox, selection, ...props }: InspectionsSectionProps) {
  const { search, onSearch, inspections } = props;
  const { counts, list, oldestPendingAt } = inspections;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div>
        <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Inspection Sessions</h2>
        <p className="text-ink-2">{pendingText(counts?.pending_review, oldestPendingAt)}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          ref={searchBox}
          label="Search inspections"
          placeholder="Search inspections..."
          shortcut="/"
          value={search.q ?? ''}
          onSearch={(text) => onSearch({ q: text || undefined })}
          className="min-w-[160px] flex-1"
        />
        <InspectionFilters search={search} onChange={onSearch} />
        <Button
          size="sm"
          variant="secondary"
          aria-pressed={!!search.flagged}
          className={cn('gap-1.5', search.flagged && 'border-accent bg-accent-soft text-accent')}
          onClick={() => onSearch({ flagged: search.flagged ? undefined : 'true' })}
        >
          <Flag aria-hidden="true" />
          Flagged
          {counts && <span className={search.flagged ? '' : 'text-ink-2'}>{counts.flagged}</span>}
        </Button>
        <FilterRow
          label="Inspection status"
          value={pressedStatus(search)}
          choices={statusFilters.map((choice) => ({ ...choice, count: counts?.[choice.value] }))}
          onChange={(status) => onSearch({ status })}
          className="max-w-[calc(100%+32px)] md:max-w-full"
        />
        <Select
          dense
          aria-label="Order"
          className="w-[184px]"
          value={chosenSorting(search)}
          onChange={(event) => onSearch({ sort: event.target.value })}
        >
          {sortings.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <SavedViews
          list="monitoring"
          search={search}
          onOpen={(change) => onSearch({ ...change, inspectionId: undefined })}
        />
      </div>
      {selection}
      <Card className="overflow-hidden" aria-busy={list.isPlaceholderData}>
        <Results {...props} />
      </Card>
    </section>
  );
}
