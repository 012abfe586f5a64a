import { phaseWindows, type PhaseName, type Plan, planSubject } from '#contract/plans.ts';
import { contentWidth, createPen, page, styles, type PdfPage } from './page.ts';
import { drawCover, drawRule } from './pdf-cover.ts';
import type { PaperFacts } from '../papers.repository.ts';
import type { EvidenceRow } from './evidence.ts';
import { drawEvidence, drawSignatures, drawWatermark } from './pdf-back.ts';
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

export interface PlanPaper {
  plan: Plan;
  /** What the screen does not say; null where nothing more is known. */
  facts: PaperFacts | null;
  /** Pictures of its items by photo id; an item without one is set without a picture. */
  photos: ReadonlyMap<string, ItemPhoto>;
  evidence: readonly EvidenceRow[];
}

/** The plan as a tagged PDF document; the same plan gives the same bytes. */
export function toPdf({ plan, facts, photos, evidence }: PlanPaper): Promise<Buffer> {
  const pdf = createPen({
    title: `Property improvement plan, ${plan.property.name}`,
    subject: planSubject(plan),
    changedAt: new Date(plan.updatedAt),
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.doc.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.doc.on('error', reject);
  });
  drawCover(pdf, plan, facts);
  const continued = drawItems(pdf, plan, photos);
  drawEvidence(pdf, evidence);
  drawSignatures(pdf, plan);
  drawMargins(pdf, plan, continued);
  drawWatermark(pdf, plan);
  pdf.doc.end();
  return finished;
}
