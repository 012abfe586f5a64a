import type { FiguresService } from '#server/inspections/figures/figures.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import { findPaperFacts, type PlanFacts } from './papers.repository.ts';

/** Reads the facts that a plan's document prints besides what the screen shows; null when the plan no longer exists. */
export const createPlanFacts =
  ({ db, figures }: { db: Database; figures: Pick<FiguresService, 'ofProperties' | 'leftOutOf'> }) =>
  async (planId: string): Promise<PlanFacts | null> => {
    const found = await findPaperFacts(db, planId);
    if (!found?.propertyId) return found && { ...found.facts, score: null, leftOut: [] };
    const [figuresOf, leftOut] = await Promise.all([
      figures.ofProperties([found.propertyId]),
      figures.leftOutOf(found.propertyId),
    ]);
    const { complianceScore, coverage } = figuresOf(found.propertyId);
    return { ...found.facts, score: { complianceScore, coverage }, leftOut };
  };
