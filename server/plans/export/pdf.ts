import { phaseWindows, type PhaseName, type Plan, planSubject } from '#contract/plans.ts';
import { contentWidth, createPen, page, styles, type PdfPage } from './page.ts';
import { drawCover, drawRule } from './pdf-cover.ts';
import { drawItems, type ItemPhoto } from './pdf-items.ts';
import { phaseLabel } from './texts.ts';

/** Running heads and page numbers, drawn once the number of pages is known. */
function drawMargins(pdf: PdfPage, plan: Plan, continued: ReadonlyMap<number, PhaseName>): void {
  const { count } = pdf.doc.bufferedPageRange();
  const name = pdf.wrap(`${plan.property.name} · ${planSubject(plan)}`, styles.small, contentWidth / 2)[0] ?? '';
  for (let index = 0; index < count; index += 1) {
    pdf.doc.switchToPage(index);
    if (index > 0) {
      pdf.line(name, styles.small, { x: page.left, y: 28 });
      const phase = continued.get(index);
      const head = phase ? `${phaseLabel(phase)}, ${phaseWindows[phase]}, continued` : 'Property improvement plan';
      pdf.line(head, styles.small, { x: page.left, y: 28, width: contentWidth, align: 'right' });
    }
    const y = page.height - 40;
    drawRule(pdf, y);
    pdf.line('Planning estimates, not quotes. Does not certify code compliance.', styles.small, {
      x: page.left,
      y: y + 7,
    });
    pdf.line(`Page ${index + 1} of ${count}`, styles.small, {
      x: page.left,
      y: y + 7,
      width: contentWidth,
      align: 'right',
    });
  }
}

/** The plan as a PDF document. `photos` are those of its items, by photo id; an item without one is set without a picture. */
export function toPdf(plan: Plan, photos: ReadonlyMap<string, ItemPhoto>): Promise<Buffer> {
  const pdf = createPen({
    title: `Property improvement plan, ${plan.property.name}`,
    subject: planSubject(plan),
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.doc.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.doc.on('error', reject);
  });
  drawCover(pdf, plan);
  const continued = drawItems(pdf, plan, photos);
  drawMargins(pdf, plan, continued);
  pdf.doc.end();
  return finished;
}
