import type { z } from 'zod';
import type { Inspection, inspectionInputSchema } from '#contract/inspections.ts';
import type { InspectionStatus } from '#contract/statuses.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import { expectOne } from '#server/platform/database/expect-one.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import { propertyNotFound } from '#server/properties/properties.errors.ts';
import type { InspectionRow } from '#server/schema/inspections.tables.ts';
import * as areas from './areas.repository.ts';
import { noFigures } from './figures.repository.ts';
import { createInspectionLists, type InspectionLists } from './inspection-lists.ts';
import * as errors from './inspections.errors.ts';
import { sendInspectionChanged } from './inspections.events.ts';
import * as repository from './inspections.repository.ts';
import type { InspectionContext } from './inspections.repository.ts';
import { toInspection } from './inspections.rules.ts';
import type { WorkflowService } from './workflow.service.ts';

export type { InspectionContext } from './inspections.repository.ts';

type InspectionInput = z.output<typeof inspectionInputSchema>;

export interface InspectionsService extends InspectionLists {
  load(actor: Actor, id: string): Promise<Authorized<InspectionContext> | null>;
  view(actor: Actor, contexts: InspectionContext[], db?: Executor): Promise<Inspection[]>;
  /** One inspection. When a reviewer reads one that waits for its review, that is noted: its owner no longer recalls it. */
  open(actor: Actor, target: Authorized<InspectionContext>): Promise<Inspection>;
  /** Views of inspections whose access was checked by what refers to them. */
  viewByIds(actor: Actor, ids: string[], db?: Executor): Promise<Map<string, Inspection>>;
  create(actor: Actor, input: InspectionInput): Promise<{ created: boolean; inspection: Inspection }>;
  /** Moves the inspection to another status: an owner submits, an admin decides. */
  changeStatus(
    actor: Actor,
    target: Authorized<InspectionContext>,
    status: InspectionStatus,
    note: string | null,
  ): Promise<Inspection>;
  /** Stores the video address and duration of an inspection, which follow from its recordings. */
  setVideo(change: Change, id: string, video: { videoUrl: string | null; seconds: number }): Promise<void>;
}

export function createInspectionsService(deps: {
  db: Database;
  changes: Changes;
  workflow: WorkflowService;
}): InspectionsService {
  const { db, changes, workflow } = deps;

  async function view(actor: Actor, contexts: InspectionContext[], executor: Executor = db): Promise<Inspection[]> {
    const rows = contexts.map(({ inspection }) => inspection);
    const figures = await repository.figuresOf(executor, rows);
    return contexts.map((context) => toInspection(context, figures.get(context.inspection.id) ?? noFigures, actor));
  }

  const viewOne = async (actor: Actor, context: InspectionContext, executor: Executor): Promise<Inspection> =>
    expectOne(await view(actor, [context], executor));

  return {
    ...createInspectionLists({ db, view }),
    view,
    async load(actor, id) {
      const found = await repository.find(db, id, actor.isAdmin ? undefined : repository.ownedBy(actor.id));
      return found ? authorize(found) : null;
    },
    async open(actor, target) {
      const { inspection, property } = target;
      const reviews = actor.isAdmin && property.userId !== actor.id;
      if (!reviews || inspection.status !== 'pending_review' || inspection.openedAt) return viewOne(actor, target, db);
      return changes.run(actor.id, async (change) => {
        await workflow.open(change, target);
        return viewOne(actor, expectOne(await repository.findMany(change.tx, [inspection.id])), change.tx);
      });
    },
    async viewByIds(actor, ids, executor = db) {
      const views = await view(actor, await repository.findMany(executor, ids), executor);
      return new Map(views.map((item) => [item.id, item]));
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
          ? await workflow.submit(change, target, note)
          : await workflow.decide(change, target, status, note);
        sendInspectionChanged(change, { ...target, inspection: changed });
        return viewOne(actor, { ...target, inspection: changed }, change.tx);
      });
    },

    async setVideo(change, id, { videoUrl, seconds }) {
      await repository.update(change.tx, id, { videoUrl, duration: seconds, updatedAt: new Date() });
    },
  };

  /**
   * Answers a request whose id or session id is taken: the same request came twice, or it is the id of another
   * inspection.
   */
  async function repeated(actor: Actor, input: InspectionInput, executor: Executor): Promise<Inspection> {
    const existing = await repository.bySessionId(executor, input.sessionId);
    if (!existing) throw errors.inspectionIdTaken();
    requireSame(actor, existing.inspection, input);
    return viewOne(actor, existing, executor);
  }
}

/** Throws 409 where the session id belongs to somebody else, or the id to an inspection with other content. */
function requireSame(actor: Actor, existing: InspectionRow, input: InspectionInput): void {
  if (existing.userId !== actor.id) throw errors.sessionIdInUse();
  const other = existing.propertyId !== input.propertyId || existing.area !== input.area;
  if (input.id === existing.id && other) throw errors.inspectionIdInUse();
}
