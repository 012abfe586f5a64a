import { and, eq, gte, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import { todayOf, type CalendarDate } from '#contract/due-dates.ts';
import type { UserStats } from '#contract/users.ts';
import { inspectionCases } from '#server/schema/cases.tables.ts';
import { inspections } from '#server/schema/inspections.tables.ts';
import type { InspectionsService } from '#server/inspections/inspections.service.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import { properties } from '#server/schema/properties.tables.ts';
import { pipReports } from '#server/schema/reports.tables.ts';
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
   * Figures of the caller's own properties; of all for an admin. `callersDate` is the current date in the caller's time
   * zone.
   */
  of(actor: Actor, callersDate?: CalendarDate): Promise<UserStats>;
}

/** How many of the latest inspections are scored; older ones do not describe the current state. */
const scored = 50;

export function createStatsService(deps: { db: Database; inspections: InspectionsService }): StatsService {
  const { db } = deps;

  async function count(table: typeof inspections | typeof pipReports, where: SQL | undefined): Promise<number> {
    const [row] = await db
      .select({ value: sql<number>`count(*)::int` })
      .from(table)
      .innerJoin(properties, eq(properties.id, table.propertyId))
      .where(where);
    return row?.value ?? 0;
  }

  return {
    async of(actor, callersDate) {
      const now = new Date();
      const mine = actor.isAdmin ? undefined : eq(properties.userId, actor.id);
      const active = and(mine, ne(pipReports.status, 'completed'));
      const [total, month, pending, plans, waiting] = await Promise.all([
        count(inspections, mine),
        count(inspections, and(mine, gte(inspections.createdAt, monthStart(now)))),
        count(inspections, and(mine, eq(inspections.status, 'pending_review'))),
        count(pipReports, active),
        count(pipReports, and(mine, eq(pipReports.status, 'pending_approval'))),
      ]);
      const ownCases = actor.isAdmin
        ? undefined
        : sql`${inspectionCases.propertyId} in (select ${properties.id} from ${properties} where ${properties.userId} = ${actor.id})`;
      const [due] = await db
        .select({ value: sql<number>`count(*)::int` })
        .from(inspectionCases)
        .where(
          and(
            ownCases,
            inArray(inspectionCases.status, ['pending', 'in_progress']),
            lt(inspectionCases.dueDate, nextQuarter(todayOf(callersDate, now))),
          ),
        );
      const latest = await deps.inspections.list(actor, { limit: scored });
      const scores = propertyScores(latest.rows);
      const newest = latest.rows.find((row) => row.complianceScore !== null) ?? null;
      const ofProperty = newest
        ? await deps.inspections.list(actor, { limit: scored, propertyId: newest.propertyId })
        : null;
      return {
        totalInspections: total,
        pendingReviews: pending,
        activePIPs: plans,
        complianceScore: mean(scores),
        propertiesScored: scores.length,
        hints: {
          totalInspections: monthHint(month),
          pendingReviews: quarterHint(due?.value ?? 0),
          activePIPs: planHint(waiting),
          complianceScore: scoreHint(
            newest?.complianceScore ?? null,
            newest && ofProperty ? scoreBefore(newest, ofProperty.rows) : null,
          ),
        },
      };
    },
  };
}
