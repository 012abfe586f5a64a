import { findingsOf } from '#contract/plan-lines.ts';
import { type Plan, planSubject } from '#contract/plans.ts';
import { createPdfPage } from './page.ts';
import { drawCover, type Logo } from './pdf-cover.ts';
import { bytesOf, drawMargins } from './pdf-margins.ts';
import type { PlanFacts } from './papers.repository.ts';
import type { EvidenceRow } from './evidence.ts';
import { drawEvidence, drawSignatures, drawWatermark } from './pdf-back.ts';
import { drawItemTable } from './pdf-item-table.ts';
import { drawItems, type ItemPhoto } from './pdf-items.ts';
import { drawFurtherPhotos, furtherOf, partsOf } from './pdf-photos.ts';
import { drawSchedule } from './pdf-schedule.ts';
import type { Times } from './times.ts';

export interface PlanPaper {
  plan: Plan;
  /** Facts that are not in the plan's answer; null when they are unknown. */
  facts: PlanFacts | null;
  /** The pictures of its items by photo id; an item without one is printed without a picture. */
  photos: ReadonlyMap<string, ItemPhoto>;
  /** Small pictures of the photos that no item shows, by photo id. */
  furtherPhotos: ReadonlyMap<string, ItemPhoto>;
  evidence: readonly EvidenceRow[];
  times: Times;
  logo: Logo | null;
}

/** The plan as a tagged PDF document; the same plan gives the same bytes. */
export function toPdf({ plan, facts, photos, furtherPhotos, evidence, logo, times }: PlanPaper): Promise<Buffer> {
  const pdf = createPdfPage({
    title: `Property improvement plan, ${plan.property.name}`,
    subject: planSubject(plan),
    changedAt: new Date(plan.updatedAt),
    times,
  });
  const finished = bytesOf(pdf);
  drawCover(pdf, plan, facts, logo);
  drawItemTable(pdf, plan);
  drawSchedule(pdf, plan);
  const continued = drawItems(pdf, plan, photos);
  const defects = plan.items.flatMap(findingsOf).flatMap((finding) => [finding, ...partsOf(finding)]);
  drawFurtherPhotos(pdf, furtherOf(evidence, new Set(photos.keys()), 'Item'), furtherPhotos, defects);
  drawEvidence(pdf, evidence);
  drawSignatures(pdf, plan);
  drawMargins(pdf, {
    name: `${plan.property.name} · ${planSubject(plan)}`,
    foot: 'Planning estimates, not quotes. Does not certify code compliance.',
    headOf: (index) => {
      const phase = continued.get(index);
      return phase ? `${phase}, continued` : 'Property improvement plan';
    },
  });
  drawWatermark(pdf, plan);
  pdf.doc.end();
  return finished;
}
