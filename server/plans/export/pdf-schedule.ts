import { formatDueDate } from '#contract/due-dates.ts';
import { isExcluded, isMadeSafeFirst } from '#contract/plan-lines.ts';
import { phaseLabels, spanText, timelineRows, type PhaseName, type TimelineRow } from '#contract/plan-phases.ts';
import type { Plan, PlanItem } from '#contract/plans.ts';
import { contentWidth, ink, page, styles, type PdfPage, type Style } from './page.ts';
import { drawRule, phaseInk, sentence, ticks } from './pdf-cover.ts';
import { heading } from './pdf-back.ts';

/** A bar with its words: a phase, or an item of the phase above it. */
interface Row {
  phase: PhaseName;
  /** Null for the row of a phase. */
  number: number | null;
  label: string;
  startDay: number;
  days: number;
  planned: string;
  due: string;
}

const columns = {
  item: { x: page.left, width: 178 },
  bar: { x: page.left + 188, width: 172 },
  planned: { x: page.left + 374, width: 58 },
  due: { x: page.left + 436, width: contentWidth - 436 },
} as const;
const small: Style = { ...styles.small, color: ink.ink };
const strong: Style = { ...small, face: 'strong' };
const spacing = 3;
const stepLabels = { make_safe: 'make safe', repairs: 'repairs' } as const;

const phaseRow = ({ phase, step, startDay, days, planned, due }: TimelineRow): Row => ({
  phase,
  number: null,
  label: [phaseLabels[phase], step && stepLabels[step]].filter(Boolean).join(', '),
  startDay,
  days,
  planned: planned ?? '',
  due: due ?? '',
});

/** The rows of the chart: each phase that has work, with its items below it. */
function rowsOf(plan: Plan): Row[] {
  const numbered = plan.items.map((item, index) => ({ item, number: index + 1 }));
  const itemRow = ({ item, number }: { item: PlanItem; number: number }): Row[] => {
    const { startDay, daysOnSite: days, phase } = item;
    if (startDay === null) return [];
    // Its due date is that of the step that makes it safe, which has a row of its own.
    const due = isMadeSafeFirst(item) ? '' : formatDueDate(item.dueDate);
    return [
      { phase, number, label: `${number}. ${item.title}`, startDay, days, planned: spanText(startDay, days), due },
    ];
  };
  return timelineRows(plan.phases)
    .filter(({ items }) => items > 0)
    .flatMap((row) => [
      phaseRow(row),
      ...(row.step === 'make_safe' ? [] : numbered.filter(({ item }) => item.phase === row.phase).flatMap(itemRow)),
    ]);
}

/** Draws the names of the columns, with the days of the axis above the bars. */
function drawHead(
  pdf: PdfPage,
  cell: (draw: () => void) => void,
  days: readonly number[],
  at: (day: number) => number,
) {
  const name = (text: string, x: number) => cell(() => pdf.line(text, styles.small, { x, y: pdf.y }));
  name('Item', columns.item.x);
  pdf.tags.decoration(() => {
    pdf.line('Day', styles.small, { x: columns.item.x, y: pdf.y, width: columns.item.width, align: 'right' });
    for (const day of days.map(String))
      pdf.line(day, styles.small, { x: at(Number(day)) - pdf.widthOf(day, styles.small) / 2, y: pdf.y });
  });
  name('Planned', columns.planned.x);
  name('Due', columns.due.x);
  drawRule(pdf, pdf.y + styles.small.leading + 3, ink.ink);
  pdf.y += styles.small.leading + 6;
}

function drawBar(pdf: PdfPage, row: Row, height: number, days: readonly number[], at: (day: number) => number): void {
  const { doc } = pdf;
  for (const day of days)
    doc
      .moveTo(at(day), pdf.y - spacing)
      .lineTo(at(day), pdf.y + height)
      .lineWidth(0.5)
      .stroke(ink.line);
  const { color } = phaseInk[row.phase];
  const thick = row.number === null ? 3 : 6;
  const length = Math.max(2, at(row.startDay + row.days) - at(row.startDay));
  doc
    .roundedRect(
      at(row.startDay),
      pdf.y + (styles.small.leading - thick) / 2,
      length,
      thick,
      Math.min(thick, length) / 2,
    )
    .fill(color);
}

/** Draws when the work of each item is planned, below its phase, on one axis of days. */
export function drawSchedule(pdf: PdfPage, plan: Plan): void {
  const rows = rowsOf(plan);
  if (rows.length === 0) return;
  pdf.ensureSpace(130);
  heading(pdf, 'Schedule by item');
  const left = plan.items.some(isExcluded) ? ' Items that are excluded from the totals are not in it.' : '';
  const note = `In days after the plan is accepted, with ${plan.crews} ${plan.crews === 1 ? 'crew' : 'crews side by side'} and lead times.${left}`;
  pdf.y += pdf.tags.within('P', () =>
    pdf.paragraph(note, styles.small, { x: page.left, y: pdf.y, width: contentWidth }),
  );
  pdf.y += 8;
  const total = Math.max(1, plan.estimatedDays, ...rows.map(({ startDay, days }) => startDay + days));
  const at = (day: number) => columns.bar.x + (day / total) * columns.bar.width;
  const days = ticks(total);
  pdf.tags.within('Table', () => {
    pdf.tags.within('TR', () => drawHead(pdf, (draw) => pdf.tags.within('TH', draw, { scope: 'Column' }), days, at));
    for (const row of rows) {
      const style = row.number === null ? strong : small;
      const lines = {
        item: pdf.wrap(row.label, style, columns.item.width),
        planned: pdf.wrap(sentence(row.planned), style, columns.planned.width),
        due: pdf.wrap(sentence(row.due), style, columns.due.width),
      };
      const height = Math.max(...Object.values(lines).map(({ length }) => length)) * style.leading + spacing;
      const before = pdf.doc.bufferedPageRange().count;
      pdf.ensureSpace(height + spacing);
      // A repeated head is decoration, because screen readers have read it already.
      if (pdf.doc.bufferedPageRange().count > before)
        pdf.tags.decoration(() => drawHead(pdf, (draw) => draw(), days, at));
      pdf.y += spacing;
      drawBar(pdf, row, height, days, at);
      pdf.tags.within('TR', () => {
        for (const name of ['item', 'planned', 'due'] as const)
          pdf.tags.within('TD', () =>
            lines[name].forEach((line, index) =>
              pdf.line(line, style, { x: columns[name].x, y: pdf.y + index * style.leading }),
            ),
          );
      });
      pdf.y += height;
    }
  });
  pdf.y += 20;
}
