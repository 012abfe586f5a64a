import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  adminCasesSchema,
  CaseStatus,
  caseInputSchema,
  InspectionCase,
  onboardingSchema,
} from '#contract/cases.ts';
import { caseStatuses } from '#contract/cases.ts';
import type { Property } from '#contract/properties.ts';
import type { Config } from '#server/config.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Limits } from '#server/platform/auth/limits.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { AppError, conflict, field, forbidden, gone, words } from '#server/platform/http/problem.ts';
import { emailVerified } from '#server/users/users.rules.ts';
import { caseMail } from './cases.jobs.ts';
import { linkProperty } from './cases.linking.ts';
import * as repository from './cases.repository.ts';
import { isImpossibleDue, newCaseNumber, normaliseCaseNumber, toCase } from './cases.rules.ts';
import { inspectionCases, type CaseRow } from './cases.tables.ts';

export interface CasesService {
  load(actor: Actor, id: string): Promise<Authorized<CaseRow> | null>;
  /** As load, for what only its owner does; an admin, who may read the case, gets a 403. */
  loadForOwner(actor: Actor, id: string): Promise<Authorized<CaseRow> | null>;
  list(actor: Actor, query: { status?: CaseStatus; limit: number; cursor?: string }): Promise<Page<InspectionCase>>;
  listForAdmin(query: {
    status?: CaseStatus | 'all';
    q?: string;
    limit: number;
    cursor?: string;
  }): Promise<z.infer<typeof adminCasesSchema>>;
  /** Throws 400 for a due date in the past, which only the sample data may have. */
  create(
    actor: Actor,
    input: z.output<typeof caseInputSchema>,
    options?: { evenOverdue?: boolean },
  ): Promise<InspectionCase>;
  changeStatus(actor: Actor, target: Authorized<CaseRow>, status: CaseStatus): Promise<InspectionCase>;
  link(actor: Actor, caseNumber: string): Promise<{ case: InspectionCase; property: Property }>;
  onboard(actor: Actor, target: Authorized<CaseRow>, input: z.output<typeof onboardingSchema>): Promise<InspectionCase>;
  view(db: Executor, rows: CaseRow[]): Promise<InspectionCase[]>;
  viewOne(target: Authorized<CaseRow>): Promise<InspectionCase>;
}

/** One answer for an unknown number and for a case of somebody else. */
const noSuchCase = () => new AppError(404, 'No case with this number was sent to your e-mail address');

export function createCasesService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  limits: Limits;
  notifications: NotificationsService;
}): CasesService {
  const { db, config, changes, limits, notifications } = deps;
  const addressOf = (actor: Actor) => (emailVerified(config.mode, actor.user) ? actor.user.email : null);

  async function view(executor: Executor, rows: CaseRow[]): Promise<InspectionCase[]> {
    const progress = await repository.progressOf(
      executor,
      rows.map((row) => row.id),
    );
    return rows.map((row) => toCase(row, progress.get(row.id) ?? null));
  }
  const viewOne = async (executor: Executor, row: CaseRow) => only(await view(executor, [row]));

  async function insertWithFreshNumber(
    change: Change,
    values: Omit<typeof inspectionCases.$inferInsert, 'caseNumber'>,
  ): Promise<CaseRow> {
    for (let tries = 0; tries < 20; tries += 1) {
      const [row] = await change.tx
        .insert(inspectionCases)
        .values({ ...values, caseNumber: newCaseNumber(new Date()) })
        .onConflictDoNothing({ target: inspectionCases.caseNumber })
        .returning();
      if (row) return row;
    }
    throw conflict('All case numbers of today seem to be taken. Try again');
  }

  const isLinkedTo = async (actor: Actor, { propertyId }: CaseRow) =>
    propertyId !== null && (await repository.isOwner(db, propertyId, actor.id));

  async function load(actor: Actor, id: string): Promise<Authorized<CaseRow> | null> {
    const row = await repository.byId(db, id);
    if (!row) return null;
    if (actor.isAdmin) return authorize(row);
    const mine = await repository.pageOf(
      db,
      and(eq(inspectionCases.id, id), repository.ownedBy(actor.id, addressOf(actor))),
      1,
      undefined,
    );
    return mine.rows[0] ? authorize(mine.rows[0]) : null;
  }

  return {
    view,
    viewOne: (target) => viewOne(db, target),
    load,
    async loadForOwner(actor, id) {
      const row = await load(actor, id);
      if (row && actor.isAdmin && !(await isLinkedTo(actor, row)))
        throw forbidden('Only the owner completes the onboarding');
      return row;
    },

    async list(actor, { status, limit, cursor }) {
      const scope = actor.isAdmin ? undefined : repository.ownedBy(actor.id, addressOf(actor));
      const where = and(scope, status ? eq(inspectionCases.status, status) : undefined);
      const page = await repository.pageOf(db, where, limit, cursor);
      return { rows: await view(db, page.rows), nextCursor: page.nextCursor };
    },

    async listForAdmin({ status, q, limit, cursor }) {
      const search = q ? repository.matching(q) : undefined;
      const found = await repository.countByStatus(db, search);
      const counts = Object.fromEntries(caseStatuses.map((name) => [name, found.get(name) ?? 0])) as Record<
        CaseStatus,
        number
      >;
      const all = caseStatuses.reduce((sum, name) => sum + counts[name], 0);
      const where = and(search, status && status !== 'all' ? eq(inspectionCases.status, status) : undefined);
      const page = await repository.pageOf(db, where, limit, cursor);
      return { cases: await view(db, page.rows), counts: { all, ...counts }, nextCursor: page.nextCursor };
    },

    async create(actor, input, { evenOverdue = false } = {}) {
      if (!evenOverdue && isImpossibleDue(input.dueDate, new Date())) {
        throw field('dueDate', 'Due date cannot be in the past');
      }
      const dueDate = new Date(input.dueDate);
      return changes.run(actor.id, async (change) => {
        const row = await insertWithFreshNumber(change, {
          ...input,
          dueDate,
          totalRooms: input.totalRooms ?? null,
          createdByAdminId: actor.id,
        });
        await change.enqueue(caseMail, { caseId: row.id, what: 'created' });
        const ownerId = await repository.ownerId(change.tx, row);
        await notifications.notify(change, {
          userIds: [ownerId],
          kind: 'case_created',
          title: `New inspection case for ${row.propertyName}`,
          body: `${row.caseNumber} is waiting to be linked and started.`,
          link: `/inspection-setup?caseNumber=${row.caseNumber}`,
        });
        change.push(
          { type: 'case_changed', payload: { caseId: row.id, status: row.status } },
          { users: [ownerId], admins: true },
        );
        change.audit('case.created', 'case', row.id, { caseNumber: row.caseNumber, ownerEmail: row.ownerEmail });
        return viewOne(change.tx, row);
      });
    },

    async changeStatus(actor, target, status) {
      if (status !== 'cancelled')
        throw conflict(`The case is ${words(target.status)}; only cancelling can be asked for`);
      return changes.run(actor.id, async (change) => {
        const [row] = await change.tx
          .update(inspectionCases)
          .set({ status })
          .where(and(eq(inspectionCases.id, target.id), eq(inspectionCases.status, 'pending')))
          .returning();
        if (!row) {
          const present = await repository.byId(change.tx, target.id);
          throw conflict(
            `The case is ${words(present?.status ?? target.status)}; only a pending case can be cancelled`,
          );
        }
        await change.enqueue(caseMail, { caseId: row.id, what: 'cancelled' });
        const ownerId = await repository.ownerId(change.tx, row);
        await notifications.notify(change, {
          userIds: [ownerId],
          kind: 'case_cancelled',
          title: `Case ${row.caseNumber} is cancelled`,
          body: `The inspection of ${row.propertyName} was called off.`,
          link: '/properties',
        });
        change.push(
          { type: 'case_changed', payload: { caseId: row.id, status: row.status } },
          { users: [ownerId], admins: true },
        );
        change.audit('case.cancelled', 'case', row.id, { caseNumber: row.caseNumber });
        return viewOne(change.tx, row);
      });
    },

    async link(actor, caseNumber) {
      await limits.linking.take(actor.id);
      const address = addressOf(actor);
      if (address === null)
        throw forbidden('Confirm your e-mail address first: the link is in the message that we sent you');
      const found = await repository.byNumber(db, normaliseCaseNumber(caseNumber));
      if (!found || found.ownerEmail.trim().toLowerCase() !== address.trim().toLowerCase()) throw noSuchCase();
      if (found.status === 'cancelled' || found.status === 'expired')
        throw gone(`Case ${found.caseNumber} is ${found.status}`);
      return changes.run(actor.id, async (change) => {
        const [locked] = await change.tx
          .select()
          .from(inspectionCases)
          .where(eq(inspectionCases.id, found.id))
          .for('update');
        if (!locked) throw noSuchCase();
        const property = await linkProperty(change, actor, locked);
        const row =
          locked.propertyId === property.id
            ? locked
            : only(
                await change.tx
                  .update(inspectionCases)
                  .set({ propertyId: property.id })
                  .where(eq(inspectionCases.id, locked.id))
                  .returning(),
              );
        if (row !== locked) {
          change.audit('case.linked', 'case', row.id, { caseNumber: row.caseNumber, propertyId: property.id });
          change.push(
            { type: 'case_changed', payload: { caseId: row.id, status: row.status } },
            { users: [actor.id], admins: true },
          );
        }
        const view = {
          ...property,
          createdAt: property.createdAt.toISOString(),
          updatedAt: property.updatedAt.toISOString(),
        };
        return { case: await viewOne(change.tx, row), property: view };
      });
    },

    async onboard(actor, target, input) {
      if (!(await isLinkedTo(actor, target))) throw conflict('Link the property by its case number first');
      return changes.run(actor.id, async (change) => {
        const [row] = await change.tx
          .update(inspectionCases)
          .set({
            onboardingCompleted: true,
            onboardingChecklist: input.checklist,
            notApplicableAreas: input.notApplicableAreas,
          })
          .where(and(eq(inspectionCases.id, target.id), eq(inspectionCases.status, 'pending')))
          .returning();
        if (!row) throw conflict(`The case is ${words(target.status)}; onboarding is for a pending case`);
        change.audit('case.onboarded', 'case', row.id, {
          caseNumber: row.caseNumber,
          checklist: input.checklist,
          notApplicableAreas: input.notApplicableAreas,
        });
        change.push(
          { type: 'case_changed', payload: { caseId: row.id, status: row.status } },
          { users: [actor.id], admins: true },
        );
        return viewOne(change.tx, row);
      });
    },
  };
}

/** The cases of some properties, by property, the soonest due first. */
export async function casesOfProperties(db: Executor, propertyIds: string[]): Promise<Map<string, InspectionCase[]>> {
  const found = new Map<string, InspectionCase[]>();
  if (propertyIds.length === 0) return found;
  const rows = await db
    .select()
    .from(inspectionCases)
    .where(inArray(inspectionCases.propertyId, propertyIds))
    .orderBy(inspectionCases.dueDate);
  const progress = await repository.progressOf(
    db,
    rows.map((row) => row.id),
  );
  for (const row of rows) {
    if (!row.propertyId) continue;
    found.set(row.propertyId, [...(found.get(row.propertyId) ?? []), toCase(row, progress.get(row.id) ?? null)]);
  }
  return found;
}

/** A case becomes in_progress when its run starts. Throws 409 for a case that cannot start. */
export async function startCase(change: Change, caseId: string): Promise<CaseRow> {
  const [row] = await change.tx
    .update(inspectionCases)
    .set({ status: 'in_progress' })
    .where(
      and(
        eq(inspectionCases.id, caseId),
        eq(inspectionCases.status, 'pending'),
        eq(inspectionCases.onboardingCompleted, true),
      ),
    )
    .returning();
  if (row) {
    change.audit('case.started', 'case', caseId, { caseNumber: row.caseNumber });
    change.push(
      { type: 'case_changed', payload: { caseId, status: row.status } },
      { users: [change.userId], admins: true },
    );
    return row;
  }
  const present = await repository.byId(change.tx, caseId);
  if (present?.status === 'pending') throw conflict('Complete the onboarding of this case first');
  throw conflict(`The case is ${words(present?.status ?? 'gone')} and cannot be started`);
}

/** A case is completed once every applicable area of its run is approved. Does nothing before. */
export async function completeCaseIfApproved(change: Change, caseId: string): Promise<void> {
  const progress = await repository.progressOf(change.tx, [caseId]);
  const row = await repository.byId(change.tx, caseId);
  if (!row || row.status !== 'in_progress') return;
  if (toCase(row, progress.get(caseId) ?? null).inspectionStatus !== 'approved') return;
  await change.tx
    .update(inspectionCases)
    .set({ status: 'completed', completedAt: new Date() })
    .where(eq(inspectionCases.id, caseId));
  change.audit('case.completed', 'case', caseId, { caseNumber: row.caseNumber });
  change.push(
    { type: 'case_changed', payload: { caseId, status: 'completed' } },
    { users: [await repository.ownerId(change.tx, row)], admins: true },
  );
}
