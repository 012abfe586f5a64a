import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  adminInspectionsQuery,
  adminInspectionsSchema,
  Inspection,
  inspectionInputSchema,
  inspectionListQuery,
} from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import { reopenAreaSession } from '#server/areas/area-state.service.ts';
import type { AreaRow, AreaSessionRow } from '#server/areas/areas.tables.ts';
import { completeCaseIfApproved } from '#server/cases/cases.service.ts';
import { itemsOfArea } from '#server/checklists/area-items.service.ts';
import { noFigures } from '#server/evidence/figures.service.ts';
import { issues } from '#server/issues/issues.tables.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import { photos } from '#server/photos/photos.tables.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { only } from '#server/platform/database/first.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { AppError, conflict, forbidden, words } from '#server/platform/http/problem.ts';
import { displayName } from '#server/users/users.rules.ts';
import { properties, type PropertyRow } from '#server/properties/properties.tables.ts';
import type { RunRow } from '#server/runs/runs.tables.ts';
import { createFlags, type Flags } from './flags.service.ts';
import * as repository from './inspections.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';
import { changedEvent, isDecision, isOpenForWork, mayBecome, type ChangedInspection } from './inspections.rules.ts';
import { inspections, type InspectionRow } from './inspections.tables.ts';

export type { InspectionContext } from './inspections.repository.ts';
export { isOpenForWork } from './inspections.rules.ts';

export interface InspectionsService {
  readonly flags: Flags;
  load(actor: Actor, id: string): Promise<Authorized<InspectionContext> | null>;
  list(actor: Actor, query: z.output<typeof inspectionListQuery>): Promise<Page<Inspection>>;
  listForAdmin(
    actor: Actor,
    query: z.output<typeof adminInspectionsQuery>,
  ): Promise<z.infer<typeof adminInspectionsSchema>>;
  view(actor: Actor, contexts: InspectionContext[], db?: Executor): Promise<Inspection[]>;
  /** Views of inspections that the caller has reached by something it may read. */
  viewByIds(actor: Actor, ids: string[], db?: Executor): Promise<Map<string, Inspection>>;
  create(
    actor: Actor,
    input: z.output<typeof inspectionInputSchema>,
  ): Promise<{ created: boolean; inspection: Inspection }>;
  /** Moves the inspection along its arrows: an owner submits, an admin decides. */
  changeStatus(
    actor: Actor,
    target: Authorized<InspectionContext>,
    status: InspectionStatus,
    note: string | null,
  ): Promise<Inspection>;
}

function pushInspection(change: Change, context: ChangedInspection): void {
  change.push(changedEvent(context), { users: [context.property.userId], admins: true });
}

interface CompletedArea {
  session: AreaSessionRow;
  area: AreaRow;
  run: RunRow;
  property: PropertyRow;
  openIssues: number;
}

/** Holds an inspection until the commit and answers its present status. */
export async function holdInspection(change: Change, id: string): Promise<InspectionStatus | null> {
  const [row] = await change.tx
    .select({ status: inspections.status })
    .from(inspections)
    .where(eq(inspections.id, id))
    .for('no key update');
  return row?.status ?? null;
}

/** Counts checks and open findings of an inspection of its own anew. Called beside every change of either. */
export async function refreshInspection(change: Change, id: string): Promise<void> {
  await holdInspection(change, id);
  const context = await repository.find(change.tx, id);
  if (!context || context.inspection.areaSessionId) return;
  const figures = (await repository.figuresOf(change.tx, [context.inspection])).get(id);
  await change.tx
    .update(inspections)
    .set({
      itemsChecked: await repository.countAnswers(change.tx, id),
      issuesDetected: figures?.openIssues ?? 0,
      updatedAt: new Date(),
    })
    .where(eq(inspections.id, id));
  pushInspection(change, context);
}

/** Notes the video of an inspection beside its recordings. */
export async function setInspectionVideo(
  change: Change,
  id: string,
  video: { videoUrl: string | null; seconds: number },
): Promise<void> {
  await change.tx
    .update(inspections)
    .set({ videoUrl: video.videoUrl, duration: video.seconds, updatedAt: new Date() })
    .where(eq(inspections.id, id));
}

/** Who owns the property of an inspection; for jobs, which act for nobody who is there. */
export const inspectionOwner = async (db: Executor, id: string): Promise<string | null> =>
  (await repository.find(db, id))?.property.userId ?? null;

/** Creates the record of a completed area session, or returns it to pending_review after it was mended. */
export async function submitAreaInspection(change: Change, done: CompletedArea): Promise<InspectionRow> {
  const { session, area, run, property, openIssues } = done;
  const { tx } = change;
  const figures = {
    issuesDetected: openIssues,
    itemsChecked: session.itemsChecked,
    totalItems: session.totalItems,
    aiConfidenceScore: await repository.meanConfidence(tx, eq(photos.areaSessionId, session.id)),
    completedAt: new Date(),
    updatedAt: new Date(),
  };
  const inspection = only(
    await tx
      .insert(inspections)
      .values({
        ...figures,
        userId: change.userId,
        propertyId: property.id,
        caseId: run.caseId,
        areaSessionId: session.id,
        sessionId: session.id,
        propertyName: property.name,
        area: area.name,
        status: 'pending_review',
      })
      .onConflictDoUpdate({ target: inspections.areaSessionId, set: { ...figures, status: 'pending_review' } })
      .returning(),
  );
  await tx.update(issues).set({ inspectionId: inspection.id }).where(eq(issues.areaSessionId, session.id));
  change.audit('inspection.submitted', 'inspection', inspection.id, { areaSessionId: session.id });
  pushInspection(change, { inspection, property, runId: run.id });
  return inspection;
}

const flagOf = ({ flagNote, flaggedAt }: InspectionRow, flagger: InspectionContext['flagger']): Inspection['flag'] =>
  flaggedAt && { note: flagNote, by: flagger ? displayName(flagger) : 'Somebody', at: flaggedAt.toISOString() };

export function createInspectionsService(deps: {
  db: Database;
  changes: Changes;
  notifications: NotificationsService;
}): InspectionsService {
  const { db, changes, notifications } = deps;

  async function view(actor: Actor, contexts: InspectionContext[], executor: Executor = db): Promise<Inspection[]> {
    const figures = await repository.figuresOf(
      executor,
      contexts.map((context) => context.inspection),
    );
    return contexts.map(({ inspection, property, inspector, runId, flagger }) => {
      const own = figures.get(inspection.id) ?? noFigures;
      const mine = property.userId === actor.id;
      return {
        ...inspection,
        runId,
        issuesDetected: own.openIssues,
        createdAt: inspection.createdAt.toISOString(),
        updatedAt: inspection.updatedAt.toISOString(),
        completedAt: inspection.completedAt?.toISOString() ?? null,
        reviewedAt: inspection.reviewedAt?.toISOString() ?? null,
        flag: actor.isAdmin ? flagOf(inspection, flagger) : null,
        user: { firstName: inspector.firstName, lastName: inspector.lastName },
        photoCount: own.photoCount,
        complianceScore: own.score,
        abilities: {
          submit: mine && mayBecome(inspection.status, 'pending_review') && inspection.areaSessionId === null,
          review: actor.isAdmin && inspection.status === 'pending_review',
          work: mine && isOpenForWork(inspection.status),
          generatePip: own.openIssues > 0,
          flag: actor.isAdmin,
        },
      };
    });
  }

  /** Conditional on the status that the caller saw: the second of two people gets a 409. */
  async function move(
    change: Change,
    target: InspectionContext,
    status: InspectionStatus,
    set: Partial<InspectionRow>,
  ): Promise<InspectionRow> {
    const { inspection } = target;
    if (!mayBecome(inspection.status, status))
      throw conflict(`The inspection is ${words(inspection.status)} and cannot become ${words(status)}`);
    const [row] = await change.tx
      .update(inspections)
      .set({ ...set, status, updatedAt: new Date() })
      .where(and(eq(inspections.id, inspection.id), eq(inspections.status, inspection.status)))
      .returning();
    if (row) return row;
    const present = await repository.find(change.tx, inspection.id);
    throw conflict(
      `The inspection is ${words(present?.inspection.status ?? 'gone')}: somebody else decided at the same moment`,
    );
  }

  async function decide(change: Change, target: InspectionContext, status: InspectionStatus, note: string | null) {
    const { inspection, property } = target;
    const row = await move(change, target, status, {
      reviewNote: note,
      reviewedBy: change.userId,
      reviewedAt: new Date(),
    });
    const approved = status === 'approved';
    if (!approved && inspection.areaSessionId) await reopenAreaSession(change, inspection.areaSessionId);
    if (approved && inspection.caseId) await completeCaseIfApproved(change, inspection.caseId);
    await notifications.notify(change, {
      userIds: [property.userId],
      kind: approved ? 'inspection_approved' : 'reinspection_requested',
      title: approved
        ? `${inspection.area} of ${property.name} is approved`
        : `${inspection.area} of ${property.name} needs another look`,
      body: note ?? (approved ? 'The inspection was approved.' : 'A re-inspection was requested.'),
      link: areaLink(target),
    });
    change.audit(approved ? 'inspection.approved' : 'inspection.reinspection_requested', 'inspection', inspection.id, {
      note,
    });
    return row;
  }

  async function submit(change: Change, target: InspectionContext) {
    const { inspection, property } = target;
    if (inspection.areaSessionId) throw conflict('Complete the area to submit it for review');
    const row = await move(change, target, 'pending_review', {
      completedAt: new Date(),
      aiConfidenceScore: await repository.meanConfidence(change.tx, eq(photos.inspectionId, inspection.id)),
    });
    await notifications.notify(change, {
      userIds: await notifications.adminIds(change.tx),
      kind: 'inspection_submitted',
      title: `${property.name}: ${inspection.area} is ready for review`,
      body: 'An inspection was submitted.',
      link: `/admin?tab=monitoring&inspectionId=${inspection.id}`,
    });
    change.audit('inspection.submitted', 'inspection', inspection.id);
    return row;
  }

  return {
    flags: createFlags({ changes, notifications, view }),
    view,
    async load(actor, id) {
      const found = await repository.find(db, id, actor.isAdmin ? undefined : repository.ownedBy(actor.id));
      return found ? authorize(found) : null;
    },
    async viewByIds(actor, ids, executor = db) {
      const views = await view(actor, await repository.findMany(executor, ids), executor);
      return new Map(views.map((item) => [item.id, item]));
    },
    async list(actor, { status, propertyId, standalone, limit, cursor }) {
      const where = and(
        actor.isAdmin ? undefined : repository.ownedBy(actor.id),
        status ? repository.withStatus(status) : undefined,
        propertyId ? repository.ofProperty(propertyId) : undefined,
        standalone === undefined ? undefined : repository.isStandalone(standalone),
      );
      const page = await repository.pageOf(db, where, limit, cursor);
      return { rows: await view(actor, page.rows), nextCursor: page.nextCursor };
    },
    async listForAdmin(actor, { status, q, propertyId, flagged, from, to, limit, cursor }) {
      const endOfDay = to && to.length === 10 ? `${to}T23:59:59.999Z` : to;
      const found = and(
        q ? repository.matching(q) : undefined,
        propertyId ? repository.ofProperty(propertyId) : undefined,
        from ? repository.since(new Date(from)) : undefined,
        endOfDay ? repository.until(new Date(endOfDay)) : undefined,
      );
      const search = and(found, flagged ? repository.isFlagged() : undefined);
      const byStatus = await repository.countByStatus(db, search);
      const of = (name: InspectionStatus) => byStatus.get(name) ?? 0;
      const counts = {
        pending_review: of('pending_review'),
        in_progress: of('in_progress'),
        requires_action: of('requires_action'),
        approved: of('approved'),
      };
      const all = counts.pending_review + counts.in_progress + counts.requires_action + counts.approved;
      const where = and(search, status && status !== 'all' ? repository.withStatus(status) : undefined);
      const page = await repository.pageOf(db, where, limit, cursor);
      const oldest = counts.pending_review > 0 ? await repository.oldestPending(db, search) : null;
      return {
        inspections: await view(actor, page.rows),
        counts: { all, ...counts, flagged: await repository.countFlagged(db, found) },
        oldestPendingAt: oldest?.toISOString() ?? null,
        nextCursor: page.nextCursor,
      };
    },

    async create(actor, input) {
      const present = await repository.bySessionId(db, input.sessionId);
      if (present) {
        requireSame(actor, present.inspection, input);
        return { created: false, inspection: only(await view(actor, [present])) };
      }
      const owner = actor.isAdmin ? undefined : eq(properties.userId, actor.id);
      const [property] = await db
        .select()
        .from(properties)
        .where(and(eq(properties.id, input.propertyId), owner));
      if (!property) throw new AppError(404, 'Property not found');
      if (property.userId !== actor.id) throw forbidden("Only the property's owner inspects it");
      if (await repository.isAreaSession(db, input.sessionId))
        throw conflict('This session id is an area session; its inspection comes when the area is completed');
      const totalItems = (await itemsOfArea(db, input.area)).length;
      return changes.run(actor.id, async (change) => {
        const [row] = await change.tx
          .insert(inspections)
          .values({ ...input, userId: actor.id, propertyName: property.name, totalItems })
          .onConflictDoNothing()
          .returning();
        if (!row) {
          // The same call at the same moment, or an id of something else.
          const winner = await repository.bySessionId(change.tx, input.sessionId);
          if (!winner) throw conflict('This id is already in use');
          requireSame(actor, winner.inspection, input);
          return { created: false, inspection: only(await view(actor, [winner], change.tx)) };
        }
        change.audit('inspection.created', 'inspection', row.id, { area: row.area });
        pushInspection(change, { inspection: row, property, runId: null });
        const context = await repository.find(change.tx, row.id);
        return { created: true, inspection: only(await view(actor, context ? [context] : [], change.tx)) };
      });
    },

    async changeStatus(actor, target, status, note) {
      const decision = isDecision(status);
      if (status === 'in_progress')
        throw conflict(`The inspection is ${words(target.inspection.status)} and cannot become in progress`);
      if (decision && !actor.isAdmin) throw forbidden('Only an admin decides on an inspection');
      if (!decision && target.property.userId !== actor.id)
        throw forbidden("Only the property's owner submits an inspection");
      return changes.run(actor.id, async (change) => {
        const inspection = decision ? await decide(change, target, status, note) : await submit(change, target);
        pushInspection(change, { ...target, inspection });
        return only(await view(actor, [{ ...target, inspection }], change.tx));
      });
    },
  };
}

/** The same session id is the same inspection, unless it is somebody else's or other content under an id of the caller's. */
function requireSame(actor: Actor, present: InspectionRow, input: z.output<typeof inspectionInputSchema>): void {
  if (present.userId !== actor.id) throw conflict('This session id is already in use');
  const other = present.propertyId !== input.propertyId || present.area !== input.area;
  if (input.id === present.id && other) throw conflict('This id is already in use for another inspection');
}

/** Where the owner goes on from a decision. */
function areaLink({ inspection, runId, property }: InspectionContext): string {
  if (!inspection.areaSessionId) return `/inspection-review/${inspection.id}`;
  const query = new URLSearchParams({
    runId: runId ?? '',
    sessionId: inspection.areaSessionId,
    areaName: inspection.area,
    propertyId: property.id,
  });
  return `/area-analysis?${query.toString()}`;
}
