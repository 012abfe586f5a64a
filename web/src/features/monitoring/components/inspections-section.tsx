import { ClipboardCheck, Flag } from 'lucide-react';
import type { Ref } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { SessionFilters } from '#web/features/monitoring/components/inspection-filters.tsx';
import {
  SessionCards,
  SessionTable,
  type SessionActions,
} from '#web/features/monitoring/components/inspection-table.tsx';
import {
  filterCount,
  pressedStatus,
  statusFilters,
  type MonitoringSearch,
} from '#web/features/monitoring/monitoring-search.ts';
import type { Sessions } from '#web/features/monitoring/use-inspections.ts';
import { cn } from '#web/lib/cn.ts';
import { formatWaiting } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { FilterRow } from '#web/ui/filter-row.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface SessionsSectionProps {
  search: MonitoringSearch;
  onSearch: (change: MonitoringSearch) => void;
  sessions: Sessions;
  searchBox: Ref<HTMLInputElement>;
  selectedId: string | undefined;
  /** Rows as a table; as cards otherwise. */
  table: boolean;
  /** Fewer columns, beside an open review. */
  narrow: boolean;
  actions: SessionActions;
  onFocusRow: (inspection: Inspection) => void;
}

function waitingText(count: number | undefined, oldestAt: string | null): string {
  if (count === undefined) return '\u00a0';
  if (count === 0) return 'Nothing waits for review';
  const waiting = `${count} ${count === 1 ? 'waits' : 'wait'} for review`;
  if (!oldestAt) return waiting;
  return `${waiting}, ${count === 1 ? '' : 'the oldest '}for ${formatWaiting(oldestAt)}`;
}

function Results({ sessions, table, actions, search, onSearch, ...list }: Omit<SessionsSectionProps, 'searchBox'>) {
  const { rows, list: query } = sessions;
  if (query.error && !rows) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!rows)
    return (
      <div className="relative">
        <SkeletonRows rows={8} label="Loading inspections" />
        <Spinner className="absolute inset-x-0 top-1/2 mx-auto block size-8 -translate-y-1/2 text-accent" />
      </div>
    );
  const filtered = pressedStatus(search) !== 'all' || !!search.q || !!search.flagged || filterCount(search) > 0;
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
        {!filtered && 'Sessions appear here when an owner completes an area.'}
      </EmptyState>
    );
  const List = table ? SessionTable : SessionCards;
  return (
    <>
      <List inspections={rows} {...actions} {...list} />
      <LoadMore list={query} />
    </>
  );
}

/** Search, filters and the sessions they find. */
export function SessionsSection({ searchBox, ...props }: SessionsSectionProps) {
  const { search, onSearch, sessions } = props;
  const { counts, list, oldestPendingAt } = sessions;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <div>
        <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Inspection Sessions</h2>
        <p className="text-ink-2">{waitingText(counts?.pending_review, oldestPendingAt)}</p>
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
        <SessionFilters search={search} onChange={onSearch} />
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
          label="Status of sessions"
          value={pressedStatus(search)}
          choices={statusFilters.map((choice) => ({ ...choice, count: counts?.[choice.value] }))}
          onChange={(value) => onSearch({ status: value === 'all' ? undefined : value })}
          className="max-w-[calc(100%+32px)] md:max-w-full"
        />
      </div>
      <Card className="overflow-hidden" aria-busy={list.isPlaceholderData}>
        <Results {...props} />
      </Card>
    </section>
  );
}
