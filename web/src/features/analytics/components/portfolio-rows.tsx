import { Link } from '@tanstack/react-router';
import { formatWholeDollars } from '#contract/money.ts';
import { portfolioSortings, type Direction, type PortfolioRow, type PortfolioSorting } from '#contract/portfolio.ts';
import { FindingCounts } from '#web/features/analytics/components/finding-counts.tsx';
import { SortHead } from '#web/features/analytics/components/sort-head.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDate } from '#web/lib/format.ts';
import { DueText } from '#web/ui/due-text.tsx';
import { ScoreBar } from '#web/ui/score.tsx';
import { Select } from '#web/ui/select.tsx';
import { Table, Td, Tr } from '#web/ui/table.tsx';

const titles: Record<PortfolioSorting, string> = {
  name: 'Property',
  score: 'Score',
  findings: 'Open findings',
  cost: 'Open cost',
  overdue: 'Overdue items',
  due: 'Running case',
  inspected: 'Last inspection',
};
const columns = ['name', 'score', 'findings', 'cost', 'overdue', 'due', 'inspected'] as const;
const numeric: readonly PortfolioSorting[] = ['cost', 'overdue'];

interface RowsProps {
  rows: readonly PortfolioRow[];
  sort: PortfolioSorting;
  direction: Direction;
  onSort: (sort: PortfolioSorting) => void;
}

const placeOf = ({ city, state, brandStandard }: PortfolioRow) =>
  [`${city}, ${state}`, brandStandard].filter(Boolean).join(' · ');

const PropertyLink = ({ row, className }: { row: PortfolioRow; className?: string }) => (
  <Link
    to="/properties/$id"
    params={{ id: row.id }}
    className={cn('font-strong break-words hover:underline', className)}
  >
    {row.name}
  </Link>
);

const Score = ({ row }: { row: PortfolioRow }) => (
  <ScoreBar score={row.score} coverage={row.coverage} label={`Score of ${row.name}`} />
);

function Cost({ row: { costs } }: { row: PortfolioRow }) {
  if (costs.open === 0) return <span className="text-ink-2">–</span>;
  return (
    <>
      {formatWholeDollars(costs.open)}
      <span className="block text-small text-ink-2">{formatWholeDollars(costs.capital)} capital</span>
    </>
  );
}

const Overdue = ({ row: { overdueItems, openItems } }: { row: PortfolioRow }) =>
  openItems === 0 ? (
    <span className="text-ink-2">–</span>
  ) : (
    <>
      <span className={cn(overdueItems > 0 && 'font-semibold text-critical')}>{overdueItems}</span>
      <span className="text-ink-2"> of {openItems}</span>
    </>
  );

function RunningCase({ row: { case: running } }: { row: PortfolioRow }) {
  if (!running) return <span className="text-ink-2">None</span>;
  return (
    <>
      <Link to="/admin/cases/$id" params={{ id: running.id }} className="whitespace-nowrap hover:underline">
        {running.caseNumber}
      </Link>
      <DueText dueDate={running.dueDate} handedIn={running.handedIn} className="block text-small" />
    </>
  );
}

const inspected = ({ lastInspectionAt }: PortfolioRow) => (lastInspectionAt ? formatDate(lastInspectionAt) : 'Never');

/** The properties as a table, for wide screens. */
export function PortfolioTable({ rows, sort, direction, onSort }: RowsProps) {
  return (
    <Table label="Properties">
      <thead>
        <tr>
          {columns.map((column) => (
            <SortHead
              key={column}
              title={titles[column]}
              sorted={sort === column ? direction : null}
              numeric={numeric.includes(column)}
              className={cn(column === 'name' && 'ps-[18px]', column === 'inspected' && 'pe-[18px]')}
              onSort={() => onSort(column)}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.id}>
            <Td className="max-w-[280px] ps-[18px]">
              <PropertyLink row={row} />
              <div className="text-small text-ink-2">{placeOf(row)}</div>
            </Td>
            <Td className="w-[212px]">
              <Score row={row} />
            </Td>
            <Td>
              <FindingCounts counts={row.openFindings} />
            </Td>
            <Td numeric className="whitespace-nowrap">
              <Cost row={row} />
            </Td>
            <Td numeric className="whitespace-nowrap">
              <Overdue row={row} />
            </Td>
            <Td>
              <RunningCase row={row} />
            </Td>
            <Td className="pe-[18px] whitespace-nowrap text-ink-2">{inspected(row)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The same rows as cards for narrow screens, with a select for sorting. */
export function PortfolioList({ rows, sort, onSort }: RowsProps) {
  return (
    <>
      <label className="flex items-center gap-3 px-[18px] pt-3 pb-3 text-small text-ink-2">
        Sort by
        <Select
          className="flex-1"
          value={sort}
          onChange={(event) => {
            const chosen = portfolioSortings.find((each) => each === event.target.value);
            if (chosen) onSort(chosen);
          }}
        >
          {portfolioSortings.map((each) => (
            <option key={each} value={each}>
              {titles[each]}
            </option>
          ))}
        </Select>
      </label>
      <ul aria-label="Properties" className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <li key={row.id} className="grid gap-2 px-[18px] py-3">
            <div>
              <PropertyLink row={row} className="inline-flex min-h-11 items-center" />
              <div className="-mt-2 text-small text-ink-2">{placeOf(row)}</div>
            </div>
            <div>
              <Score row={row} />
            </div>
            <dl className="grid grid-cols-2 gap-x-3 gap-y-2 text-small sm:grid-cols-5 [&_dt]:text-ink-2">
              <div className="col-span-2 sm:col-span-1">
                <dt>Open findings</dt>
                <dd>
                  <FindingCounts counts={row.openFindings} />
                </dd>
              </div>
              <div>
                <dt>Open cost</dt>
                <dd>
                  <Cost row={row} />
                </dd>
              </div>
              <div>
                <dt>Overdue items</dt>
                <dd>
                  <Overdue row={row} />
                </dd>
              </div>
              <div>
                <dt>Running case</dt>
                <dd>
                  <RunningCase row={row} />
                </dd>
              </div>
              <div>
                <dt>Last inspection</dt>
                <dd>{inspected(row)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
