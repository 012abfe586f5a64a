import type { RunsService } from '#server/inspections/runs/runs.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import { findPaperFacts, type PlanFacts } from './papers.repository.ts';

/** Reads the facts that a plan's document prints besides what the screen shows; null when the plan no longer exists. */
export const createPlanFacts =
  ({ db, runs }: { db: Database; runs: Pick<RunsService, 'scoreOf'> }) =>
  async (planId: string): Promise<PlanFacts | null> => {
    const found = await findPaperFacts(db, planId);
    return found && { ...found.facts, score: found.runId === null ? null : await runs.scoreOf(found.runId) };
  };
