import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { formatMoney } from '#contract/money.ts';
import { dueWindows, isPastWindow, phaseLabels, phaseNames } from '#contract/plan-phases.ts';
import type { PlanItem, Plan } from '#contract/plans.ts';
import { lineClassLabels, spendingLabels } from '#contract/line-classes.ts';
import { locationText } from '#contract/places.ts';
import {
  costRangeText,
  decisionText,
  endText,
  evidenceText,
  furtherText,
  isExcluded,
  isUnconfirmed,
  picturedFinding,
  proofText,
  quotesText,
  sampledText,
} from '#contract/plan-lines.ts';
import { marksText, type PhotoMark } from '#contract/photo-marks.ts';
import { requestText } from '#contract/plan-requests.ts';
import { formatTimestamp, plural } from '#contract/texts.ts';
import { contentWidth, ink, page, contentHeight, styles, type PdfPage } from './page.ts';
import { drawMarks, type Frame } from './pdf-marks.ts';
import { phaseInk, pill, drawRule, severityInk } from './pdf-cover.ts';
import { days, itemStatusLabel, peopleTexts, printable } from './texts.ts';
import type { Times } from './times.ts';

/**
 * A photo and its size in pixels. It is a data URL, by which the document recognizes a photo that it contains already.
 */
export interface ItemPhoto {
  jpeg: string;
  width: number;
  height: number;
  /** The marks that users drew on it. */
  marks: readonly PhotoMark[];
}

export const picture = { width: 168, height: 150, gap: 16 } as const;
export const statusInk = { color: ink.soft, tint: ink.sunken };

/** What a photo shows: the line of a plan, or a finding. */
interface Pictured extends Pick<PlanItem, 'title' | 'severity' | 'category'> {
  issue: Pick<NonNullable<PlanItem['issue']>, 'boundingBox' | 'aiConfidence'> | null;
}

/** Draws the photo as large as the space allows, with the finding's box. */
export function drawItemPhoto(pdf: PdfPage, item: Pictured, itemPhoto: ItemPhoto, y: number): void {
  const { doc } = pdf;
  const { width, height } = sizeOf(itemPhoto);
  const drawn = marksText(itemPhoto.marks);
  const alt = printable(`Photo of: ${item.title}${drawn && `. Drawn over it: ${drawn}`}`);
  pdf.tags.within(
    'Figure',
    () =>
      pdf.tags.content(() => {
        doc.save().roundedRect(page.left, y, width, height, 4).clip();
        doc.image(itemPhoto.jpeg, page.left, y, { width, height });
        doc.restore();
      }),
    { alt, bbox: [page.left, y, page.left + width, y + height] },
  );
  drawBox(pdf, item, { x: page.left, y, width, height });
  pdf.tags.decoration(() => drawMarks(pdf, itemPhoto.marks, { x: page.left, y, width, height }));
}

/** Draws a box, given in fractions of the photo, on the photo in this frame. */
export function outlineBox({ doc }: PdfPage, box: BoundingBox, frame: Frame, color: string): void {
  const area = [
    frame.x + box.x * frame.width,
    frame.y + box.y * frame.height,
    Math.min(box.width, 1 - box.x) * frame.width,
    Math.min(box.height, 1 - box.y) * frame.height,
  ] as const;
  doc.save().roundedRect(frame.x, frame.y, frame.width, frame.height, 4).clip();
  // A white line around the colored one keeps it visible on any picture.
  doc
    .rect(...area)
    .lineWidth(2.6)
    .stroke(ink.white);
  doc
    .rect(...area)
    .lineWidth(1.4)
    .stroke(color);
  doc.restore();
}

/** Draws the finding's box and its severity class on the photo. */
function drawBox(pdf: PdfPage, item: Pictured, frame: Frame): void {
  const box = item.issue?.boundingBox;
  if (!box) return;
  const { x: left, y, width, height } = frame;
  const x = left + box.x * width;
  const top = y + box.y * height;
  const { color } = severityInk[item.severity];
  outlineBox(pdf, box, frame, color);
  const confidence = item.issue?.aiConfidence ? ` ${Math.round(Number(item.issue.aiConfidence))}` : '';
  const label = `${findingCategoryLabels[item.category]}${confidence}`;
  const style = { face: 'strong', size: 6.5, color: ink.white, leading: 10 } as const;
  const room = pdf.widthOf(label, style) + 6;
  const labelX = Math.max(left, Math.min(x, left + width - room));
  const labelY = Math.max(y, top - 10);
  pdf.doc.rect(labelX, labelY, room, 10).fill(color);
  // Decoration, because the item's text says the same.
  pdf.tags.decoration(() => pdf.line(label, style, { x: labelX + 3, y: labelY }));
}

export function sizeOf(itemPhoto: ItemPhoto) {
  const scale = Math.min(picture.width / itemPhoto.width, picture.height / itemPhoto.height);
  return { width: itemPhoto.width * scale, height: itemPhoto.height * scale };
}

/** An item and its number in the plan, starting at 1, to which the evidence refers. */
interface Numbered {
  number: number;
  item: PlanItem;
}

interface Line {
  height: number;
  draw(y: number): void;
}

function origin(item: PlanItem): string {
  const { issue } = item;
  const confidence =
    issue?.source === 'ai' && issue.aiConfidence ? `AI ${Math.round(Number(issue.aiConfidence))}%` : null;
  const seconds = item.videoTimestamp;
  const video = seconds === null ? null : `video ${formatTimestamp(seconds)}`;
  return [
    item.area,
    locationText(item),
    item.addedByHand ? lineClassLabels[item.class] : findingCategoryLabels[item.category],
    spendingLabels[item.spending],
    item.addedByHand ? `added${item.addedByName ? ` by ${item.addedByName}` : ' by hand'}` : null,
    confidence,
    ...(issue ? peopleTexts(issue) : []),
    video,
  ]
    .filter((part) => part)
    .join(' · ');
}

/** What the owner reported about the finished work. */
function workOf(item: PlanItem, times: Times): [label: string, content: string][] {
  const done = item.completedAt ?? item.reportedAt;
  const parts = [
    ...(done ? [`${item.completedAt ? 'completed' : 'reported'} ${times.text(done)}`] : []),
    ...(item.actualCost === null ? [] : [`actual cost ${formatMoney(item.actualCost)}`]),
    ...(item.invoice ? [`invoice ${item.invoice}`] : []),
  ];
  return parts.length > 0 ? [['Work', parts.join(' · ')]] : [];
}

/** Draws priority, status and an 'unconfirmed' label in one row. */
function drawPills(pdf: PdfPage, item: PlanItem, { x, y }: { x: number; y: number }): void {
  const pills: [string, { color: string; tint: string }][] = [
    [severityLabels[item.priority], severityInk[item.priority]],
    [itemStatusLabel(item), statusInk],
    ...(isUnconfirmed(item) ? [['Unconfirmed', statusInk] as [string, typeof statusInk]] : []),
  ];
  let at = x;
  for (const [label, colors] of pills) at += pill(pdf, label, colors, { x: at, y }) + 5;
}

/** The text of an item, as lines between which a page may break. */
function linesOf(pdf: PdfPage, { number, item }: Numbered, x: number, width: number): Line[] {
  const { soft, body, strong, small } = styles;
  const text = (content: string, style: Parameters<PdfPage['wrap']>[1], tag: 'P' | 'H3' = 'P'): Line[] => {
    const draw = pdf.tags.element(tag);
    return pdf
      .wrap(content, style, width)
      .map((line) => ({ height: style.leading, draw: (y) => draw(() => pdf.line(line, style, { x, y })) }));
  };
  const space = (height: number): Line => ({ height, draw: () => undefined });
  const labeled = (label: string, content: string): Line[] => [space(4), ...text(label, small), ...text(content, body)];
  // The columns, each with the fraction of the width at which it starts. Location, quantity, due date and amount stand in
  // the table of items, under the same number.
  const figures: [label: string, value: string, at: number][] = [
    ['Range', costRangeText(item), 0],
    // Its range stands beside it.
    ['Price basis', item.priceEntered ? 'Entered' : 'Cost catalog', 0.3],
    ['On site', days(item.daysOnSite), 0.59],
    ['Lead time', item.leadDays > 0 ? days(item.leadDays) : 'none', 0.8],
  ];
  const evidence: [label: string, value: string, at: number][] = [
    ['Decision', decisionText(item), 0],
    ['Evidence', evidenceText(item), 0.3],
    ['Completion proof', proofText(item), 0.59],
  ];
  return [
    {
      height: 18,
      draw: (y) => pdf.tags.within('P', () => drawPills(pdf, item, { x, y })),
    },
    ...text(`${number}. ${item.title}`, styles.item, 'H3'),
    ...text(origin(item), soft),
    ...(item.description ? labeled('Present condition', item.description) : []),
    ...(furtherText(item) ? labeled('Also repairs', furtherText(item)) : []),
    ...(item.standard ? labeled('Standard', item.standard) : []),
    ...labeled('Required action', item.recommendedAction),
    ...[figures, evidence].flatMap((row) => [
      space(6),
      {
        height: small.leading + strong.leading,
        draw: (y: number) =>
          row.forEach(([label, value, at]) =>
            pdf.tags.within('P', () => {
              pdf.line(label, small, { x: x + at * width, y });
              pdf.line(value, strong, { x: x + at * width, y: y + small.leading });
            }),
          ),
      },
    ]),
    ...(item.sample ? labeled('Sample', sampledText(item)) : []),
    ...(item.responsible ? labeled('Responsible', item.responsible) : []),
    ...(item.quotes.length > 0 ? labeled('Quotes', quotesText(item)) : []),
    ...workOf(item, pdf.times).flatMap(([label, content]) => labeled(label, content)),
    ...(item.requests[0] ? labeled('Request', requestText(item.requests[0])) : []),
    ...(item.note ? labeled('Note', item.note) : []),
    ...(item.noLongerNeeded ? [space(4), ...text(`${endText(item)}.`, soft)] : []),
    ...(isExcluded(item) ? [space(4), ...text('Excluded from totals and schedule.', soft)] : []),
  ];
}

const sum = (lines: readonly Line[]): number => lines.reduce((total, line) => total + line.height, 0);

interface Block {
  item: PlanItem;
  itemPhoto: ItemPhoto | undefined;
  lines: Line[];
  photoHeight: number;
  height: number;
}

const padding = 12;

function blockOf(pdf: PdfPage, numbered: Numbered, itemPhoto: ItemPhoto | undefined): Block {
  const { item } = numbered;
  const inset = itemPhoto ? picture.width + picture.gap : 0;
  const lines = linesOf(pdf, numbered, page.left + inset, contentWidth - inset);
  const photoHeight = itemPhoto ? sizeOf(itemPhoto).height : 0;
  return { item, itemPhoto, lines, photoHeight, height: padding + Math.max(photoHeight, sum(lines)) };
}

function drawBlock(pdf: PdfPage, { item, itemPhoto, lines, photoHeight }: Block, separated: boolean): void {
  // No divider at the top of a page.
  if (separated && pdf.y > page.top) drawRule(pdf, pdf.y);
  pdf.y += padding;
  const top = pdf.y;
  if (itemPhoto) drawItemPhoto(pdf, { ...item, issue: picturedFinding(item) }, itemPhoto, top);
  const first = pdf.doc.bufferedPageRange().count;
  for (const line of lines) {
    pdf.ensureSpace(line.height);
    line.draw(pdf.y);
    pdf.y += line.height;
  }
  if (pdf.doc.bufferedPageRange().count === first) pdf.y = Math.max(pdf.y, top + photoHeight);
  pdf.y += padding;
}

const headingHeight = styles.heading.leading + 6;

/**
 * Draws the items by phase, each with its photo. Returns the name of the phase that continues at the top of a page, by
 * page index.
 */
export function drawItems(
  pdf: PdfPage,
  plan: Plan,
  photos: ReadonlyMap<string, ItemPhoto>,
): ReadonlyMap<number, string> {
  const continued = new Map<number, string>();
  const pages = () => pdf.doc.bufferedPageRange().count;
  for (const name of phaseNames) {
    const phase = plan.phases.find((candidate) => candidate.name === name);
    const blocks = plan.items
      .map((item, index) => ({ item, number: index + 1 }))
      .filter(({ item }) => item.phase === name)
      .map((numbered) => blockOf(pdf, numbered, photos.get(picturedFinding(numbered.item)?.photoId ?? '')));
    const [first] = blocks;
    if (!first || !phase) continue;
    // Keeps the heading off the bottom of a page, together with the first item.
    pdf.ensureSpace(Math.min(contentHeight, headingHeight + first.height));
    // When the work takes longer than the window, the window is for making it safe.
    const toMakeSafe = name === 'critical' && isPastWindow(phase) ? ' to make safe' : '';
    const due = `${dueWindows[name]}${toMakeSafe}`;
    const title = `${phaseLabels[name]}, ${due}`;
    pdf.doc.outline.addItem(title);
    pdf.doc.rect(page.left, pdf.y + 3, 4, 15).fill(phaseInk[name].color);
    pdf.tags.within('H2', () => pdf.line(phaseLabels[name], styles.heading, { x: page.left + 12, y: pdf.y }));
    const facts = [due, plural(phase.items, 'item'), formatMoney(phase.cost), days(phase.days)].join(' · ');
    pdf.tags.within('P', () =>
      pdf.line(facts, styles.soft, { x: page.left, y: pdf.y + 4, width: contentWidth, align: 'right' }),
    );
    pdf.y += headingHeight;
    drawRule(pdf, pdf.y, ink.ink);
    for (const [index, block] of blocks.entries()) {
      const before = pages();
      // Keep the block together, unless it is longer than a page.
      pdf.ensureSpace(Math.min(block.height, contentHeight));
      pdf.tags.within('Sect', () => drawBlock(pdf, block, index > 0));
      for (let number = before; number < pages(); number += 1) continued.set(number, title);
    }
    pdf.y += 14;
  }
  return continued;
}
