import { phaseWindows, type PhaseName, type PipReport } from '#contract/reports.ts';
import { contentWidth, createPen, page, styles, type Pen } from './page.ts';
import { drawCover, rule } from './pdf-cover.ts';
import { drawItems, type ItemPhoto } from './pdf-items.ts';
import { phaseLabel, scopeOf } from './texts.ts';

/** Running heads and page numbers, drawn once the number of pages is known. */
function drawMargins(pen: Pen, report: PipReport, continued: ReadonlyMap<number, PhaseName>): void {
  const { count } = pen.doc.bufferedPageRange();
  const name = pen.wrap(`${report.property.name} · ${scopeOf(report)}`, styles.small, contentWidth / 2)[0] ?? '';
  for (let index = 0; index < count; index += 1) {
    pen.doc.switchToPage(index);
    if (index > 0) {
      pen.line(name, styles.small, { x: page.left, y: 28 });
      const phase = continued.get(index);
      const head = phase ? `${phaseLabel(phase)}, ${phaseWindows[phase]}, continued` : 'Property improvement plan';
      pen.line(head, styles.small, { x: page.left, y: 28, width: contentWidth, align: 'right' });
    }
    const y = page.height - 40;
    rule(pen, y);
    pen.line('Planning estimates, not quotes. Does not certify code compliance.', styles.small, {
      x: page.left,
      y: y + 7,
    });
    pen.line(`Page ${index + 1} of ${count}`, styles.small, {
      x: page.left,
      y: y + 7,
      width: contentWidth,
      align: 'right',
    });
  }
}

/** The plan as a PDF document. `photos` are those of its items, by photo id; an item without one is set without a picture. */
export function toPdf(report: PipReport, photos: ReadonlyMap<string, ItemPhoto>): Promise<Buffer> {
  const pen = createPen({
    title: `Property improvement plan, ${report.property.name}`,
    subject: scopeOf(report),
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pen.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    pen.doc.on('end', () => resolve(Buffer.concat(chunks)));
    pen.doc.on('error', reject);
  });
  drawCover(pen, report);
  const continued = drawItems(pen, report, photos);
  drawMargins(pen, report, continued);
  pen.doc.end();
  return finished;
}
