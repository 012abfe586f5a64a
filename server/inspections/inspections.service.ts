import type { z } from 'zod';
import type { Inspection, inspectionInputSchema } from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { Config } from '#server/config.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { lockQuota } from '#server/platform/database/quota-lock.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { createTurns } from '#server/platform/turns.ts';
import { propertyNotFound } from '#server/properties/properties.errors.ts';
import type { InspectionRow } from '#server/schema/inspections.tables.ts';
import { aDayAgo, quotasOf } from '#server/users/quotas.rules.ts';
import { startInspectionOfArea } from './areas/area-inspection.ts';
import * as areas from './areas/areas.repository.ts';
import { noFigures } from './figures/figures.rules.ts';
import { createInspectionLists, type InspectionLists } from './inspection-lists.ts';
import * as errors from './inspections.errors.ts';
import { sendInspectionChanged } from './inspections.events.ts';
import * as repository from './inspections.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';
import { toInspection } from './inspections.rules.ts';
import { listByIds, type ListedInspection } from './listed-inspections.repository.ts';
import type { WorkflowService } from './workflow.service.ts';

export type { InspectionContext } from './inspections.repository.ts';

type InspectionInput = z.output<typeof inspectionInputSchema>;

export interface InspectionsService extends InspectionLists {
  load(actor: Actor, id: string): Promise<Authorized<InspectionContext> | null>;
  view(db: Executor, actor: Actor, contexts: InspectionContext[]): Promise<Inspection[]>;
  /**
   * Reads one inspection. Reading it as a reviewer marks it as opened, after which its owner can no longer recall it.
   */
  open(actor: Actor, target: Authorized<InspectionContext>): Promise<Inspection>;
  /** The previous decided inspection of the same area; null if there is none. */
  previous(actor: Actor, target: Authorized<InspectionContext>): Promise<Inspection | null>;
  /** The inspections with these ids. The caller has checked the access to whatever refers to them. */
  viewByIds(actor: Actor, ids: string[]): Promise<Map<string, Inspection>>;
  /**
   * Returns a new inspection, or the existing one of this session id. With `areaSessionId`, that of the area session.
   * Throws 429 for too many in a day.
   */
  create(actor: Actor, input: InspectionInput): Promise<{ created: boolean; inspection: Inspection }>;
  /** Moves the inspection to another status: an owner submits, an admin decides. */
  changeStatus(
    actor: Actor,
    target: Authorized<InspectionContext>,
    status: InspectionStatus,
    note: string | null,
  ): Promise<Inspection>;
  /** Takes a submission back. Throws 409 once a reviewer has opened it. */
  recall(actor: Actor, target: Authorized<InspectionContext>): Promise<Inspection>;
  /** Stores the video address and duration of an inspection, which follow from its recordings. */
  setVideo(change: Change, id: string, video: { videoUrl: string | null; seconds: number }): Promise<void>;
}

async function viewsOf(db: Executor, actor: Actor, contexts: InspectionContext[]): Promise<Inspection[]> {
  const rows = contexts.map(({ inspection }) => inspection);
  const figures = await repository.listFigures(db, rows);
  return contexts.map((context) => toInspection(context, figures.get(context.inspection.id) ?? noFigures, actor));
}

const viewOne = async (db: Executor, actor: Actor, context: InspectionContext): Promise<Inspection> =>
  expectOne(await viewsOf(db, actor, [context]));

/** Stores an inspection; null if its session id has one. Throws 429 once the account has started more than `most` in a day. */
async function insertWithin(
  change: Change,
  most: number,
  values: Parameters<typeof repository.insert>[1],
): Promise<InspectionRow | null> {
  await lockQuota(change.tx, values.userId);
  const row = await repository.insert(change.tx, values);
  // This one included, so that one that was sent again is not refused.
  if (row && (await repository.countStarted(change.tx, values.userId, aDayAgo())) > most)
    throw errors.tooManyInspections(most);
  return row;
}

export function createInspectionsService(deps: {
  db: Database;
  config: Config;
  changes: Changes;
  workflow: WorkflowService;
}): InspectionsService {
  const { db, config, changes, workflow } = deps;
  const oneByOne = createTurns();

  /** Counts the figures of those alone whose kept ones are outdated. */
  async function viewListed(actor: Actor, listed: readonly ListedInspection[]): Promise<Inspection[]> {
    const outdated = listed.filter(({ figures }) => figures === null).map(({ inspection }) => inspection);
    const counted = await repository.listFigures(db, outdated);
    return listed.map(({ figures, ...context }) =>
      toInspection(context, figures ?? counted.get(context.inspection.id) ?? noFigures, actor),
    );
  }

  return {
    ...createInspectionLists({ db, view: viewListed }),
    view: viewsOf,
    async load(actor, id) {
      const found = await repository.findById(db, id, actor.isAdmin ? undefined : repository.ownedBy(actor.id));
      return found ? authorize(found) : null;
    },
    async open(actor, target) {
      const { inspection, property } = target;
      const reviews = actor.isAdmin && property.userId !== actor.id;
      if (!reviews || inspection.status !== 'pending_review' || inspection.openedAt) return viewOne(db, actor, target);
      return changes.run(actor.id, async (change) => {
        await workflow.open(change, target);
        return viewOne(change.tx, actor, expectOne(await repository.listByIds(change.tx, [inspection.id])));
      });
    },
    async previous(actor, { inspection }) {
      const found = await repository.findPrevious(db, inspection);
      return found && viewOne(db, actor, found);
    },
    async viewByIds(actor, ids) {
      const views = await viewListed(actor, await listByIds(db, ids));
      return new Map(views.map((item) => [item.id, item]));
    },
    async create(actor, { areaSessionId, ...input }) {
      if (areaSessionId) {
        const { created, context } = await startInspectionOfArea(deps, actor, { ...input, areaSessionId });
        return { created, inspection: await viewOne(db, actor, context) };
      }
      const property = await repository.findProperty(db, input.propertyId, actor.isAdmin ? undefined : actor.id);
      if (!property) throw propertyNotFound();
      if (property.userId !== actor.id) throw errors.onlyOwnerInspects();
      const existing = await repository.findBySessionId(db, input.sessionId);
      if (existing) {
        requireSameInspection(actor, existing, input);
        return { created: false, inspection: await viewOne(db, actor, existing) };
      }
      if (await repository.isAreaSession(db, input.sessionId)) throw errors.sessionIdOfAnArea();
      const totalItems = await areas.countChecks(db, input.area);
      const start = async (change: Change) => {
        const most = quotasOf(config, actor.user).inspectionsPerDay;
        const values = { ...input, userId: actor.id, propertyName: property.name, totalItems };
        const row = await insertWithin(change, most, values);
        if (!row) return { created: false, inspection: await repeated(change.tx, actor, input) };
        change.audit('inspection.created', 'inspection', row.id, { area: row.area });
        sendInspectionChanged(change, { inspection: row, property, runId: null });
        const context = expectOne(await repository.listByIds(change.tx, [row.id]));
        return { created: true, inspection: await viewOne(change.tx, actor, context) };
      };
      return oneByOne(actor.id, () => changes.run(actor.id, start));
    },

    async changeStatus(actor, target, status, note) {
      const { inspection, property } = target;
      if (status === 'in_progress') throw errors.inspectionCannotBecome(inspection.status, status);
      const submits = status === 'pending_review';
      if (!submits && !actor.isAdmin) throw errors.onlyAdminsDecide();
      if (submits && property.userId !== actor.id) throw errors.onlyOwnerSubmits('an');
      return changes.run(actor.id, async (change) => {
        const changed = submits
          ? await workflow.submit(change, target, note)
          : await workflow.decide(change, target, status, note);
        sendInspectionChanged(change, { ...target, inspection: changed });
        return viewOne(change.tx, actor, { ...target, inspection: changed });
      });
    },

    recall: (actor, target) =>
      changes.run(actor.id, async (change) => {
        const recalled = { ...target, inspection: await workflow.recall(change, target) };
        sendInspectionChanged(change, recalled);
        return viewOne(change.tx, actor, recalled);
      }),

    async setVideo(change, id, { videoUrl, seconds }) {
      await repository.update(change.tx, id, { videoUrl, duration: seconds, updatedAt: new Date() });
    },
  };
}

/**
 * The existing inspection when a request's id or session id is taken: either the request was repeated, or another
 * inspection has the id.
 */
async function repeated(executor: Executor, actor: Actor, input: InspectionInput): Promise<Inspection> {
  const existing = await repository.findBySessionId(executor, input.sessionId);
  if (!existing) throw errors.inspectionIdInUse();
  requireSameInspection(actor, existing, input);
  return viewOne(executor, actor, existing);
}

/**
 * Throws 409 when the session id belongs to another user or to a property that is no longer the caller's, or the id to
 * an inspection with other content.
 */
function requireSameInspection(
  actor: Actor,
  { inspection: existing, property }: InspectionContext,
  input: InspectionInput,
): void {
  if (existing.userId !== actor.id || property.userId !== actor.id) throw errors.sessionIdInUse();
  const other = existing.propertyId !== input.propertyId || existing.area !== input.area;
  if (input.id === existing.id && other) throw errors.inspectionIdInUse();
}
