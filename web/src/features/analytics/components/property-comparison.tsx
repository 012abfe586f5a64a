import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Analytics, AnalyticsProperty } from '#contract/analytics.ts';
import { formatWholeDollars } from '#contract/money.ts';
import { FindingCounts } from '#web/features/analytics/components/finding-counts.tsx';
import { SortHead } from '#web/features/analytics/components/sort-head.tsx';
import {
  firstDirection,
  sortKeys,
  sortProperties,
  type SortKey,
  type Sorting,
} from '#web/features/analytics/sorting.ts';
import { cn } from '#web/lib/cn.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ScoreBar } from '#web/ui/score.tsx';
import { Select } from '#web/ui/select.tsx';
import { Table, Td, Tr } from '#web/ui/table.tsx';

const titles: Record<SortKey, string> = {
  name: 'Property',
  score: 'Score',
  findings: 'Open findings',
  cost: 'Open PIP cost',
  inspected: 'Last inspection',
};
const columns = ['name', 'score', 'findings', 'cost', 'inspected'] as const satisfies readonly SortKey[];
const maxRows = 10;

const addressOf = ({ city, state, brandStandard }: AnalyticsProperty) =>
  [`${city}, ${state}`, brandStandard].filter(Boolean).join(' · ');
const inspected = ({ lastInspectionAt }: AnalyticsProperty) => (lastInspectionAt ? formatDate(lastInspectionAt) : '–');
const cost = ({ pipCost }: AnalyticsProperty) => (pipCost > 0 ? formatWholeDollars(pipCost) : '–');

const PropertyLink = ({ row, className }: { row: AnalyticsProperty; className?: string }) => (
  <Link to="/properties/$id" params={{ id: row.id }} className={cn('font-strong hover:underline', className)}>
    {row.name}
  </Link>
);

interface ListProps {
  rows: readonly AnalyticsProperty[];
  sorting: Sorting;
  onSort: (key: SortKey) => void;
}

function PropertyTable({ rows, sorting, onSort }: ListProps) {
  return (
    <div className="hidden md:block">
      <Table label="Properties compared">
        <thead>
          <tr>
            {columns.map((column) => (
              <SortHead
                key={column}
                title={titles[column]}
                sorted={sorting.key === column ? (sorting.descending ? 'desc' : 'asc') : null}
                numeric={column === 'cost'}
                className={cn(column === 'name' && 'ps-[18px]', column === 'inspected' && 'pe-[18px]')}
                onSort={() => onSort(column)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Tr key={row.id}>
              <Td className="max-w-[280px] ps-[18px] wrap-anywhere">
                <PropertyLink row={row} />
                <div className="text-small text-ink-2">{addressOf(row)}</div>
              </Td>
              <Td className="w-[264px]">
                <ScoreBar score={row.score} coverage={row.coverage} label={`Score of ${row.name}`} />
              </Td>
              <Td>
                <FindingCounts counts={row.openFindings} />
              </Td>
              <Td numeric className="whitespace-nowrap">
                {cost(row)}
              </Td>
              <Td className="pe-[18px] whitespace-nowrap text-ink-2">{inspected(row)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The same rows as cards for phones, with a select for sorting. */
function PropertyList({ rows, sorting, onSort }: ListProps) {
  return (
    <div className="md:hidden">
      <label className="flex items-center gap-3 px-[18px] pb-3 text-small text-ink-2">
        Sort by
        <Select
          className="flex-1"
          value={sorting.key}
          onChange={(event) => {
            const key = sortKeys.find((each) => each === event.target.value);
            if (key) onSort(key);
          }}
        >
          {sortKeys.map((key) => (
            <option key={key} value={key}>
              {titles[key]}
            </option>
          ))}
        </Select>
      </label>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-2 px-[18px] py-3 wrap-anywhere">
            <div>
              <PropertyLink row={row} className="inline-flex min-h-11 items-center" />
              <div className="-mt-2 text-small text-ink-2">{addressOf(row)}</div>
            </div>
            <ScoreBar score={row.score} coverage={row.coverage} label={`Score of ${row.name}`} />
            <FindingCounts counts={row.openFindings} />
            <div className="flex justify-between gap-3 text-small text-ink-2">
              <span>{cost(row) === '–' ? 'No open PIP items' : `${cost(row)} open PIP cost`}</span>
              <span>{row.lastInspectionAt ? `Inspected ${inspected(row)}` : 'Never inspected'}</span>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The current figures of the properties, lowest score first by default. */
export function PropertyComparison({ properties, propertiesTotal }: Pick<Analytics, 'properties' | 'propertiesTotal'>) {
  const [sorting, setSorting] = useState<Sorting>({ key: 'score', descending: false });
  const [all, setAll] = useState(false);
  const sorted = sortProperties(properties, sorting);
  const list = {
    rows: all ? sorted : sorted.slice(0, maxRows),
    sorting,
    onSort: (key: SortKey) =>
      setSorting((previous) => ({
        key,
        descending: previous.key === key ? !previous.descending : firstDirection[key],
      })),
  };
  return (
    <Card className="min-w-0 pb-1">
      <CardHeader
        title="Properties compared"
        note={
          propertiesTotal > properties.length
            ? `Current figures of the ${properties.length} properties inspected last, of ${propertiesTotal}.`
            : 'Current figures.'
        }
      />
      {properties.length === 0 ? (
        <p className="px-[18px] pt-4 pb-8 text-center text-ink-2">No properties match these filters.</p>
      ) : (
        <>
          <PropertyTable {...list} />
          <PropertyList {...list} />
          {!all && sorted.length > maxRows && (
            <div className="border-t border-line p-2 text-center">
              <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
                Show all {sorted.length}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}
