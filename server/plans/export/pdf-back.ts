import { formatMoney } from '#contract/money.ts';
import { differenceText, differenceTitle } from '#contract/plan-differences.ts';
import type { Plan, PlanVersion } from '#contract/plans.ts';
import { clockFaultText, coordinatesText, sourceTexts, timeText, type EvidenceRow } from './evidence.ts';
import { contentWidth, ink, page, styles, type PdfPage } from './page.ts';
import { table, type TableColumn } from './pdf-table.ts';
import { days, isSentInPropertyPlan, versionText } from './texts.ts';

export function heading(pdf: PdfPage, text: string): void {
  pdf.doc.outline.addItem(text);
  pdf.tags.within('H2', () => pdf.line(text, styles.heading, { x: page.left, y: pdf.y }));
  pdf.y += styles.heading.leading + 8;
}

const evidenceColumns: readonly TableColumn[] = [
  { title: 'Item', at: 0, width: 24 },
  { title: 'Photo and SHA-256 of the original', at: 28, width: 196 },
  { title: 'Taken', at: 232, width: 76 },
  { title: 'Received', at: 314, width: 76 },
  { title: 'Location', at: 396, width: 52 },
  { title: 'Source', at: 454, width: 62 },
];

/** Puts the time below the date. */
const timeOnTwoLines = (text: string): string => text.replace(/, (?=\d+:)/, ',\n');

/** When the photo was taken, and what is wrong with the clock that said so. */
function takenText(photo: EvidenceRow['photo'], pdf: PdfPage): string {
  const fault = clockFaultText(photo);
  return `${timeOnTwoLines(timeText(photo.takenAt, pdf.times))}${fault ? `\nclock ${fault}` : ''}`;
}

/** Draws where each photo comes from, so that third parties can prove that it is the original. */
export function drawEvidence(
  pdf: PdfPage,
  evidence: readonly (Pick<EvidenceRow, 'shows' | 'photo'> & { number: number | null })[],
  of: 'plan' | 'report' = 'plan',
): void {
  if (evidence.length === 0) return;
  pdf.newPage();
  heading(pdf, 'Evidence');
  const note = `Each photo with the ${of === 'plan' ? 'item' : 'finding'} that it belongs to, in the order of the ${of}. The SHA-256 is that of the file as it was received; times are those of the property.`;
  pdf.y += pdf.tags.within('P', () =>
    pdf.paragraph(note, styles.soft, { x: page.left, y: pdf.y, width: contentWidth }),
  );
  pdf.y += 10;
  table(
    pdf,
    evidenceColumns.map((column, index) => (index === 0 && of === 'report' ? { ...column, title: 'No.' } : column)),
    evidence.map(({ number, shows, photo }) => [
      number === null ? '–' : String(number),
      `${photo.filename}${shows === 'defect' ? '' : ', finished work'}\n${photo.sha256.replaceAll(/.{32}/g, '$& ')}`,
      takenText(photo, pdf),
      timeOnTwoLines(timeText(photo.uploadedAt, pdf.times)),
      coordinatesText(photo),
      sourceTexts[photo.source],
    ]),
  );
}

const versionColumns: readonly TableColumn[] = [
  { title: 'Version', at: 0, width: 60 },
  { title: 'Sent', at: 70, width: 110 },
  { title: 'Accepted', at: 190, width: 110 },
  { title: 'Estimated cost', at: 310, width: 100 },
  { title: 'Timeline', at: 420, width: 90 },
];

/** The height of the signatures' part of the page, in points. */
export const signaturesHeight = 270;

function signature(pdf: PdfPage, who: string, left: number, width: number): void {
  let y = pdf.y;
  pdf.tags.within('Sect', () => {
    pdf.tags.within('H3', () => pdf.line(who, styles.item, { x: left, y }));
    y += styles.item.leading + 26;
    for (const field of ['Signature', 'Name', 'Title', 'Date']) {
      pdf.doc
        .moveTo(left, y)
        .lineTo(left + width, y)
        .lineWidth(0.75)
        .stroke(ink.soft);
      pdf.tags.within('P', () => pdf.line(field, styles.small, { x: left, y: y + 3 }));
      y += 42;
    }
  });
}

/** Draws what each version changed, for those who sign it. */
function drawChanges(pdf: PdfPage, versions: readonly PlanVersion[]): void {
  for (const { number, differences } of versions) {
    pdf.ensureSpace(styles.item.leading + 4 * styles.body.leading);
    pdf.tags.within('H3', () => pdf.line(`Changes in version ${number}`, styles.item, { x: page.left, y: pdf.y }));
    pdf.y += styles.item.leading + 4;
    for (const difference of differences) {
      const text = `${differenceTitle(difference)}: ${differenceText(difference)}`;
      pdf.ensureSpace(pdf.wrap(text, styles.body, contentWidth).length * styles.body.leading);
      pdf.y += pdf.tags.within('P', () =>
        pdf.paragraph(text, styles.body, { x: page.left, y: pdf.y, width: contentWidth }),
      );
    }
    pdf.y += 12;
  }
}

/** Draws what was sent when, what that changed, and the places to sign the last version. */
export function drawSignatures(pdf: PdfPage, plan: Plan): void {
  if (plan.itemCount === 0) return;
  const rows = plan.versions.length;
  pdf.y += 20;
  const changed = plan.versions.filter(({ differences }) => differences.length > 0);
  pdf.ensureSpace((changed.length > 0 ? 0 : signaturesHeight) + (rows > 0 ? 60 + rows * 20 : 0));
  if (rows > 0) {
    heading(pdf, 'Versions');
    table(
      pdf,
      versionColumns,
      plan.versions.map((version) => [
        String(version.number),
        pdf.times.text(version.sentAt),
        version.acceptedAt ? pdf.times.text(version.acceptedAt) : 'not accepted',
        formatMoney(version.totalCost),
        days(version.estimatedDays),
      ]),
    );
    pdf.y += 18;
  }
  drawChanges(pdf, changed);
  pdf.ensureSpace(signaturesHeight);
  const latest = plan.versions.at(-1);
  const statement = latest
    ? `For ${plan.property.name}: ${versionText(plan, pdf.times)}.`
    : isSentInPropertyPlan(plan)
      ? `For ${plan.property.name}: the items are in the property's plan. Sign that plan.`
      : `For ${plan.property.name}: a draft. Sign once it has been sent.`;
  signaturesOf(pdf, statement, ['For the brand', 'For the owner']);
}

/** Draws the places where two people sign, and the statement that they sign. */
export function signaturesOf(pdf: PdfPage, statement: string, [first, second]: readonly [string, string]): void {
  heading(pdf, 'Signatures');
  pdf.y += pdf.tags.within('P', () =>
    pdf.paragraph(statement, styles.soft, { x: page.left, y: pdf.y, width: contentWidth }),
  );
  pdf.y += 14;
  const width = (contentWidth - 40) / 2;
  signature(pdf, first, page.left, width);
  signature(pdf, second, page.left + width + 40, width);
  pdf.y += signaturesHeight - 70;
}

/** Marks every page of a plan that was not sent, or that has changed since. */
export function drawWatermark(pdf: PdfPage, plan: Plan): void {
  const isDraft = plan.versions.length === 0 && !isSentInPropertyPlan(plan);
  const text = isDraft ? 'DRAFT' : plan.versions.length > 0 && plan.changes.length > 0 ? 'CHANGED' : null;
  if (text) stamp(pdf, text);
}

/** Draws a word across every page. */
export function stamp(pdf: PdfPage, text: string): void {
  const style = { ...styles.title, size: 120, leading: 150 };
  const { count } = pdf.doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.doc.switchToPage(index);
    pdf.doc
      .save()
      .rotate(-52, { origin: [page.width / 2, page.height / 2] })
      .fillOpacity(0.06);
    pdf.line(text, style, { x: (page.width - pdf.widthOf(text, style)) / 2, y: page.height / 2 - 75 });
    pdf.doc.restore();
  }
}
