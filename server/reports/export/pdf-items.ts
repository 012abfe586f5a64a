import { findingCategoryLabels, severityLabels } from '#contract/finding-categories.ts';
import { formatMoney, formatMoneyRange } from '#contract/money.ts';
import { phaseNames, phaseWindows, type PhaseName, type PipItem, type PipReport } from '#contract/reports.ts';
import { contentWidth, ink, page, roomOfPage, styles, type Pen } from './page.ts';
import { phaseInk, pill, rule, severityInk } from './pdf-cover.ts';
import { days, phaseLabel, statusLabel } from './texts.ts';

/** A photo and its size in pixels. As a data URL, by which the document recognizes a photo that it contains already. */
export interface ItemPhoto {
  jpeg: string;
  width: number;
  height: number;
}

const picture = { width: 168, height: 150, gap: 16 } as const;
const statusInk = { colour: ink.soft, tint: ink.sunken };

/** Draws the photo as large as its space allows, with the finding's box. */
function drawItemPhoto(pen: Pen, item: PipItem, itemPhoto: ItemPhoto, y: number): void {
  const { doc } = pen;
  const { width, height } = sizeOf(itemPhoto);
  doc.save().roundedRect(page.left, y, width, height, 4).clip();
  doc.image(itemPhoto.jpeg, page.left, y, { width, height });
  doc.restore();
  const box = item.issue?.boundingBox;
  if (!box) return;
  const x = page.left + box.x * width;
  const top = y + box.y * height;
  const size = [Math.min(box.width, 1 - box.x) * width, Math.min(box.height, 1 - box.y) * height] as const;
  const { colour } = severityInk[item.severity];
  doc.save().roundedRect(page.left, y, width, height, 4).clip();
  // A white line around the coloured one keeps it visible on any picture.
  doc
    .rect(x, top, ...size)
    .lineWidth(2.6)
    .stroke(ink.white);
  doc
    .rect(x, top, ...size)
    .lineWidth(1.4)
    .stroke(colour);
  doc.restore();
  const confidence = item.issue?.aiConfidence ? ` ${Math.round(Number(item.issue.aiConfidence))}` : '';
  const label = `${findingCategoryLabels[item.category]}${confidence}`;
  const style = { face: 'strong', size: 6.5, colour: ink.white, leading: 10 } as const;
  const room = pen.widthOf(label, style) + 6;
  const labelX = Math.max(page.left, Math.min(x, page.left + width - room));
  const labelY = Math.max(y, top - 10);
  doc.rect(labelX, labelY, room, 10).fill(colour);
  pen.line(label, style, { x: labelX + 3, y: labelY });
}

function sizeOf(itemPhoto: ItemPhoto) {
  const scale = Math.min(picture.width / itemPhoto.width, picture.height / itemPhoto.height);
  return { width: itemPhoto.width * scale, height: itemPhoto.height * scale };
}

interface Line {
  height: number;
  draw(y: number): void;
}

function origin(item: PipItem): string {
  const { issue } = item;
  const confidence =
    issue?.source === 'ai' && issue.aiConfidence ? `AI ${Math.round(Number(issue.aiConfidence))}%` : null;
  const by = issue?.decidedBy ? ` by ${issue.decidedBy}` : '';
  const person = !issue ? null : issue.source === 'person' ? `added${by || ' by a person'}` : `${issue.status}${by}`;
  const seconds = item.videoTimestamp;
  const video = seconds === null ? null : `video ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return [item.area, findingCategoryLabels[item.category], confidence, person === 'pending' ? null : person, video]
    .filter((part) => part !== null)
    .join(' · ');
}

/** The text of an item, as lines between which a page may end. */
function linesOf(pen: Pen, item: PipItem, x: number, width: number): Line[] {
  const { soft, body, strong, small } = styles;
  const text = (content: string, style: Parameters<Pen['wrap']>[1]): Line[] =>
    pen
      .wrap(content, style, width)
      .map((line) => ({ height: style.leading, draw: (y) => pen.line(line, style, { x, y }) }));
  const space = (height: number): Line => ({ height, draw: () => undefined });
  const labelled = (label: string, content: string): Line[] => [
    space(4),
    ...text(label, small),
    ...text(content, body),
  ];
  // Each column with the share of the width at which it starts.
  const figures: [label: string, value: string, at: number][] = [
    ['Cost', formatMoney(item.estimatedCost), 0],
    ['Range', formatMoneyRange(item.costLow, item.costHigh), 0.21],
    ['On site', days(item.daysOnSite), 0.59],
    ['Lead time', item.leadDays > 0 ? days(item.leadDays) : 'none', 0.8],
  ];
  return [
    {
      height: 18,
      draw: (y) => {
        const used = pill(pen, severityLabels[item.priority], severityInk[item.priority], { x, y });
        pill(pen, statusLabel(item.status), statusInk, { x: x + used + 5, y });
      },
    },
    ...text(item.title, styles.item),
    ...text(origin(item), soft),
    ...(item.description ? [space(4), ...text(item.description, body)] : []),
    ...labelled('Required action', item.recommendedAction),
    space(6),
    {
      height: small.leading + strong.leading,
      draw: (y) =>
        figures.forEach(([label, value, at]) => {
          pen.line(label, small, { x: x + at * width, y });
          pen.line(value, strong, { x: x + at * width, y: y + small.leading });
        }),
    },
    ...(item.note ? labelled('Note', item.note) : []),
    ...(item.status === 'rejected' ? [space(4), ...text('Excluded from totals and schedule.', soft)] : []),
  ];
}

const sum = (lines: readonly Line[]): number => lines.reduce((total, line) => total + line.height, 0);

interface Block {
  item: PipItem;
  itemPhoto: ItemPhoto | undefined;
  lines: Line[];
  photoHeight: number;
  height: number;
}

const padding = 12;

function blockOf(pen: Pen, item: PipItem, itemPhoto: ItemPhoto | undefined): Block {
  const inset = itemPhoto ? picture.width + picture.gap : 0;
  const lines = linesOf(pen, item, page.left + inset, contentWidth - inset);
  const photoHeight = itemPhoto ? sizeOf(itemPhoto).height : 0;
  return { item, itemPhoto, lines, photoHeight, height: padding + Math.max(photoHeight, sum(lines)) };
}

function drawBlock(pen: Pen, { item, itemPhoto, lines, photoHeight }: Block, separated: boolean): void {
  // No line at the head of a page.
  if (separated && pen.y > page.top) rule(pen, pen.y);
  pen.y += padding;
  const top = pen.y;
  if (itemPhoto) drawItemPhoto(pen, item, itemPhoto, top);
  const first = pen.doc.bufferedPageRange().count;
  for (const line of lines) {
    pen.keep(line.height);
    line.draw(pen.y);
    pen.y += line.height;
  }
  if (pen.doc.bufferedPageRange().count === first) pen.y = Math.max(pen.y, top + photoHeight);
  pen.y += padding;
}

const headingHeight = styles.heading.leading + 6;

/**
 * Draws the items by phase, each with its photo. Answers, by the index of a page, the phase that continues at its top.
 */
export function drawItems(
  pen: Pen,
  report: PipReport,
  photos: ReadonlyMap<string, ItemPhoto>,
): ReadonlyMap<number, PhaseName> {
  const continued = new Map<number, PhaseName>();
  const pages = () => pen.doc.bufferedPageRange().count;
  for (const name of phaseNames) {
    const phase = report.phases.find((candidate) => candidate.name === name);
    const blocks = report.items
      .filter((item) => item.phase === name)
      .map((item) => blockOf(pen, item, item.photoId ? photos.get(item.photoId) : undefined));
    const [first] = blocks;
    if (!first || !phase) continue;
    // The heading never stands alone at the foot of a page.
    pen.keep(Math.min(roomOfPage, headingHeight + first.height));
    pen.doc.outline.addItem(`${phaseLabel(name)}, ${phaseWindows[name]}`);
    pen.doc.rect(page.left, pen.y + 3, 4, 15).fill(phaseInk[name].colour);
    pen.line(phaseLabel(name), styles.heading, { x: page.left + 12, y: pen.y });
    const facts = [
      phaseWindows[name],
      `${phase.items} ${phase.items === 1 ? 'item' : 'items'}`,
      formatMoney(phase.cost),
      days(phase.days),
    ].join(' · ');
    pen.line(facts, styles.soft, { x: page.left, y: pen.y + 4, width: contentWidth, align: 'right' });
    pen.y += headingHeight;
    rule(pen, pen.y, ink.ink);
    for (const [index, block] of blocks.entries()) {
      const before = pages();
      // Kept together, unless it is longer than a page by itself.
      pen.keep(Math.min(block.height, roomOfPage));
      drawBlock(pen, block, index > 0);
      for (let number = before; number < pages(); number += 1) continued.set(number, name);
    }
    pen.y += 14;
  }
  return continued;
}
