import { and } from 'drizzle-orm';
import type { z } from 'zod';
import { todayOf, type CalendarDate } from '#contract/due-dates.ts';
import {
  caseStatuses,
  type adminCasesQuery,
  type adminCasesSchema,
  type CaseStatus,
  type InspectionCase,
} from '#contract/cases.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import type { CaseRow } from '#server/schema/cases.tables.ts';
import * as repository from './cases.repository.ts';
import type { CaseOwner } from './own-cases.rules.ts';
import { toCase } from './cases.rules.ts';

interface PageRequest {
  limit: number;
  cursor?: string;
}

export interface CaseViews {
  viewOne(db: Executor, row: CaseRow): Promise<InspectionCase>;
  list(actor: Actor, query: PageRequest & { status?: CaseStatus }): Promise<Page<InspectionCase>>;
  listForAdmin(query: z.output<typeof adminCasesQuery>): Promise<z.infer<typeof adminCasesSchema>>;
  /** Counts the open cases of the list that are due before a day and not submitted yet. */
  countDueBefore(actor: Actor, day: CalendarDate): Promise<number>;
  /** The cases of these properties by property id, earliest due date first. */
  ofProperties(db: Executor, propertyIds: string[]): Promise<ReadonlyMap<string, InspectionCase[]>>;
}

/** Builds the answers for cases, which include the progress of their inspections. */
export function createCaseViews(deps: {
  db: Database;
  /** The address that links a user to the cases sent to it; null until the user has confirmed it. */
  addressOf(actor: Actor): string | null;
}): CaseViews {
  const { db, addressOf } = deps;

  async function view(executor: Executor, rows: CaseRow[]): Promise<InspectionCase[]> {
    const ids = rows.map((row) => row.id);
    const progress = await repository.listProgress(executor, ids);
    const requirements = await repository.listRequirements(executor, ids);
    return rows.map((row) => toCase(row, progress.get(row.id) ?? null, requirements.get(row.id) ?? []));
  }

  const ownerOf = (actor: Actor): CaseOwner | undefined =>
    actor.isAdmin ? undefined : { id: actor.id, email: addressOf(actor) };

  return {
    viewOne: async (executor, row) => expectOne(await view(executor, [row])),

    countDueBefore: (actor, day) => repository.countDueBefore(db, day, ownerOf(actor)),

    async list(actor, { status, limit, cursor }) {
      const owner = ownerOf(actor);
      const where = status ? repository.withStatus(status) : undefined;
      const page = await repository.listPage(db, { owner, where, limit, cursor });
      return { rows: await view(db, page.rows), nextCursor: page.nextCursor };
    },

    async listForAdmin({ status, q, type, overdue, today, sort, limit, cursor }) {
      const search = and(
        q ? repository.matching(q) : undefined,
        type ? repository.ofType(type) : undefined,
        overdue ? repository.isDueBefore(todayOf(today, new Date())) : undefined,
      );
      const found = search ? await repository.countByStatus(db, search) : await repository.countAllByStatus(db);
      const counts = Object.fromEntries(caseStatuses.map((name) => [name, found.get(name) ?? 0])) as Record<
        CaseStatus,
        number
      >;
      const all = caseStatuses.reduce((sum, name) => sum + counts[name], 0);
      const where = and(search, status && status !== 'all' ? repository.withStatus(status) : undefined);
      const page = await (sort === 'due' ? repository.listDuePage : repository.listPage)(db, { where, limit, cursor });
      return { cases: await view(db, page.rows), counts: { all, ...counts }, nextCursor: page.nextCursor };
    },

    async ofProperties(executor, propertyIds) {
      const found = new Map<string, InspectionCase[]>();
      if (propertyIds.length === 0) return found;
      for (const item of await view(executor, await repository.listByProperties(executor, propertyIds))) {
        if (item.propertyId) found.set(item.propertyId, [...(found.get(item.propertyId) ?? []), item]);
      }
      return found;
    },
  };
}
