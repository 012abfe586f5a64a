import writeXlsxFile, { type Row, type Sheet, type SheetData } from 'write-excel-file/node';
import { severityLabels } from '#contract/finding-categories.ts';
import { toDollars, type Cents } from '#contract/money.ts';
import type { Plan } from '#contract/plans.ts';
import { planSubject } from '#contract/plans.ts';
import { columns, valueOf } from './columns.ts';
import { dateOf, disclaimer, isExcluded, phaseLabel, printable, statusLabel, versionText } from './texts.ts';

const dollarFormat = '[$$-409]#,##0.00';
const headerColor = '#0B6B63';

const heading = (value: string) => ({
  value,
  fontWeight: 'bold' as const,
  textColor: '#FFFFFF',
  backgroundColor: headerColor,
});
const label = (value: string) => ({ value, fontWeight: 'bold' as const });
// Typed as a string, so that no text is ever read as a formula.
const text = (value: string | null) => (value === null ? null : { value: printable(value), type: String, wrap: true });
const amount = (dollars: number) => ({ value: dollars, type: Number, format: dollarFormat });
const amountOf = (cents: Cents) => amount(toDollars(cents));
const count = (value: number) => ({ value, type: Number });

function planSheet(plan: Plan): SheetData {
  const facts: Row[] = [
    [label('Property'), text(plan.property.name)],
    [label('Place'), text(`${plan.property.city}, ${plan.property.state}`)],
    [label('Scope'), text(planSubject(plan))],
    [label('Inspector'), text(plan.inspector)],
    [label('Status'), text(statusLabel(plan.status))],
    [label('Version'), text(versionText(plan))],
    [label('Priority'), text(severityLabels[plan.priority])],
    [label('Generated'), text(dateOf(plan.createdAt))],
    [label('Accepted'), text(plan.approvedAt ? `${dateOf(plan.approvedAt)}, ${plan.approvedByName ?? ''}` : null)],
    [label('Report ID'), text(plan.id)],
  ];
  const phases = plan.phases.map((phase): Row => [
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
    ...plan.costLines.map((line): Row => [text(line.label), amountOf(line.amount)]),
    [label('Total'), { ...amountOf(plan.totalCost), fontWeight: 'bold' }],
    [text('Total, low end of the ranges'), amountOf(plan.costLow)],
    [text('Total, high end of the ranges'), amountOf(plan.costHigh)],
    [],
    ['Phase', 'Window', 'Items', 'Construction cost (USD)', 'Starts on day', 'Days'].map(heading),
    ...phases,
    [label('Timeline'), null, null, null, null, count(plan.estimatedDays)],
    [],
    [{ value: disclaimer, type: String, wrap: true, columnSpan: 6, height: 48, alignVertical: 'top' }],
  ];
}

/** The sums of the amounts, without those of rejected items, as in the plan. */
function sumsRow(plan: Plan): Row {
  const counted = plan.items.filter((item) => !isExcluded(item));
  return columns.map((column, index) => {
    if (index === 0) return label('Construction cost, without rejected and waived items');
    if (!('cents' in column)) return null;
    const cents = counted.reduce((sum, item) => sum + (column.cents(item) ?? 0), 0);
    return { ...amountOf(cents), fontWeight: 'bold' };
  });
}

function itemsSheet(plan: Plan): SheetData {
  return [
    columns.map((column) => heading(column.title)),
    ...plan.items.map((item): Row =>
      columns.map((column) => {
        const value = valueOf(column, item, plan);
        if (value === null) return null;
        const cell = typeof value === 'string' ? text(value) : !('value' in column) ? amount(value) : count(value);
        return { ...cell, alignVertical: 'top' };
      }),
    ),
    ...(plan.items.length > 0 ? [[], sumsRow(plan)] : []),
  ];
}

/** A workbook of two sheets: the plan with its arithmetic, and its items. */
export function toXlsx(plan: Plan): Promise<Buffer> {
  const sheets: Sheet<Buffer>[] = [
    {
      sheet: 'Plan',
      data: planSheet(plan),
      columns: [{ width: 32 }, { width: 30 }, { width: 10 }, { width: 16 }, { width: 14 }, { width: 10 }],
    },
    {
      sheet: 'Items',
      data: itemsSheet(plan),
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      orientation: 'landscape',
    },
  ];
  return writeXlsxFile(sheets).toBuffer();
}
