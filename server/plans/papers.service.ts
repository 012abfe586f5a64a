import type { RunsService } from '#server/inspections/runs.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import { findPaperFacts, type PlanFacts } from './papers.repository.ts';

/** Reads what the paper of a plan says beyond its screen; null where the plan is gone. */
export const createPlanFacts =
  ({ db, runs }: { db: Database; runs: Pick<RunsService, 'scoreOf'> }) =>
  async (planId: string): Promise<PlanFacts | null> => {
    const found = await findPaperFacts(db, planId);
    return found && { ...found.facts, score: found.runId === null ? null : await runs.scoreOf(found.runId) };
  };
