import { and } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  adminInspectionsQuery,
  adminInspectionsSchema,
  Inspection,
  inspectionInputSchema,
  inspectionListQuery,
} from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { NotificationsService } from '#server/notifications/notifications.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { Page } from '#server/platform/http/page.ts';
import { propertyNotFound } from '#server/properties/properties.errors.ts';
import type { InspectionRow } from '#server/schema/inspections.tables.ts';
import * as areas from './areas.repository.ts';
import { noFigures } from './figures.repository.ts';
import { createFlags, type Flags } from './flags.service.ts';
import * as errors from './inspections.errors.ts';
import { sendInspectionChanged } from './inspections.events.ts';
import * as repository from './inspections.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';
import { toInspection } from './inspections.rules.ts';
import type { WorkflowService } from './workflow.service.ts';

export type { InspectionContext } from './inspections.repository.ts';

type InspectionInput = z.output<typeof inspectionInputSchema>;

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
  create(actor: Actor, input: InspectionInput): Promise<{ created: boolean; inspection: Inspection }>;
  /** Moves the inspection along its arrows: an owner submits, an admin decides. */
  changeStatus(
    actor: Actor,
    target: Authorized<InspectionContext>,
    status: InspectionStatus,
    note: string | null,
  ): Promise<Inspection>;
  /** Notes the video of an inspection beside its recordings. */
  setVideo(change: Change, id: string, video: { videoUrl: string | null; seconds: number }): Promise<void>;
}

export function createInspectionsService(deps: {
  db: Database;
  changes: Changes;
  notifications: NotificationsService;
  workflow: WorkflowService;
}): InspectionsService {
  const { db, changes, notifications, workflow } = deps;

  async function view(actor: Actor, contexts: InspectionContext[], executor: Executor = db): Promise<Inspection[]> {
    const rows = contexts.map(({ inspection }) => inspection);
    const figures = await repository.figuresOf(executor, rows);
    return contexts.map((context) => toInspection(context, figures.get(context.inspection.id) ?? noFigures, actor));
  }

  const viewOne = async (actor: Actor, context: InspectionContext, executor: Executor): Promise<Inspection> =>
    expectOne(await view(actor, [context], executor));

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
        status ? repository.withStatus(status) : undefined,
        propertyId ? repository.ofProperty(propertyId) : undefined,
        standalone === undefined ? undefined : repository.isStandalone(standalone),
      );
      const ownerId = actor.isAdmin ? undefined : actor.id;
      const page = await repository.pageOf(db, { ownerId, where, limit, cursor });
      return { rows: await view(actor, page.rows), nextCursor: page.nextCursor };
    },
    async listForAdmin(actor, { status, q, propertyId, flagged, from, to, limit, cursor }) {
      const endOfDay = to && to.length === 10 ? `${to}T23:59:59.999Z` : to;
      const found = and(
        q ? await repository.matching(db, q) : undefined,
        propertyId ? repository.ofProperty(propertyId) : undefined,
        from ? repository.since(new Date(from)) : undefined,
        endOfDay ? repository.until(new Date(endOfDay)) : undefined,
      );
      const search = and(found, flagged ? repository.isFlagged() : undefined);
      const figures = await repository.figuresByStatus(db, found);
      const of = (name: InspectionStatus) => figures.get(name)?.[flagged ? 'flagged' : 'count'] ?? 0;
      const counts = {
        pending_review: of('pending_review'),
        in_progress: of('in_progress'),
        requires_action: of('requires_action'),
        approved: of('approved'),
      };
      const all = counts.pending_review + counts.in_progress + counts.requires_action + counts.approved;
      const where = and(search, status && status !== 'all' ? repository.withStatus(status) : undefined);
      const page = await repository.pageOf(db, { where, limit, cursor });
      const oldest = figures.get('pending_review')?.[flagged ? 'oldestFlagged' : 'oldest'];
      return {
        inspections: await view(actor, page.rows),
        counts: { all, ...counts, flagged: [...figures.values()].reduce((sum, row) => sum + row.flagged, 0) },
        oldestPendingAt: oldest?.toISOString() ?? null,
        nextCursor: page.nextCursor,
      };
    },

    async create(actor, input) {
      const existing = await repository.bySessionId(db, input.sessionId);
      if (existing) {
        requireSame(actor, existing.inspection, input);
        return { created: false, inspection: await viewOne(actor, existing, db) };
      }
      const property = await repository.propertyOf(db, input.propertyId, actor.isAdmin ? undefined : actor.id);
      if (!property) throw propertyNotFound();
      if (property.userId !== actor.id) throw errors.inspectingIsTheOwners();
      if (await repository.isAreaSession(db, input.sessionId)) throw errors.sessionIdOfAnArea();
      const totalItems = await areas.countChecks(db, input.area);
      return changes.run(actor.id, async (change) => {
        const row = await repository.insert(change.tx, {
          ...input,
          userId: actor.id,
          propertyName: property.name,
          totalItems,
        });
        if (!row) return { created: false, inspection: await repeated(actor, input, change.tx) };
        change.audit('inspection.created', 'inspection', row.id, { area: row.area });
        sendInspectionChanged(change, { inspection: row, property, runId: null });
        const context = expectOne(await repository.findMany(change.tx, [row.id]));
        return { created: true, inspection: await viewOne(actor, context, change.tx) };
      });
    },

    async changeStatus(actor, target, status, note) {
      const { inspection, property } = target;
      if (status === 'in_progress') throw errors.inspectionCannotBecome(inspection.status, status);
      const submits = status === 'pending_review';
      if (!submits && !actor.isAdmin) throw errors.decidingIsAnAdmins();
      if (submits && property.userId !== actor.id) throw errors.submittingIsTheOwners('an');
      return changes.run(actor.id, async (change) => {
        const changed = submits
          ? await workflow.submit(change, target)
          : await workflow.decide(change, target, status, note);
        sendInspectionChanged(change, { ...target, inspection: changed });
        return viewOne(actor, { ...target, inspection: changed }, change.tx);
      });
    },

    async setVideo(change, id, { videoUrl, seconds }) {
      await repository.update(change.tx, id, { videoUrl, duration: seconds, updatedAt: new Date() });
    },
  };

  /** The same call came at the same moment, or the id is one of something else. */
  async function repeated(actor: Actor, input: InspectionInput, executor: Executor): Promise<Inspection> {
    const existing = await repository.bySessionId(executor, input.sessionId);
    if (!existing) throw errors.inspectionIdTaken();
    requireSame(actor, existing.inspection, input);
    return viewOne(actor, existing, executor);
  }
}

/** The same session id is the same inspection, unless it is somebody else's or other content under an id of the caller's. */
function requireSame(actor: Actor, existing: InspectionRow, input: InspectionInput): void {
  if (existing.userId !== actor.id) throw errors.sessionIdInUse();
  const other = existing.propertyId !== input.propertyId || existing.area !== input.area;
  if (input.id === existing.id && other) throw errors.inspectionIdInUse();
}
