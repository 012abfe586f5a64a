import { todayOf, type CalendarDate } from '#contract/due-dates.ts';
import type { UserStats } from '#contract/stats.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import * as repository from './stats.repository.ts';
import {
  mean,
  monthHint,
  monthStart,
  nextQuarter,
  planHint,
  propertyScores,
  quarterHint,
  scoreBefore,
  scoreHint,
} from './stats.rules.ts';

export interface StatsService {
  /**
   * The figures of the caller's own properties, or of all for an admin. `callersDate` is the current date in the
   * caller's time zone.
   */
  of(actor: Actor, callersDate?: CalendarDate): Promise<UserStats>;
}

/** The number of latest inspections that are scored; older ones do not describe the current state. */
const scored = 50;

export function createStatsService(deps: { db: Database; inspections: InspectionsService }): StatsService {
  const { db } = deps;

  return {
    async of(actor, callersDate) {
      const now = new Date();
      const counts = await repository.countAll(db, actor.isAdmin ? null : actor.id, {
        monthStart: monthStart(now),
        dueBefore: nextQuarter(todayOf(callersDate, now)),
      });
      const latest = await deps.inspections.list(actor, { limit: scored });
      const scores = propertyScores(latest.rows);
      const newest = latest.rows.find((row) => row.complianceScore !== null) ?? null;
      const ofProperty = newest
        ? await deps.inspections.list(actor, { limit: scored, propertyId: newest.propertyId })
        : null;
      return {
        totalInspections: counts.inspections,
        pendingReviews: counts.inspectionsToReview,
        activePIPs: counts.activePlans,
        complianceScore: mean(scores),
        propertiesScored: scores.length,
        hints: {
          totalInspections: monthHint(counts.inspectionsOfMonth),
          pendingReviews: quarterHint(counts.casesDue),
          activePIPs: planHint(counts.plansToApprove),
          complianceScore: scoreHint(
            newest?.complianceScore ?? null,
            newest && ofProperty ? scoreBefore(newest, ofProperty.rows) : null,
          ),
        },
      };
    },
  };
}
