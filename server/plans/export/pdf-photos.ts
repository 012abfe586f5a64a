import type { BoundingBox } from '#contract/analysis.ts';
import type { Severity } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { marksText } from '#contract/photo-marks.ts';
import type { PhotoEvidence } from '#server/photos/photos.rules.ts';
import type { EvidenceRow } from './evidence.ts';
import { contentWidth, ink, page, styles, type PdfPage } from './page.ts';
import { heading } from './pdf-back.ts';
import { severityInk } from './pdf-cover.ts';
import { outlineBox, type ItemPhoto } from './pdf-items.ts';
import { drawMarks } from './pdf-marks.ts';
import { printable } from './texts.ts';

/** A defect that a photo shows. */
export interface ShownDefect {
  photoId: string | null;
  boundingBox: BoundingBox | null;
  severity: Severity;
}

/** The same defect on the photos of the findings that were merged into this one. */
export const partsOf = ({ severity, parts }: Pick<Finding, 'severity' | 'parts'>): ShownDefect[] =>
  parts.map(({ photoId, boundingBox }) => ({ photoId, boundingBox, severity }));

/** A photo that is printed among the further photos, below the text that says to what it belongs. */
export interface FurtherPhoto {
  photo: PhotoEvidence;
  caption: string;
}

const columns = 4;
const gap = 10;
const cell = { width: (contentWidth - (columns - 1) * gap) / columns, height: 92 } as const;
const captionHeight = 2 * styles.small.leading + 4;
const rowHeight = cell.height + captionHeight + gap;

/**
 * The photos of the rows that are not printed larger, each once. `word` says what the numbers are those of: 'Items 2, 3'.
 */
export function furtherOf(
  rows: readonly (Pick<EvidenceRow, 'shows' | 'photo'> & { number: number | null })[],
  printed: ReadonlySet<string>,
  word: string,
): FurtherPhoto[] {
  const further = rows.filter(({ photo }) => !printed.has(photo.id));
  return [...Map.groupBy(further, ({ photo }) => photo.id).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const numbers = [...new Set(same.flatMap(({ number }) => number ?? []))];
    const belongs = numbers.length > 0 ? `${word}${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}` : 'No finding';
    return [{ photo: first.photo, caption: first.shows === 'defect' ? belongs : `${belongs}, finished work` }];
  });
}

/** Shortens a text that is wider than its cell. */
function fitted(pdf: PdfPage, text: string): string {
  const whole = printable(text);
  if (pdf.widthOf(whole, styles.small) <= cell.width) return whole;
  const [line = ''] = pdf.wrap(whole, styles.small, cell.width - pdf.widthOf('…', styles.small));
  return `${line}…`;
}

function drawPhoto(
  pdf: PdfPage,
  further: FurtherPhoto,
  picture: ItemPhoto,
  defects: readonly ShownDefect[],
  x: number,
) {
  const { photo, caption } = further;
  const scale = Math.min(cell.width / picture.width, cell.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  // At the bottom of its cell, so that its caption is right below it.
  const frame = { x, y: pdf.y + cell.height - height, width, height };
  const drawn = marksText(picture.marks);
  const alt = printable(`${photo.filename}: ${caption}${drawn && `. Drawn over it: ${drawn}`}`);
  pdf.tags.within(
    'Figure',
    () =>
      pdf.tags.content(() => {
        pdf.doc.save().roundedRect(x, frame.y, frame.width, frame.height, 3).clip();
        pdf.doc.image(picture.jpeg, x, frame.y, { width: frame.width, height: frame.height });
        pdf.doc.restore();
      }),
    { alt, bbox: [x, frame.y, x + frame.width, frame.y + frame.height] },
  );
  for (const { boundingBox, severity } of defects)
    if (boundingBox) outlineBox(pdf, boundingBox, frame, severityInk[severity].color);
  pdf.tags.decoration(() => drawMarks(pdf, picture.marks, frame));
  pdf.tags.within('P', () => {
    pdf.line(fitted(pdf, caption), { ...styles.small, color: ink.ink }, { x, y: pdf.y + cell.height + 3 });
    pdf.line(fitted(pdf, photo.filename), styles.small, { x, y: pdf.y + cell.height + 3 + styles.small.leading });
  });
}

/** Draws the photos that stand beside no item and no finding, small and in rows, with the boxes of their defects. */
export function drawFurtherPhotos(
  pdf: PdfPage,
  photos: readonly FurtherPhoto[],
  pictures: ReadonlyMap<string, ItemPhoto>,
  defects: readonly ShownDefect[],
): void {
  const shown = photos.flatMap((further) => {
    const picture = pictures.get(further.photo.id);
    return picture ? [{ further, picture }] : [];
  });
  if (shown.length === 0) return;
  pdf.ensureSpace(styles.heading.leading + 8 + rowHeight);
  heading(pdf, 'Further photos');
  const byPhoto = Map.groupBy(defects, ({ photoId }) => photoId);
  for (const [index, { further, picture }] of shown.entries()) {
    const column = index % columns;
    if (column === 0) pdf.ensureSpace(rowHeight);
    drawPhoto(pdf, further, picture, byPhoto.get(further.photo.id) ?? [], page.left + column * (cell.width + gap));
    if (column === columns - 1 || index === shown.length - 1) pdf.y += rowHeight;
  }
  pdf.y += 10;
}
