import { contentWidth, page, styles, type PdfPage } from './page.ts';
import { drawRule } from './pdf-cover.ts';

interface Margins {
  /** What the document is about, printed at the top left of every page but the first. */
  name: string;
  /** The text at the top right of a page, by page index. */
  headOf(index: number): string;
  foot: string;
}

/** Draws running heads and page numbers, once the number of pages is known. */
export function drawMargins(pdf: PdfPage, { name, headOf, foot }: Margins): void {
  const { count } = pdf.doc.bufferedPageRange();
  const about = pdf.wrap(name, styles.small, contentWidth / 2)[0] ?? '';
  for (let index = 0; index < count; index += 1) {
    pdf.doc.switchToPage(index);
    if (index > 0) {
      pdf.line(about, styles.small, { x: page.left, y: 28 });
      pdf.line(headOf(index), styles.small, { x: page.left, y: 28, width: contentWidth, align: 'right' });
    }
    const y = page.height - 40;
    drawRule(pdf, y);
    pdf.line(foot, styles.small, { x: page.left, y: y + 7 });
    pdf.line(`Page ${index + 1} of ${count}`, styles.small, {
      x: page.left,
      y: y + 7,
      width: contentWidth,
      align: 'right',
    });
  }
}

/** The bytes of a document, once it has ended. */
export function bytesOf({ doc }: PdfPage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
}
