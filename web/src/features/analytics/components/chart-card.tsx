import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatWholeDollars, toDollars, type Cents } from '#contract/money.ts';
import { Legend, type Part } from '#web/features/analytics/charts/legend.tsx';
import { cn } from '#web/lib/cn.ts';
import { csvOf } from '#web/lib/csv.ts';
import { saveContent } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';

/** An amount is shown as money, and is a number of dollars in a CSV file, so that a spreadsheet can sum it. */
type Figure = string | number | { cents: Cents };

const shown = (figure: Figure): string | number =>
  typeof figure === 'object' ? formatWholeDollars(figure.cents) : figure;
const inCsv = (figure: Figure): string | number => (typeof figure === 'object' ? toDollars(figure.cents) : figure);

export interface ChartTable {
  /** The first column holds the row headings, the others figures. */
  columns: readonly string[];
  rows: readonly (readonly Figure[])[];
}

function FigureTable({ label, table }: { label: string; table: ChartTable }) {
  return (
    <Table label={label} className="mt-2">
      <thead>
        <tr>
          {table.columns.map((column, index) => (
            <Th key={column} numeric={index > 0} className={cn('px-1.5', index === 0 && 'ps-0')}>
              {column}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows
          .map((row) => row.map(shown))
          .map(([name, ...figures]) => (
            <Tr key={name}>
              <Td className="min-w-[92px] ps-0 pe-1.5 font-medium">{name}</Td>
              {figures.map((figure, index) => (
                <Td key={table.columns[index + 1]} numeric className="px-1.5 whitespace-nowrap">
                  {figure}
                </Td>
              ))}
            </Tr>
          ))}
      </tbody>
    </Table>
  );
}

interface ChartCardProps {
  title: string;
  note: string;
  legend?: readonly Part[];
  /** The text to show instead of an empty chart; null when there is data. */
  empty: string | null;
  table: ChartTable;
  children: ReactNode;
}

/** A chart with its legend, and the same figures as a table. */
export function ChartCard({ title, note, legend, empty, table, children }: ChartCardProps) {
  return (
    <Card className="flex min-w-0 flex-col px-[18px] py-4">
      <h2 className="heading">{title}</h2>
      <p className="text-small text-ink-2">{note}</p>
      {empty ? (
        <p className="grid min-h-[160px] flex-1 place-items-center px-6 text-center text-ink-2">{empty}</p>
      ) : (
        <>
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
            {legend && <Legend parts={legend} />}
            {children}
          </div>
          <details className="mt-auto pt-2">
            <summary className="inline-flex min-h-9 cursor-pointer items-center rounded-small text-small font-semibold text-accent touch:min-h-11">
              Show as a table
            </summary>
            <FigureTable label={`${title} as a table`} table={table} />
            <Button
              size="sm"
              variant="secondary"
              className="mt-2"
              aria-label={`Download CSV: ${title}`}
              onClick={() =>
                saveContent(
                  csvOf([table.columns, ...table.rows.map((row) => row.map(inCsv))]),
                  `${title.replaceAll(/\W+/g, '-')}.csv`,
                )
              }
            >
              <Download aria-hidden="true" />
              Download CSV
            </Button>
          </details>
        </>
      )}
    </Card>
  );
}
