import { ink, page, styles, type PdfPage, type Style } from './page.ts';
import { drawRule } from './pdf-cover.ts';

export interface TableColumn {
  title: string;
  /** The offset from the left edge of the table, in points. */
  at: number;
  width: number;
  align?: 'right';
}

const spacing = 5;
const headHeight = styles.small.leading + 3 + spacing;

const drawTitle = (pdf: PdfPage, { title, at, width, align }: TableColumn) =>
  pdf.line(title, styles.small, { x: page.left + at, y: pdf.y, width, align });

function headRow(pdf: PdfPage, columns: readonly TableColumn[]): void {
  pdf.tags.within('TR', () => {
    for (const column of columns) pdf.tags.within('TH', () => drawTitle(pdf, column), { scope: 'Column' });
  });
  endHead(pdf);
}

function endHead(pdf: PdfPage): void {
  drawRule(pdf, pdf.y + styles.small.leading + 3, ink.ink);
  pdf.y += headHeight;
}

/** Draws a table over as many pages as it needs, with its head on each of them. */
export function table(
  pdf: PdfPage,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  style: Style = styles.small,
): void {
  pdf.tags.within('Table', () => {
    headRow(pdf, columns);
    for (const row of rows) {
      const cells = columns.map(({ width }, index) => pdf.wrap(row[index] ?? '', style, width));
      const height = Math.max(...cells.map((lines) => lines.length)) * style.leading;
      const before = pdf.doc.bufferedPageRange().count;
      pdf.ensureSpace(height + 2 * spacing);
      // A repeated head is decoration, because screen readers have read it already.
      if (pdf.doc.bufferedPageRange().count > before)
        pdf.tags.decoration(() => {
          for (const column of columns) drawTitle(pdf, column);
          endHead(pdf);
        });
      pdf.tags.within('TR', () =>
        columns.forEach(({ at, width, align }, index) =>
          pdf.tags.within('TD', () =>
            cells[index]?.forEach((line, row_) =>
              pdf.line(line, style, {
                x: page.left + at,
                y: pdf.y + row_ * style.leading,
                width,
                align,
              }),
            ),
          ),
        ),
      );
      pdf.y += height + spacing;
      drawRule(pdf, pdf.y - 2);
      pdf.y += 3;
    }
  });
}
