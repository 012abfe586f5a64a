import { phaseCountText, phaseLabels, timelineRows, type PhaseName, type TimelineRow } from '#contract/plan-phases.ts';
import { excludedTexts } from '#contract/plan-lines.ts';
import { planSubject, shownPlanStatus, type Plan } from '#contract/plans.ts';
import { severityLabels, type Severity } from '#contract/finding-categories.ts';
import { formatMoney, formatMoneyRange, formatWholeDollars } from '#contract/money.ts';
import type { RunScore } from '#contract/runs.ts';
import { plural } from '#contract/texts.ts';
import type { PlanFacts } from './papers.repository.ts';
import { contentWidth, ink, page, styles, type PdfPage, type Style } from './page.ts';
import {
  acceptedParts,
  days,
  disclaimer,
  isSentInPropertyPlan,
  planNotes,
  statusLabel,
  versionParts,
} from './texts.ts';

/** The color of a severity on white, and its tint. */
export const severityInk: Record<Severity, { color: string; tint: string }> = {
  critical: { color: '#b3231a', tint: '#fbe6e3' },
  high: { color: '#b4540a', tint: '#fdebd9' },
  medium: { color: '#806200', tint: '#f8f0cf' },
  low: { color: '#51616a', tint: '#e8edef' },
};
export const phaseInk: Record<PhaseName, { color: string; tint: string }> = {
  critical: severityInk.critical,
  major: severityInk.high,
  minor: severityInk.medium,
  months_3: severityInk.low,
  months_6: severityInk.low,
  months_12: severityInk.low,
  months_24: severityInk.low,
};

/** Draws a rounded label and returns its width. */
export function pill(
  pdf: PdfPage,
  text: string,
  colors: { color: string; tint: string },
  at: { x: number; y: number },
) {
  const style: Style = { face: 'strong', size: 7.5, color: colors.color, leading: 14 };
  const width = pdf.widthOf(text, style) + 12;
  pdf.doc.roundedRect(at.x, at.y, width, 14, 7).fill(colors.tint);
  pdf.line(text, style, { x: at.x + 6, y: at.y });
  return width;
}

export const drawRule = (pdf: PdfPage, y: number, color: string = ink.line) =>
  pdf.doc
    .moveTo(page.left, y)
    .lineTo(page.width - page.right, y)
    .lineWidth(0.75)
    .stroke(color);

/** A picture and its size in points. */
export interface Logo {
  /** A data URL, because a buffer would arrive in the writing thread as another type. */
  png: string;
  width: number;
  height: number;
}

function drawLogo(pdf: PdfPage, { png, width, height }: Logo): void {
  const bbox: [number, number, number, number] = [page.left, pdf.y, page.left + width, pdf.y + height];
  pdf.tags.within('Figure', () => pdf.tags.content(() => pdf.doc.image(png, page.left, pdf.y, { width, height })), {
    alt: 'Logo of the organization',
    bbox,
  });
  pdf.y += Math.max(40, height + 16);
}

/** Draws the organization's logo, or else the product's. */
export function brand(pdf: PdfPage, logo: Logo | null): void {
  if (logo) return drawLogo(pdf, logo);
  const { doc } = pdf;
  doc.roundedRect(page.left, pdf.y, 18, 18, 4).fill(ink.accent);
  doc
    .save()
    .translate(page.left + 3, pdf.y + 3)
    .scale(0.75)
    .path('M3 14V3.5A1.5 1.5 0 0 1 4.5 2h7A1.5 1.5 0 0 1 13 3.5V14M5.5 8.5l2 2 3.5-4')
    .lineWidth(2)
    .lineCap('round')
    .lineJoin('round')
    .stroke(ink.white)
    .restore();
  pdf.tags.within('P', () =>
    pdf.line('Innspect', { ...styles.strong, size: 11 }, { x: page.left + 25, y: pdf.y + 2.5 }),
  );
  pdf.y += 40;
}

function titleBlock(pdf: PdfPage, plan: Plan): void {
  const { property } = plan;
  const place = [
    `${property.name}, ${property.city}, ${property.state}`,
    ...(property.totalRooms ? [`${property.totalRooms} keys`] : []),
    `generated ${pdf.times.text(plan.createdAt)}`,
  ].join(' · ');
  pdf.y += pdf.tags.within('P', () =>
    pdf.paragraph(place, styles.soft, { x: page.left, y: pdf.y, width: contentWidth }),
  );
  pdf.y += 2;
  pdf.tags.within('H1', () => pdf.line('Property improvement plan', styles.title, { x: page.left, y: pdf.y }));
  pdf.y += styles.title.leading + 12;
}

function tiles(pdf: PdfPage, plan: Plan): void {
  const gap = 10;
  const width = (contentWidth - 3 * gap) / 4;
  const height = 66;
  const planned = plan.phases.reduce((sum, phase) => sum + phase.items, 0);
  const counts = [...plan.phases.filter(({ items }) => items > 0).map(phaseCountText), ...excludedTexts(plan.items)];
  const perKey = plan.property.totalRooms
    ? ` · ${formatWholeDollars(plan.totalCost / plan.property.totalRooms)} per key`
    : '';
  const range = formatMoneyRange(plan.costLow, plan.costHigh);
  const content = [
    {
      label: 'Total issues',
      value: String(planned),
      hint: counts.join(' · ') || 'no open items',
      color: ink.ink,
    },
    {
      label: 'Estimated cost',
      value: formatMoney(plan.totalCost),
      hint: `${range}${perKey}`,
      color: ink.ink,
    },
    { label: 'Timeline', value: days(plan.estimatedDays), hint: 'lead times included', color: ink.ink },
    {
      label: 'Priority',
      value: severityLabels[plan.priority],
      hint: 'highest open severity',
      color: severityInk[plan.priority].color,
    },
  ];
  const hints = content.map(({ hint }) => pdf.wrap(hint, styles.small, width - 20));
  const tall = height + (Math.max(...hints.map((lines) => lines.length)) - 1) * styles.small.leading;
  content.forEach(({ label, value, color }, index) => {
    const x = page.left + index * (width + gap);
    pdf.doc.roundedRect(x, pdf.y, width, tall, 6).lineWidth(0.75).stroke(ink.line);
    pdf.tags.within('P', () => {
      pdf.line(label, styles.small, { x: x + 10, y: pdf.y + 9 });
      const fits = pdf.widthOf(value, styles.figure) <= width - 20;
      pdf.line(value, { ...styles.figure, color, size: fits ? styles.figure.size : 13 }, { x: x + 10, y: pdf.y + 21 });
      hints[index]?.forEach((line, row) =>
        pdf.line(line, styles.small, { x: x + 10, y: pdf.y + 46 + row * styles.small.leading }),
      );
    });
  });
  pdf.y += tall + 22;
}

const percentText = (score: number | null): string =>
  score === null ? 'Not enough evidence' : `${Math.round(score)}%`;

/** "82%, 12 of 14 checks answered", or why there is no score. */
const scoreText = ({ complianceScore, coverage }: NonNullable<Plan['inspection']>): string => {
  const checks = `${coverage.answered} of ${coverage.checks} checks answered`;
  return `${percentText(complianceScore)}, ${checks}`;
};

/** "82%, 8 of 10 areas scored, 40 of 96 checks answered, 0 of 1 requirement met", or why there is no score. */
const propertyScoreText = ({ complianceScore, coverage }: RunScore): string =>
  [
    percentText(complianceScore),
    `${coverage.areasScored} of ${plural(coverage.areas, 'area')} scored`,
    `${coverage.answered} of ${plural(coverage.checks, 'check')} answered`,
    ...(coverage.requirements > 0
      ? [`${coverage.requirementsMet} of ${plural(coverage.requirements, 'requirement')} met`]
      : []),
  ].join(', ');

/** Draws a table row with a heading cell and a value. */
export function factRow(pdf: PdfPage, label: () => void, value: () => void): void {
  pdf.tags.within('TR', () => {
    pdf.tags.within('TH', label, { scope: 'Row' });
    pdf.tags.within('TD', value);
  });
}

/** Draws who and what the plan is about; returns the bottom. */
function facts(pdf: PdfPage, plan: Plan, paper: PlanFacts | null, width: number): number {
  const accepted =
    acceptedParts(plan, pdf.times)?.join('\n') ?? (isSentInPropertyPlan(plan) ? "see the property's plan" : 'not yet');
  const given: [string, string | null | undefined][] = [
    ['Address', paper?.address],
    ['Owner', paper?.owner],
    ['Standard', paper?.standard],
    ['Case', paper?.caseNumber],
    ['Inspected', paper?.inspectedAt && pdf.times.text(paper.inspectedAt)],
    ['Score', plan.inspection && scoreText(plan.inspection)],
    ['Property score', paper?.score && propertyScoreText(paper.score)],
    ['Not applicable', paper?.leftOut.map(({ area }) => area).join(', ')],
  ];
  const rows: [string, string][] = [
    ['Scope', planSubject(plan)],
    ...given.flatMap(([label, value]): [string, string][] => (value ? [[label, value]] : [])),
    ['Inspector', plan.inspector ?? 'not recorded'],
    ['Status', statusLabel(shownPlanStatus(plan))],
    ['Version', versionParts(plan, pdf.times).join('\n')],
    ['Last change', pdf.times.text(plan.updatedAt)],
    ['Accepted', accepted],
    ['Report ID', plan.id],
  ];
  let { y } = pdf;
  pdf.tags.within('Table', () => {
    for (const [label, value] of rows) {
      const style = label === 'Report ID' ? { ...styles.body, size: 7 } : styles.body;
      let height = 0;
      factRow(
        pdf,
        () => pdf.line(label, styles.soft, { x: page.left, y }),
        () => {
          height = pdf.paragraph(value, style, { x: page.left + 74, y, width: width - 74 });
        },
      );
      y += height + 4;
    }
  });
  return y;
}

/** What vendors quoted and what it cost, beside what the same items were approved for; nothing without such figures. */
const comparisonRows = ({ comparison: { quoted, actual } }: Plan): [label: string, value: string][] =>
  (
    [
      ['Quoted', quoted],
      ['Actual', actual],
    ] as const
  )
    .filter(([, { items }]) => items > 0)
    .map(([label, { items, amount, approved }]) => [
      `${label}, ${plural(items, 'item')} approved at ${formatMoney(approved)}`,
      formatMoney(amount),
    ]);

/** Draws the computation of the total; returns the bottom. */
function costs(pdf: PdfPage, plan: Plan, left: number, width: number): number {
  let { y } = pdf;
  const row = (label: string, value: string, style: Style, labelStyle: Style) => {
    const labelWidth = width - pdf.widthOf(value, style) - 8;
    let height = 0;
    factRow(
      pdf,
      () => {
        height = pdf.paragraph(label, labelStyle, { x: left, y, width: labelWidth });
      },
      () => pdf.line(value, style, { x: left, y, width, align: 'right' }),
    );
    y += height - labelStyle.leading + 17;
  };
  pdf.tags.within('Table', () => {
    for (const { label, amount } of plan.costLines) row(label, formatMoney(amount), styles.body, styles.soft);
    pdf.doc
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.75)
      .stroke(ink.line);
    y += 5;
    row('Estimated cost', formatMoney(plan.totalCost), styles.strong, styles.strong);
    row('Range', formatMoneyRange(plan.costLow, plan.costHigh), styles.body, styles.soft);
    for (const [label, value] of comparisonRows(plan)) row(label, value, styles.body, styles.soft);
  });
  return y;
}

/** Draws the facts on the left and the computation of the total on the right. */
function factsAndCosts(pdf: PdfPage, plan: Plan, paper: PlanFacts | null): void {
  const column = (contentWidth - 28) / 2;
  const end = facts(pdf, plan, paper, column);
  pdf.y = Math.max(end, costs(pdf, plan, page.left + column + 28, column)) + 16;
}

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** At most eight tick marks, on whole days. */
export function ticks(total: number): number[] {
  const step = [1, 2, 5, 7, 10, 14, 20, 30, 60, 90, 180, 365].find((size) => total / size <= 8) ?? Math.ceil(total / 8);
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
}

/** Draws one row of the chart: its name, its bar and its text. */
function timelineRow(
  pdf: PdfPage,
  row: TimelineRow,
  { left, width, at }: { left: number; width: number; at: (day: number) => number },
): void {
  const draw = () => {
    const { color, tint } = phaseInk[row.phase];
    const label = row.step ? { make_safe: 'Make safe', repairs: 'Repairs' }[row.step] : phaseLabels[row.phase];
    pill(pdf, label, { color, tint }, { x: page.left, y: pdf.y + 3 });
    pdf.doc.roundedRect(left, pdf.y + 6, width, 8, 4).fill(ink.sunken);
    if (row.items > 0 && row.days > 0) {
      const length = Math.max(3, at(row.startDay + row.days) - at(row.startDay));
      pdf.doc.roundedRect(at(row.startDay), pdf.y + 6, length, 8, Math.min(4, length / 2)).fill(color);
    }
    const x = left + width + 14;
    const room = page.width - page.right - x;
    const cost = row.cost === null ? null : formatMoney(row.cost);
    const planned = row.planned ? [sentence(row.planned), cost].filter(Boolean).join(' · ') : 'No items';
    pdf.line(planned, styles.strong, { x, y: pdf.y - 3, width: room });
    const step = row.step === 'make_safe' ? 'before the repairs' : null;
    const count = row.items > 0 ? plural(row.items, 'item') : null;
    pdf.line([count, row.due, step].filter(Boolean).join(', '), styles.small, { x, y: pdf.y + 9, width: room });
  };
  pdf.tags.within('LI', () => pdf.tags.within('LBody', draw));
  pdf.y += 28;
}

function timeline(pdf: PdfPage, plan: Plan): void {
  pdf.ensureSpace(timelineRows(plan.phases).length * 28 + 60);
  pdf.tags.within('H2', () => pdf.line('Implementation timeline', styles.heading, { x: page.left, y: pdf.y }));
  pdf.y += styles.heading.leading + 10;
  const left = page.left + 62;
  const width = contentWidth - 62 - 205;
  const total = Math.max(1, plan.estimatedDays);
  const at = (day: number) => left + (Math.min(day, total) / total) * width;
  const top = pdf.y;
  const rows = timelineRows(plan.phases);
  const height = rows.length * 28;
  for (const day of ticks(total)) {
    pdf.doc
      .moveTo(at(day), top)
      .lineTo(at(day), top + height - 4)
      .lineWidth(0.5)
      .stroke(ink.line);
    const label = String(day);
    pdf.line(label, styles.small, { x: at(day) - pdf.widthOf(label, styles.small) / 2, y: top + height - 2 });
  }
  pdf.line('day', styles.small, { x: page.left, y: top + height - 2 });
  pdf.tags.within('L', () => {
    for (const row of rows) {
      timelineRow(pdf, row, { left, width, at });
    }
  });
  pdf.y += 20;
}

/** Draws the first page: subject, state and figures of the plan, the computation of the total, and the schedule. */
export function drawCover(pdf: PdfPage, plan: Plan, paper: PlanFacts | null, logo: Logo | null): void {
  pdf.doc.outline.addItem('Summary');
  brand(pdf, logo);
  titleBlock(pdf, plan);
  tiles(pdf, plan);
  factsAndCosts(pdf, plan, paper);
  timeline(pdf, plan);
  const width = contentWidth - 24;
  const lines = pdf.wrap(disclaimer, styles.soft, width);
  const height = lines.length * styles.soft.leading + 18;
  pdf.doc.roundedRect(page.left, pdf.y, contentWidth, height, 6).fill(ink.sunken);
  pdf.tags.within('P', () =>
    lines.forEach((line, index) =>
      pdf.line(line, styles.soft, { x: page.left + 12, y: pdf.y + 9 + index * styles.soft.leading }),
    ),
  );
  pdf.y += height + 26;
  closingNotes(pdf, plan, paper);
}

/** Draws why the plan has no items, what it leaves out, where else its items are, and why areas do not apply. */
function closingNotes(pdf: PdfPage, plan: Plan, paper: PlanFacts | null): void {
  const isEmpty = plan.itemCount === 0 && !plan.unconfirmedFindings;
  const empty = 'No finding was open when the plan was generated, so it has no items.';
  // Not among the facts, which are drawn on one page: people write reasons as long as they like.
  const leftOut = paper?.leftOut.map(
    ({ area, reason }) => `Not applicable: ${area}. ${reason.replaceAll(/\s+/g, ' ')}`,
  );
  const notes = [...(isEmpty ? [empty] : []), ...planNotes(plan), ...(leftOut ?? [])];
  for (const note of notes) {
    pdf.ensureSpace(pdf.wrap(note, styles.body, contentWidth).length * styles.body.leading);
    pdf.y += pdf.tags.within('P', () =>
      pdf.paragraph(note, styles.body, { x: page.left, y: pdf.y, width: contentWidth }),
    );
    pdf.y += 4;
  }
  if (notes.length > 0) pdf.y += 16;
}
