import { phaseNames, type PhaseName, type PipReport } from '#contract/reports.ts';
import { severityLabels, type Severity } from '#contract/finding-categories.ts';
import { formatMoney, formatMoneyRange, formatWholeDollarRange, formatWholeDollars } from '#contract/money.ts';
import { contentWidth, ink, page, styles, type Pen, type Style } from './page.ts';
import { dateOf, days, disclaimer, phaseLabel, scopeOf, statusLabel } from './texts.ts';

/** A severity's colour on white, and its tint. */
export const severityInk: Record<Severity, { colour: string; tint: string }> = {
  critical: { colour: '#b3231a', tint: '#fbe6e3' },
  high: { colour: '#b4540a', tint: '#fdebd9' },
  medium: { colour: '#806200', tint: '#f8f0cf' },
  low: { colour: '#51616a', tint: '#e8edef' },
};
export const phaseInk: Record<PhaseName, { colour: string; tint: string }> = {
  critical: severityInk.critical,
  major: severityInk.high,
  minor: severityInk.medium,
};

/** Draws a rounded label and answers its width. */
export function pill(pen: Pen, text: string, colours: { colour: string; tint: string }, at: { x: number; y: number }) {
  const style: Style = { face: 'strong', size: 7.5, colour: colours.colour, leading: 14 };
  const width = pen.widthOf(text, style) + 12;
  pen.doc.roundedRect(at.x, at.y, width, 14, 7).fill(colours.tint);
  pen.line(text, style, { x: at.x + 6, y: at.y });
  return width;
}

export const rule = (pen: Pen, y: number, colour: string = ink.line) =>
  pen.doc
    .moveTo(page.left, y)
    .lineTo(page.width - page.right, y)
    .lineWidth(0.75)
    .stroke(colour);

function brand(pen: Pen): void {
  const { doc } = pen;
  doc.roundedRect(page.left, pen.y, 18, 18, 4).fill(ink.accent);
  doc
    .save()
    .translate(page.left + 3, pen.y + 3)
    .scale(0.75)
    .path('M3 14V3.5A1.5 1.5 0 0 1 4.5 2h7A1.5 1.5 0 0 1 13 3.5V14M5.5 8.5l2 2 3.5-4')
    .lineWidth(2)
    .lineCap('round')
    .lineJoin('round')
    .stroke(ink.white)
    .restore();
  pen.line('Innspect', { ...styles.strong, size: 11 }, { x: page.left + 25, y: pen.y + 2.5 });
  pen.y += 40;
}

function titleBlock(pen: Pen, report: PipReport): void {
  const { property } = report;
  const place = [
    `${property.name}, ${property.city}, ${property.state}`,
    ...(property.totalRooms ? [`${property.totalRooms} keys`] : []),
    `generated ${dateOf(report.createdAt)}`,
  ].join(' · ');
  pen.y += pen.paragraph(place, styles.soft, { x: page.left, y: pen.y, width: contentWidth }) + 2;
  pen.line('Property improvement plan', styles.title, { x: page.left, y: pen.y });
  pen.y += styles.title.leading + 12;
}

function tiles(pen: Pen, report: PipReport): void {
  const gap = 10;
  const width = (contentWidth - 3 * gap) / 4;
  const height = 66;
  const planned = report.phases.reduce((sum, phase) => sum + phase.items, 0);
  const counts = [...report.phases, { name: 'rejected', items: report.itemCount - planned }]
    .filter(({ items }) => items > 0)
    .map(({ name, items }) => `${items} ${name}`);
  const perKey = report.property.totalRooms
    ? ` · ${formatWholeDollars(report.totalCost / report.property.totalRooms)} per key`
    : '';
  const range = formatWholeDollarRange(report.costLow, report.costHigh);
  const content = [
    {
      label: 'Total issues',
      value: String(planned),
      hint: counts.join(' · ') || 'no open items',
      colour: ink.ink,
    },
    {
      label: 'Estimated cost',
      value: formatWholeDollars(report.totalCost),
      hint: `${range}${perKey}`,
      colour: ink.ink,
    },
    { label: 'Timeline', value: days(report.estimatedDays), hint: 'lead times included', colour: ink.ink },
    {
      label: 'Priority',
      value: severityLabels[report.priority],
      hint: 'highest open severity',
      colour: severityInk[report.priority].colour,
    },
  ];
  const hints = content.map(({ hint }) => pen.wrap(hint, styles.small, width - 20));
  const tall = height + (Math.max(...hints.map((lines) => lines.length)) - 1) * styles.small.leading;
  content.forEach(({ label, value, colour }, index) => {
    const x = page.left + index * (width + gap);
    pen.doc.roundedRect(x, pen.y, width, tall, 6).lineWidth(0.75).stroke(ink.line);
    pen.line(label, styles.small, { x: x + 10, y: pen.y + 9 });
    const fits = pen.widthOf(value, styles.figure) <= width - 20;
    pen.line(value, { ...styles.figure, colour, size: fits ? styles.figure.size : 13 }, { x: x + 10, y: pen.y + 21 });
    hints[index]?.forEach((line, row) =>
      pen.line(line, styles.small, { x: x + 10, y: pen.y + 46 + row * styles.small.leading }),
    );
  });
  pen.y += tall + 22;
}

/** Facts on the left, the arithmetic of the total on the right. */
function factsAndCosts(pen: Pen, report: PipReport): void {
  const column = (contentWidth - 28) / 2;
  const right = page.left + column + 28;
  const top = pen.y;
  const accepted = report.approvedAt
    ? [dateOf(report.approvedAt), report.approvedByName].filter(Boolean).join(', ')
    : 'not yet';
  const facts: [string, string][] = [
    ['Scope', scopeOf(report)],
    ['Inspector', report.inspector ?? 'not recorded'],
    ['Status', statusLabel(report.status)],
    ['Last change', dateOf(report.updatedAt)],
    ['Accepted', accepted],
    ['Report ID', report.id],
  ];
  let y = top;
  for (const [label, value] of facts) {
    pen.line(label, styles.soft, { x: page.left, y });
    const style = label === 'Report ID' ? { ...styles.body, size: 7 } : styles.body;
    y += pen.paragraph(value, style, { x: page.left + 66, y, width: column - 66 }) + 4;
  }
  let z = top;
  for (const { label, amount } of report.costLines) {
    pen.line(label, styles.soft, { x: right, y: z });
    pen.line(formatMoney(amount), styles.body, { x: right, y: z, width: column, align: 'right' });
    z += 17;
  }
  pen.doc
    .moveTo(right, z)
    .lineTo(right + column, z)
    .lineWidth(0.75)
    .stroke(ink.line);
  z += 5;
  pen.line('Estimated cost', styles.strong, { x: right, y: z });
  pen.line(formatMoney(report.totalCost), styles.strong, { x: right, y: z, width: column, align: 'right' });
  z += 17;
  pen.line('Range', styles.soft, { x: right, y: z });
  pen.line(formatMoneyRange(report.costLow, report.costHigh), styles.body, {
    x: right,
    y: z,
    width: column,
    align: 'right',
  });
  pen.y = Math.max(y, z + 17) + 16;
}

/** At most eight marks on whole days. */
function ticks(total: number): number[] {
  const step = [1, 2, 5, 7, 10, 14, 20, 30, 60, 90, 180, 365].find((size) => total / size <= 8) ?? Math.ceil(total / 8);
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
}

function timeline(pen: Pen, report: PipReport): void {
  pen.line('Implementation timeline', styles.heading, { x: page.left, y: pen.y });
  pen.y += styles.heading.leading + 10;
  const left = page.left + 62;
  const width = contentWidth - 62 - 150;
  const total = Math.max(1, report.estimatedDays);
  const at = (day: number) => left + (Math.min(day, total) / total) * width;
  const top = pen.y;
  for (const day of ticks(total)) {
    pen.doc
      .moveTo(at(day), top)
      .lineTo(at(day), top + 3 * 28 - 4)
      .lineWidth(0.5)
      .stroke(ink.line);
    const label = String(day);
    pen.line(label, styles.small, { x: at(day) - pen.widthOf(label, styles.small) / 2, y: top + 3 * 28 - 2 });
  }
  pen.line('day', styles.small, { x: page.left, y: top + 3 * 28 - 2 });
  for (const name of phaseNames) {
    const phase = report.phases.find((candidate) => candidate.name === name);
    if (!phase) continue;
    const { colour, tint } = phaseInk[name];
    pill(pen, phaseLabel(name), { colour, tint }, { x: page.left, y: pen.y + 3 });
    pen.doc.roundedRect(left, pen.y + 6, width, 8, 4).fill(ink.sunken);
    if (phase.days > 0) {
      const length = Math.max(3, at(phase.startDay + phase.days) - at(phase.startDay));
      pen.doc.roundedRect(at(phase.startDay), pen.y + 6, length, 8, Math.min(4, length / 2)).fill(colour);
    }
    const x = left + width + 14;
    const room = page.width - page.right - x;
    pen.line(`${phase.window} · ${formatMoney(phase.cost)}`, styles.strong, { x, y: pen.y - 3, width: room });
    const span = `${phase.items} ${phase.items === 1 ? 'item' : 'items'}, ${days(phase.days)} from day ${Number(phase.startDay.toFixed(2))}`;
    pen.line(phase.items > 0 ? span : 'no items', styles.small, { x, y: pen.y + 9, width: room });
    pen.y += 28;
  }
  pen.y += 20;
}

/** The first page: subject, state and figures of the plan, the arithmetic of the total, and the schedule. */
export function drawCover(pen: Pen, report: PipReport): void {
  brand(pen);
  titleBlock(pen, report);
  tiles(pen, report);
  factsAndCosts(pen, report);
  timeline(pen, report);
  const width = contentWidth - 24;
  const lines = pen.wrap(disclaimer, styles.soft, width);
  const height = lines.length * styles.soft.leading + 18;
  pen.doc.roundedRect(page.left, pen.y, contentWidth, height, 6).fill(ink.sunken);
  lines.forEach((line, index) =>
    pen.line(line, styles.soft, { x: page.left + 12, y: pen.y + 9 + index * styles.soft.leading }),
  );
  pen.y += height + 26;
  if (report.itemCount === 0) {
    pen.line('No issue was open when the plan was generated, so it has no items.', styles.body, {
      x: page.left,
      y: pen.y,
    });
  }
}
