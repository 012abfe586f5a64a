import { todayOf, type CalendarDate } from '#contract/due-dates.ts';
import type { UserStats } from '#contract/stats.ts';
import type { CasesService } from '#server/cases/cases.service.ts';
import type { FiguresService } from '#server/inspections/figures/figures.service.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { RunsService } from '#server/inspections/runs/runs.service.ts';
import type { PlansService } from '#server/plans/plans.service.ts';
import type { PlanWorkService } from '#server/plans/work/plan-work.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import * as repository from './stats.repository.ts';
import {
  monthHint,
  monthStart,
  nextQuarter,
  planHint,
  quarterHint,
  scoreBefore,
  scoreHint,
  scoreOfProperties,
} from './stats.rules.ts';

export interface StatsService {
  /**
   * The figures of the caller's own properties, or of all for an admin. `callersDate` is the current date in the
   * caller's time zone.
   */
  of(actor: Actor, callersDate?: CalendarDate): Promise<UserStats>;
}

/** The number of latest inspections that are compared. */
const compared = 50;

export function createStatsService(deps: {
  db: Database;
  figures: FiguresService;
  inspections: InspectionsService;
  runs: RunsService;
  cases: CasesService;
  plans: PlansService;
  planWork: PlanWorkService;
}): StatsService {
  const { db } = deps;

  return {
    async of(actor, callersDate) {
      const now = new Date();
      const counts = await repository.countAll(db, actor.isAdmin ? null : actor.id, monthStart(now));
      const plans = await deps.plans.counts(actor);
      const casesDue = await deps.cases.countDueBefore(actor, nextQuarter(todayOf(callersDate, now)));
      const latest = await deps.inspections.list(actor, { limit: compared });
      // An admin may see very many properties, so only those inspected last are scored.
      const propertyIds = actor.isAdmin
        ? [...new Set(latest.rows.map(({ propertyId }) => propertyId))]
        : await repository.listPropertyIds(db, actor.id);
      const figuresOf = await deps.figures.ofProperties(propertyIds);
      const newest = latest.rows.find((row) => row.complianceScore !== null) ?? null;
      const ofProperty = newest
        ? await deps.inspections.list(actor, { limit: compared, propertyId: newest.propertyId })
        : null;
      const approved = await repository.listApprovedScores(
        db,
        (ofProperty?.rows ?? []).map(({ id }) => id),
      );
      return {
        totalInspections: counts.inspections,
        pendingReviews: counts.inspectionsToReview,
        activePIPs: plans.active,
        ...scoreOfProperties(propertyIds.map(figuresOf)),
        planWork: actor.isAdmin ? null : await deps.planWork.of(actor.id),
        runningPropertyId: actor.isAdmin ? null : await deps.runs.propertyToContinue(actor.id),
        hints: {
          totalInspections: monthHint(counts.inspectionsOfMonth),
          pendingReviews: quarterHint(casesDue),
          activePIPs: planHint(plans.toAccept),
          complianceScore: scoreHint(
            newest?.complianceScore ?? null,
            newest && ofProperty ? scoreBefore(newest, ofProperty.rows, approved) : null,
          ),
        },
      };
    },
  };
}
