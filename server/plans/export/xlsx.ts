import type { Row, SheetData } from 'write-excel-file/node';
import { severityLabels } from '#contract/finding-categories.ts';
import { roomText } from '#contract/rooms.ts';
import type { Cents } from '#contract/money.ts';
import { phaseLabels, phaseWindows, timelineRows } from '#contract/plan-phases.ts';
import { isExcluded } from '#contract/plan-lines.ts';
import { planSubject, shownPlanStatus, type Plan, type PlanItem } from '#contract/plans.ts';
import { columns, valueOf } from './columns.ts';
import { clockFaultText, coordinatesText, sourceTexts, timeText, type EvidenceRow } from './evidence.ts';
import { disclaimer, noLongerNeededLabel, planNotes, printable, statusLabel, versionText } from './texts.ts';
import type { Times } from './times.ts';
import {
  amount,
  amountOf,
  columnName,
  count,
  countFormula,
  dateOf,
  heading,
  inputAmount,
  label,
  moneyFormula,
  percent,
  percentFormula,
  sumFormula,
  text,
  title,
  toWorkbook,
} from './workbook.ts';

/** The letter of the column with this title on the items' sheet. */
function letterOf(name: string): string {
  const index = columns.findIndex((column) => column.title === name);
  if (index < 0) throw new Error(`The items have no column ${name}`);
  // The first column is the item's number.
  return columnName(index + 1);
}
const status = letterOf('Status');
const phaseColumn = letterOf('Phase');
const typical = letterOf('Cost typical (USD)');
const counts = columnName(columns.length + 1);
const counted = columnName(columns.length + 2);

const excludedStatuses = [statusLabel('rejected'), statusLabel('waived'), noLongerNeededLabel] as const;
const itemRow = (index: number) => index + 2;
const costOf = (item: PlanItem): Cents => (isExcluded(item) ? 0 : item.estimatedCost);
const works = (plan: Plan): Cents => plan.items.reduce((sum, item) => sum + costOf(item), 0);

/** The range of a column over all items, as other sheets refer to it. */
const rangeOf = (plan: Plan, column: string): string =>
  `Items!$${column}$2:$${column}$${itemRow(Math.max(1, plan.items.length) - 1)}`;

/** The formula that sums a column without rejected and waived lines. */
const countedSum = (plan: Plan, column: string): string => {
  const range = `${column}2:${column}${itemRow(plan.items.length - 1)}`;
  const statuses = `${status}2:${status}${itemRow(plan.items.length - 1)}`;
  const without = excludedStatuses.map((name) => `-SUMIF(${statuses},"${name}",${range})`);
  return `SUM(${range})${without.join('')}`;
};

/** The row of the summary in which the costs start. */
const firstCost = 15;
const totalRow = (plan: Plan): number => firstCost + plan.costLines.length;

function summarySheet(plan: Plan, times: Times): SheetData {
  const facts: Row[] = [
    [label('Property'), text(plan.property.name)],
    [label('Place'), text(`${plan.property.city}, ${plan.property.state}`)],
    [label('Scope'), text(planSubject(plan))],
    [label('Inspector'), text(plan.inspector)],
    [label('Status'), text(statusLabel(shownPlanStatus(plan)))],
    [label('Version'), text(versionText(plan, times))],
    [label('Priority'), text(severityLabels[plan.priority])],
    [label('Generated'), text(times.text(plan.createdAt))],
    [label('Accepted'), text(plan.approvedAt ? `${times.text(plan.approvedAt)}, ${plan.approvedByName ?? ''}` : null)],
    [label('Report ID'), text(plan.id)],
  ];
  const total = plan.costLines.reduce((sum, line) => sum + line.amount, 0);
  const last = totalRow(plan);
  return [
    [title('Property improvement plan')],
    [],
    ...facts,
    [],
    [heading('Estimated cost'), heading('USD')],
    ...plan.costLines.map((line, index): Row => [
      text(line.label),
      // The additions are the plan's own rounded figures.
      index === 0 ? moneyFormula(`SUM(${rangeOf(plan, counted)})`, works(plan)) : amountOf(line.amount),
    ]),
    [label('Total'), sumFormula(`SUM(B${firstCost}:B${last - 1})`, total)],
    [text('Total, low end of the ranges'), amountOf(plan.costLow)],
    [text('Total, high end of the ranges'), amountOf(plan.costHigh)],
    [label('Timeline, days'), count(plan.estimatedDays)],
    [],
    ...planNotes(plan).map((note): Row => [text(note)]),
    [{ value: disclaimer, type: String, wrap: true, columnSpan: 2, height: 64, alignVertical: 'top' }],
  ];
}

/** The total of a line: quantity times unit price, unless a total was entered that is not divisible by the quantity. */
function lineCells(plan: Plan, times: Times, item: PlanItem, index: number): Row {
  const row = itemRow(index);
  return columns.map((column) => {
    const value = valueOf(column, item, plan, times);
    if (column.title === 'Cost typical (USD)' && item.unitCost !== null) {
      const product = `${letterOf('Quantity')}${row}*${letterOf('Unit price (USD)')}${row}`;
      return moneyFormula(product, item.estimatedCost);
    }
    if (value === null) return null;
    const date = 'date' in column ? column.date?.(item) : null;
    if (date) return { ...dateOf(date), alignVertical: 'top' };
    const cell = typeof value === 'string' ? text(value) : !('value' in column) ? amount(value) : count(value);
    return { ...cell, alignVertical: 'top' };
  });
}

function itemsSheet(plan: Plan, times: Times): SheetData {
  const sums: Row = columns.map((column, index) => {
    if (index === 0) return label('Construction cost, without excluded items');
    if (!('cents' in column)) return null;
    const cents = plan.items.reduce((sum, item) => sum + (isExcluded(item) ? 0 : (column.cents(item) ?? 0)), 0);
    return sumFormula(countedSum(plan, columnName(index + 1)), cents);
  });
  return [
    ['No.', ...columns.map((column) => column.title), 'Counts (1 or 0)', 'Counted (USD)'].map(heading),
    ...plan.items.map((item, index): Row => {
      const row = itemRow(index);
      const isOut = excludedStatuses.map((name) => `${status}${row}="${name}"`).join(',');
      return [
        count(index + 1),
        ...lineCells(plan, times, item, index),
        countFormula(`IF(OR(${isOut}),0,1)`, isExcluded(item) ? 0 : 1),
        moneyFormula(`${counts}${row}*${typical}${row}`, costOf(item)),
      ];
    }),
    ...(plan.items.length > 0 ? [[], [null, ...sums]] : []),
  ];
}

function phasesSheet(plan: Plan): SheetData {
  const rows = timelineRows(plan.phases);
  const end = rows.length + 1;
  const sum = (column: string) => `SUM(${column}2:${column}${end})`;
  return [
    ['Phase', 'Window', 'Items', 'Construction cost (USD)', 'Starts on day', 'Days', 'Ends on day'].map(heading),
    ...rows.map(({ phase, step, items, cost, startDay, days }, index): Row => {
      // Its items and costs are those of the repairs.
      const isMakeSafe = step === 'make_safe';
      const sumIf = (column: string) => `SUMIF(${rangeOf(plan, phaseColumn)},A${index + 2},${rangeOf(plan, column)})`;
      return [
        text(isMakeSafe ? `${phaseLabels[phase]}, make safe` : phaseLabels[phase]),
        text(step === 'repairs' ? 'after it is made safe' : phaseWindows[phase]),
        isMakeSafe ? null : countFormula(sumIf(counts), items),
        isMakeSafe ? null : moneyFormula(sumIf(counted), cost ?? 0),
        count(startDay),
        count(days),
        countFormula(`E${index + 2}+F${index + 2}`, Math.round((startDay + days) * 100) / 100),
      ];
    }),
    [
      label('All phases'),
      null,
      countFormula(
        sum('C'),
        plan.phases.reduce((total, { items }) => total + items, 0),
      ),
      sumFormula(
        sum('D'),
        plan.phases.reduce((total, { cost }) => total + cost, 0),
      ),
      null,
      count(plan.estimatedDays),
    ],
  ];
}

const evidenceHeadings = [
  'Item no.',
  'Item',
  'Area',
  'Place',
  'Shows',
  'File',
  'SHA-256 of the original',
  'Taken',
  'Clock of the device',
  'Received',
  'Location (latitude, longitude)',
  'Source',
  'Photo ID',
];
const evidenceSheet = (evidence: readonly EvidenceRow[], times: Times): SheetData => [
  evidenceHeadings.map(heading),
  ...evidence.map(({ number, item, shows, photo }): Row => [
    count(number),
    text(item.title),
    text(item.area),
    text(item.room && roomText(item.room)),
    text(shows),
    text(photo.filename),
    text(photo.sha256),
    text(timeText(photo.takenAt, times)),
    text(photo.deviceClock ? (clockFaultText(photo) ?? 'right') : 'Not recorded'),
    text(timeText(photo.uploadedAt, times)),
    text(coordinatesText(photo)),
    text(sourceTexts[photo.source]),
    text(photo.id),
  ]),
];

const valuesHeadings = [
  'No.',
  'Description of work',
  'Area',
  'Scheduled value (USD)',
  'Completed before (USD)',
  'Completed in this period (USD)',
  'Materials stored (USD)',
  'Completed and stored (USD)',
  '% complete',
  'Balance to finish (USD)',
  'Retainage (USD)',
];
/** The first row of the schedule of values, below its heading. */
const firstValue = 5;

/**
 * The schedule of values against which a lender pays: each line of the plan, the additions, and columns to fill in with
 * each draw.
 */
function valuesSheet(plan: Plan, times: Times): SheetData {
  const planned = plan.items.map((item, index) => ({ item, index })).filter(({ item }) => !isExcluded(item));
  const lines = [
    ...planned.map(({ item, index }) => ({
      number: count(index + 1),
      name: item.title,
      area: item.area,
      value: moneyFormula(`Items!${counted}${itemRow(index)}`, item.estimatedCost),
      cents: item.estimatedCost,
    })),
    ...plan.costLines.slice(1).map((line, index) => ({
      number: null,
      name: line.label,
      area: null,
      value: moneyFormula(`Summary!B${firstCost + 1 + index}`, line.amount),
      cents: line.amount,
    })),
  ];
  const end = firstValue + lines.length - 1;
  const total = lines.reduce((sum, { cents }) => sum + cents, 0);
  const derived = (row: number, cents: Cents): Row => [
    moneyFormula(`E${row}+F${row}+G${row}`, 0),
    percentFormula(`IF(D${row}=0,0,H${row}/D${row})`, 0),
    moneyFormula(`D${row}-H${row}`, cents),
    moneyFormula(`H${row}*$B$3`, 0),
  ];
  const sums = (['D', 'E', 'F', 'G'] as const).map((column, index) =>
    sumFormula(lines.length > 0 ? `SUM(${column}${firstValue}:${column}${end})` : '0', index === 0 ? total : 0),
  );
  return [
    [title('Schedule of values')],
    [
      {
        value: printable(
          `${plan.property.name}, ${planSubject(plan)}. ${versionText(plan, times)}. Fill in the tinted cells with each draw.`,
        ),
        type: String,
        columnSpan: valuesHeadings.length,
      },
    ],
    [label('Retainage rate'), percent(0.1)],
    valuesHeadings.map(heading),
    ...lines.map(({ number, name, area, value, cents }, index): Row => [
      number,
      text(name),
      text(area),
      value,
      inputAmount(),
      inputAmount(),
      inputAmount(),
      ...(derived(firstValue + index, cents) ?? []),
    ]),
    [label('Total'), null, null, ...sums, ...(derived(end + 1, total) ?? [])],
  ];
}

/** The plan as a workbook: its computation, items, phases and evidence, and a schedule of values for a lender. */
export function toXlsx(plan: Plan, evidence: readonly EvidenceRow[], times: Times): Promise<Buffer> {
  const landscape = { orientation: 'landscape' as const };
  return toWorkbook([
    { sheet: 'Summary', data: summarySheet(plan, times), columns: [{ width: 42 }, { width: 42 }], ...landscape },
    {
      sheet: 'Items',
      data: itemsSheet(plan, times),
      columns: [{ width: 6 }, ...columns.map(({ width }) => ({ width })), { width: 10 }, { width: 15 }],
      stickyRowsCount: 1,
      filter: `A1:${counted}${Math.max(2, plan.items.length + 1)}`,
      ...landscape,
    },
    {
      sheet: 'Phases',
      data: phasesSheet(plan),
      columns: [14, 22, 10, 24, 14, 10].map((width) => ({ width })),
      stickyRowsCount: 1,
      ...landscape,
    },
    {
      sheet: 'Evidence',
      data: evidenceSheet(evidence, times),
      columns: [9, 32, 18, 18, 14, 24, 68, 28, 20, 28, 28, 20, 38].map((width) => ({ width })),
      stickyRowsCount: 1,
      filter: `A1:${columnName(evidenceHeadings.length - 1)}${Math.max(2, evidence.length + 1)}`,
      ...landscape,
    },
    {
      sheet: 'Schedule of values',
      data: valuesSheet(plan, times),
      columns: [16, 42, 18, 16, 16, 16, 16, 16, 11, 16, 16].map((width) => ({ width })),
      stickyRowsCount: firstValue - 1,
      ...landscape,
    },
  ]);
}
