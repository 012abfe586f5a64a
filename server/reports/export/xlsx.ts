import writeXlsxFile, { type Row, type Sheet, type SheetData } from 'write-excel-file/node';
import { severityLabels } from '#contract/finding-categories.ts';
import { toCents, toDollars, type Cents } from '#contract/money.ts';
import type { PipReport } from '#contract/reports.ts';
import { columns } from './columns.ts';
import { dateOf, disclaimer, phaseLabel, printable, scopeOf, statusLabel } from './texts.ts';

const dollarFormat = '[$$-409]#,##0.00';
const headerColour = '#0B6B63';

const heading = (value: string) => ({
  value,
  fontWeight: 'bold' as const,
  textColor: '#FFFFFF',
  backgroundColor: headerColour,
});
const label = (value: string) => ({ value, fontWeight: 'bold' as const });
// Typed as a string, so that no text is ever read as a formula.
const text = (value: string | null) => (value === null ? null : { value: printable(value), type: String, wrap: true });
const amount = (dollars: number) => ({ value: dollars, type: Number, format: dollarFormat });
const amountOf = (cents: Cents) => amount(toDollars(cents));
const count = (value: number) => ({ value, type: Number });

function planSheet(report: PipReport): SheetData {
  const facts: Row[] = [
    [label('Property'), text(report.property.name)],
    [label('Place'), text(`${report.property.city}, ${report.property.state}`)],
    [label('Scope'), text(scopeOf(report))],
    [label('Inspector'), text(report.inspector)],
    [label('Status'), text(statusLabel(report.status))],
    [label('Priority'), text(severityLabels[report.priority])],
    [label('Generated'), text(dateOf(report.createdAt))],
    [
      label('Accepted'),
      text(report.approvedAt ? `${dateOf(report.approvedAt)}, ${report.approvedByName ?? ''}` : null),
    ],
    [label('Report ID'), text(report.id)],
  ];
  const phases = report.phases.map((phase): Row => [
    text(phaseLabel(phase.name)),
    text(phase.window),
    count(phase.items),
    amountOf(phase.cost),
    count(phase.startDay),
    count(phase.days),
  ]);
  return [
    [{ value: 'Property improvement plan', fontWeight: 'bold', fontSize: 18 }],
    [],
    ...facts,
    [],
    [heading('Estimated cost'), heading('USD')],
    ...report.costLines.map((line): Row => [text(line.label), amountOf(line.amount)]),
    [label('Total'), { ...amountOf(report.totalCost), fontWeight: 'bold' }],
    [text('Total, low end of the ranges'), amountOf(report.costLow)],
    [text('Total, high end of the ranges'), amountOf(report.costHigh)],
    [],
    ['Phase', 'Window', 'Items', 'Construction cost (USD)', 'Starts on day', 'Days'].map(heading),
    ...phases,
    [label('Timeline'), null, null, null, null, count(report.estimatedDays)],
    [],
    [{ value: disclaimer, type: String, wrap: true, columnSpan: 6, height: 48, alignVertical: 'top' }],
  ];
}

/** The sums of the amounts, without those of rejected items, as in the plan. */
function sumsRow(report: PipReport): Row {
  const counted = report.items.filter((item) => item.status !== 'rejected');
  return columns.map((column, index) => {
    if (index === 0) return label('Construction cost, without rejected items');
    if (!column.money) return null;
    const cents = counted.reduce((sum, item) => sum + toCents(Number(column.value(item, report))), 0);
    return { ...amountOf(cents), fontWeight: 'bold' };
  });
}

function itemsSheet(report: PipReport): SheetData {
  return [
    columns.map((column) => heading(column.title)),
    ...report.items.map((item): Row =>
      columns.map((column) => {
        const value = column.value(item, report);
        if (value === null) return null;
        const cell = typeof value === 'string' ? text(value) : column.money ? amount(value) : count(value);
        return { ...cell, alignVertical: 'top' };
      }),
    ),
    ...(report.items.length > 0 ? [[], sumsRow(report)] : []),
  ];
}

/** A workbook of two sheets: the plan with its arithmetic, and its items. */
export function toXlsx(report: PipReport): Promise<Buffer> {
  const sheets: Sheet<Buffer>[] = [
    {
      sheet: 'Plan',
      data: planSheet(report),
      columns: [{ width: 32 }, { width: 30 }, { width: 10 }, { width: 16 }, { width: 14 }, { width: 10 }],
    },
    {
      sheet: 'Items',
      data: itemsSheet(report),
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      orientation: 'landscape',
    },
  ];
  return writeXlsxFile(sheets).toBuffer();
}
