import type { Row, SheetData } from 'write-excel-file/node';
import { severityLabels } from '#contract/finding-categories.ts';
import { isFurnishing } from '#contract/line-classes.ts';
import { roomText } from '#contract/rooms.ts';
import { toDollars, type Cents } from '#contract/money.ts';
import { phaseLabels, phaseWindows, timelineRows } from '#contract/plan-phases.ts';
import { isExcluded } from '#contract/plan-lines.ts';
import { planSubject, shownPlanStatus, type Plan, type PlanItem } from '#contract/plans.ts';
import { columns, valueOf } from './columns.ts';
import { clockFaultText, coordinatesText, sourceTexts, timeText, type EvidenceRow } from './evidence.ts';
import {
  acceptedParts,
  disclaimer,
  noLongerNeededLabel,
  planNotes,
  printable,
  statusLabel,
  versionText,
} from './texts.ts';
import type { Times } from './times.ts';
import { addedCosts, furnishingLabels, shareFormula, totalCosts, worksOf, type AddedCost } from './xlsx-costs.ts';
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
const lineClass = letterOf('Class');
const typical = letterOf('Cost typical (USD)');
const [low, high] = [letterOf('Cost low (USD)'), letterOf('Cost high (USD)')];
const counts = columnName(columns.length + 1);
const counted = columnName(columns.length + 2);
const furnishings = columnName(columns.length + 3);

const excludedStatuses = [statusLabel('rejected'), statusLabel('waived'), noLongerNeededLabel] as const;
const itemRow = (index: number) => index + 2;
const costOf = (item: PlanItem): Cents => (isExcluded(item) ? 0 : item.estimatedCost);

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

/** The works and their additions: typical, and at both ends of the price ranges. */
function costTable(plan: Plan): SheetData {
  const works = worksOf(plan);
  const added = addedCosts(plan);
  const totals = totalCosts(plan);
  const ends = [
    { cell: 'B', end: 'typical', prices: typical },
    { cell: 'D', end: 'low', prices: low },
    { cell: 'E', end: 'high', prices: high },
  ] as const;
  const lineOf = (line: AddedCost, index: number): Row => {
    const row = firstCost + 1 + index;
    const { overhead } = line;
    if (overhead === null) return [text(line.label), amountOf(line.typical), null, null, null];
    const [atTypical, atLow, atHigh] = ends.map(({ cell, end, prices }) => {
      if (overhead === 'mobilization')
        return moneyFormula(`IF(${cell}${firstCost}>0,${toDollars(plan.overheads.mobilization)},0)`, line[end]);
      const furnished = `SUMPRODUCT(${rangeOf(plan, furnishings)},${rangeOf(plan, prices)})`;
      const base = overhead === 'freightPercent' ? furnished : `${cell}${firstCost}`;
      return moneyFormula(shareFormula(base, `C${row}`), line[end]);
    });
    const rate = overhead === 'mobilization' ? null : percent(plan.overheads[overhead] / 100);
    return [text(line.label), atTypical ?? null, rate, atLow ?? null, atHigh ?? null];
  };
  const isComputed = added.every(({ overhead }) => overhead !== null);
  const worksAt = (prices: string, cents: Cents) =>
    moneyFormula(`SUMPRODUCT(${rangeOf(plan, counts)},${rangeOf(plan, prices)})`, cents);
  const [total, totalLow, totalHigh] = ends.map(({ cell, end }) =>
    isComputed || end === 'typical'
      ? sumFormula(`SUM(${cell}${firstCost}:${cell}${firstCost + added.length})`, totals[end])
      : amountOf(totals[end]),
  );
  return [
    ['Estimated cost', 'USD', 'Rate', 'Low end (USD)', 'High end (USD)'].map(heading),
    [
      text('Construction cost'),
      moneyFormula(`SUM(${rangeOf(plan, counted)})`, works.typical),
      null,
      worksAt(low, works.low),
      worksAt(high, works.high),
    ],
    ...added.map(lineOf),
    [label('Total'), total ?? null, null, totalLow ?? null, totalHigh ?? null],
  ];
}

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
    [label('Accepted'), text(acceptedParts(plan, times)?.join(', ') ?? null)],
    [label('Report ID'), text(plan.id)],
  ];
  return [
    [title('Property improvement plan')],
    [],
    ...facts,
    [],
    ...costTable(plan),
    [label('Timeline, days'), count(plan.estimatedDays)],
    [],
    ...planNotes(plan).map((note): Row => [text(note)]),
    [{ value: disclaimer, type: String, wrap: true, columnSpan: 2, height: 64, alignVertical: 'top' }],
  ];
}

/** The unit prices of the columns that follow the quantity; null where a cost is not divisible by it. */
const unitPrices: Record<string, (item: PlanItem) => string | null> = {
  'Cost typical (USD)': ({ unitCost }) => (unitCost === null ? null : letterOf('Unit price (USD)')),
  'Cost low (USD)': ({ unitCostLow }) => (unitCostLow === null ? null : String(toDollars(unitCostLow))),
  'Cost high (USD)': ({ unitCostHigh }) => (unitCostHigh === null ? null : String(toDollars(unitCostHigh))),
};

/** The costs of a line are its quantity times its unit prices, unless one was entered that is not divisible by the quantity. */
function lineCells(plan: Plan, times: Times, item: PlanItem, index: number): Row {
  const row = itemRow(index);
  return columns.map((column) => {
    const value = valueOf(column, item, plan, times);
    const price = unitPrices[column.title]?.(item);
    if (price && 'cents' in column) {
      const factor = Number.isNaN(Number(price)) ? `${price}${row}` : price;
      return moneyFormula(`${letterOf('Quantity')}${row}*${factor}`, column.cents(item) ?? 0);
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
    ['No.', ...columns.map((column) => column.title), 'Counts (1 or 0)', 'Counted (USD)', 'FF&E (1 or 0)'].map(heading),
    ...plan.items.map((item, index): Row => {
      const row = itemRow(index);
      const isFurnished = furnishingLabels.map((name) => `${lineClass}${row}="${name}"`).join(',');
      const isOut = excludedStatuses.map((name) => `${status}${row}="${name}"`).join(',');
      return [
        count(index + 1),
        ...lineCells(plan, times, item, index),
        countFormula(`IF(OR(${isOut}),0,1)`, isExcluded(item) ? 0 : 1),
        moneyFormula(`${counts}${row}*${typical}${row}`, costOf(item)),
        countFormula(`IF(OR(${isFurnished}),${counts}${row},0)`, isFurnishing(item.class) && !isExcluded(item) ? 1 : 0),
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
    ...addedCosts(plan).map((line, index) => ({
      number: null,
      name: line.label,
      area: null,
      value: moneyFormula(`Summary!B${firstCost + 1 + index}`, line.typical),
      cents: line.typical,
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
    {
      sheet: 'Summary',
      data: summarySheet(plan, times),
      columns: [42, 42, 10, 18, 18].map((width) => ({ width })),
      ...landscape,
    },
    {
      sheet: 'Items',
      data: itemsSheet(plan, times),
      columns: [{ width: 6 }, ...columns.map(({ width }) => ({ width })), { width: 10 }, { width: 15 }, { width: 10 }],
      stickyRowsCount: 1,
      filter: `A1:${furnishings}${Math.max(2, plan.items.length + 1)}`,
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
