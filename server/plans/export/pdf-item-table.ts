import { lineClassLabels } from '#contract/line-classes.ts';
import { formatMoney } from '#contract/money.ts';
import { locationText } from '#contract/places.ts';
import { dueText, isExcluded, isMadeSafeFirst, quantityAndPriceText } from '#contract/plan-lines.ts';
import type { Plan, PlanItem } from '#contract/plans.ts';
import { heading } from './pdf-back.ts';
import { contentWidth, ink, page, styles, type PdfPage } from './page.ts';
import { table, type TableColumn } from './pdf-table.ts';
import { itemStatusLabel } from './texts.ts';

const columns: readonly TableColumn[] = [
  { title: 'No.', at: 0, width: 20 },
  { title: 'Location', at: 24, width: 92 },
  { title: 'Required action', at: 124, width: 130 },
  { title: 'Quantity', at: 262, width: 70 },
  { title: 'Class', at: 338, width: 56 },
  { title: 'Due', at: 400, width: 52 },
  // Wide enough for a sum of millions with cents.
  { title: 'Amount', at: 456, width: 60, align: 'right' },
];

const locationOf = (item: PlanItem): string =>
  [item.area, locationText(item)].filter(Boolean).join('\n') || 'Whole property';

const rowOf = (item: PlanItem, index: number): string[] => [
  `${index + 1}`,
  locationOf(item),
  item.recommendedAction,
  quantityAndPriceText(item),
  lineClassLabels[item.class],
  [isMadeSafeFirst(item) && 'Make safe by', dueText(item)].filter(Boolean).join('\n'),
  // It counts in no sum.
  isExcluded(item) ? itemStatusLabel(item) : formatMoney(item.estimatedCost),
];

/** The height of the heading with the first rows, which stay together. */
const leastHeight = 110;

/** Draws all items as a table: the numbers refer to the cards that follow it and to the evidence. */
export function drawItemTable(pdf: PdfPage, { items, costLines }: Plan): void {
  const [works] = costLines;
  if (items.length === 0 || !works) return;
  pdf.ensureSpace(leastHeight);
  heading(pdf, 'Items');
  const sum = ['', '', works.label, '', '', '', formatMoney(works.amount)];
  table(pdf, columns, [...items.map(rowOf), sum], { ...styles.small, color: ink.ink });
  pdf.y += 4;
  const note = 'Each item follows with its condition, photo and proof, under the same number.';
  pdf.y += pdf.tags.within('P', () =>
    pdf.paragraph(note, styles.small, { x: page.left, y: pdf.y, width: contentWidth }),
  );
  pdf.y += 20;
}
