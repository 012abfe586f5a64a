import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Building2, Download } from 'lucide-react';
import { formatWholeDollars } from '#contract/money.ts';
import type { Portfolio } from '#contract/portfolio.ts';
import { plural } from '#contract/texts.ts';
import { portfolioPages, useSavePortfolio } from '#web/features/analytics/api.ts';
import { choiceOf } from '#web/features/analytics/choice.ts';
import { PortfolioList, PortfolioTable } from '#web/features/analytics/components/portfolio-rows.tsx';
import { portfolioFilter, sortedBy, type PortfolioSearch } from '#web/features/analytics/portfolio-search.ts';
import { severityText, totalOf } from '#web/features/analytics/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, StatCard } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';

interface PortfolioPanelProps {
  search: PortfolioSearch;
  onSearch: (change: PortfolioSearch) => void;
}

const critical = (is: boolean) => (is ? { tone: 'critical' as const } : {});

/** The totals of the matching properties; skeletons of the same size while they load. */
function Totals({ totals }: { totals: Portfolio['totals'] | undefined }) {
  const grid =
    'grid grid-cols-2 gap-2.5 sm:gap-3.5 lg:grid-cols-5 [&>*:last-child]:col-span-2 lg:[&>*:last-child]:col-span-1';
  if (!totals)
    return (
      <div className={grid}>
        {['Properties', 'Open findings', 'Open cost', 'Overdue items', 'Overdue cases'].map((label) => (
          <StatCard key={label} label={label} value={undefined} />
        ))}
      </div>
    );
  const { properties, scored, openFindings, costs, openItems, overdueItems, overdueCases, withCritical } = totals;
  return (
    <div className={grid}>
      <StatCard label="Properties" value={properties} hint={`${scored} with a score`} />
      <StatCard
        label="Open findings"
        value={totalOf(openFindings)}
        hint={
          withCritical > 0
            ? `${openFindings.critical} critical in ${plural(withCritical, 'property', 'properties')}`
            : severityText(openFindings)
        }
        {...critical(withCritical > 0)}
      />
      <StatCard
        label="Open cost"
        value={formatWholeDollars(costs.open)}
        hint={`${formatWholeDollars(costs.capital)} capital, ${formatWholeDollars(costs.operating)} operating, before overheads`}
      />
      <StatCard
        label="Overdue items"
        value={overdueItems}
        hint={`of ${plural(openItems, 'open item')}`}
        {...critical(overdueItems > 0)}
      />
      <StatCard
        label="Overdue cases"
        value={overdueCases}
        hint={overdueCases > 0 ? 'past their due date, not submitted' : 'no open case is late'}
        {...critical(overdueCases > 0)}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  values: readonly string[] | undefined;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, values = [], value, onChange }: ChoiceProps) {
  const { current, options } = choiceOf(values, value);
  return (
    <Select
      dense
      aria-label={label}
      className="w-[calc(50%-5px)] sm:w-[184px]"
      value={current}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </Select>
  );
}

function NoProperties({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={Building2}
      title={filtered ? 'No properties match these filters' : 'No properties yet'}
      actions={
        filtered && (
          <Button variant="secondary" onClick={onClear}>
            Clear filters
          </Button>
        )
      }
    >
      {!filtered && 'Properties appear once their owners accept a case or add them.'}
    </EmptyState>
  );
}

/** The Portfolio tab: every property with its current figures, worst score first. */
export default function PortfolioPanel({ search, onSearch }: PortfolioPanelProps) {
  const filter = portfolioFilter(search);
  const wide = useMedia('(min-width: 1100px)');
  const save = useSavePortfolio();
  const list = useInfiniteQuery({ ...portfolioPages(filter), placeholderData: keepPreviousData });
  const last = list.data?.pages.at(-1);
  const rows = list.data?.pages.flatMap((page) => page.properties);
  const filtered = [filter.q, filter.brand, filter.state].some(Boolean);
  const clear = () => onSearch({ q: undefined, brand: undefined, state: undefined });
  const Rows = wide ? PortfolioTable : PortfolioList;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-display text-xl font-semibold tracking-[-0.01em]">Portfolio</h2>
        <Button
          size="sm"
          variant="secondary"
          pending={save.isPending}
          disabled={!rows || rows.length === 0}
          onClick={() => save.mutate(filter)}
        >
          <Download aria-hidden="true" />
          Save as CSV
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-2.5">
        <SearchInput
          label="Search properties"
          placeholder="Search name, city, state or brand..."
          value={filter.q ?? ''}
          onSearch={(text) => onSearch({ q: text || undefined })}
          className="w-full lg:w-[340px]"
        />
        <Choice
          label="Brand"
          all="All brands"
          values={last?.brands}
          value={filter.brand}
          onChange={(brand) => onSearch({ brand })}
        />
        <Choice
          label="State"
          all="All states"
          values={last?.states}
          value={filter.state}
          onChange={(state) => onSearch({ state })}
        />
        {filtered && (
          <Button size="sm" variant="ghost" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
      {!(list.error && !rows) && <Totals totals={last?.totals} />}
      <Card className="overflow-hidden" aria-busy={list.isPlaceholderData || undefined}>
        {rows ? (
          rows.length > 0 ? (
            <>
              <Rows
                rows={rows}
                sort={filter.sort}
                direction={filter.direction}
                onSort={(sort) => onSearch(sortedBy(filter, sort))}
              />
              <LoadMore list={list} />
            </>
          ) : (
            <NoProperties filtered={filtered} onClear={clear} />
          )
        ) : list.error ? (
          <ErrorState
            title="The portfolio could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} label="Loading the properties" />
        )}
      </Card>
    </div>
  );
}
