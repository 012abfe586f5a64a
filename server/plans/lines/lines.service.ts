import type { z } from 'zod';
import { toDecimal } from '#contract/money.ts';
import type { LineOptions, newPlanLineSchema, planLineInputSchema } from '#contract/plan-line-input.ts';
import { changeIdInUse } from '#server/platform/changes/changes.errors.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PlanItemRow, PlanRow } from '#server/schema/plans.tables.ts';
import { listEntries } from '../catalogue/catalogue.repository.ts';
import { isChangedSince } from '../item-changes.rules.ts';
import * as items from '../items.repository.ts';
import type { ItemContext } from '../items.service.ts';
import { requirePossibleDate } from '../possible-dates.ts';
import { lineFields, pricedTemplates, type LineFault } from './lines.rules.ts';
import * as errors from '../plans.errors.ts';
import * as repository from '../plans.repository.ts';
import type { PlanContext } from '../plans.repository.ts';
import { lockPlansOf, settlePlans } from '../plan-steps.ts';
import { listAreasOfRun } from '../sources.repository.ts';
import { callerOf, isLineOpen, mayEditLines } from '../workflow.rules.ts';

type LineInput = z.output<typeof planLineInputSchema>;
type NewLine = z.output<typeof newPlanLineSchema>;

export interface LinesService {
  /** The templates with their prices, and the areas to which a line of the plan may belong. */
  options(target: Authorized<PlanContext>): Promise<LineOptions>;
  /**
   * Adds a line to a plan, but only once per id that the caller gave it. Throws 403 for users who do not decide on the plan,
   * 409 for a completed one.
   */
  add(actor: Actor, target: Authorized<PlanContext>, input: NewLine): Promise<{ created: boolean; id: string }>;
  /** Throws 403 like `add`, and 409 for the line of a finding, one whose work has begun, or one changed since `basedOn`. */
  edit(actor: Actor, target: Authorized<ItemContext>, input: LineInput): Promise<void>;
  remove(actor: Actor, target: Authorized<ItemContext>): Promise<void>;
}

const refusals: Record<LineFault, () => Error> = {
  unpriced: errors.lineUnpriced,
  too_expensive: errors.amountTooLarge,
  too_long: errors.lineTooLong,
};

/** The areas that can be chosen for a line; none in the plan of an area, whose lines belong to that area. */
async function areasOf(db: Executor, plan: PlanRow) {
  if (plan.source !== 'property' || !plan.runId) return [];
  const areas = await listAreasOfRun(db, plan.runId);
  return areas.filter(({ status }) => status !== 'not_applicable').map(({ id, name }) => ({ areaSessionId: id, name }));
}

/** The area of a line: that of its plan, or the one chosen in the property's plan. */
async function placeOf(db: Executor, { plan, area }: PlanContext, areaSessionId: string | null) {
  if (plan.source !== 'property') return { areaSessionId: plan.areaSessionId, area };
  if (areaSessionId === null) return { areaSessionId, area: null };
  const chosen = (await areasOf(db, plan)).find((each) => each.areaSessionId === areaSessionId);
  if (!chosen) throw errors.lineAreaUnknown();
  return { areaSessionId, area: chosen.name };
}

async function pricedFields(change: Change, input: LineInput, before: PlanItemRow | null) {
  const line = lineFields(input, before, await listEntries(change.tx));
  if (line.fault !== null) throw refusals[line.fault]();
  return line.fields;
}

const summaryOf = (item: PlanItemRow) => ({
  pipReportId: item.pipReportId,
  title: item.title,
  quantity: item.quantity,
  unit: item.unit,
  estimatedCost: toDecimal(item.estimatedCost),
});

export function createLinesService(deps: { db: Database; changes: Changes }): LinesService {
  const { db, changes } = deps;

  function requireEditor(actor: Actor, target: PlanContext): void {
    if (!mayEditLines(callerOf(actor, target))) throw errors.lineAddedByBrand();
  }

  /** Runs a change of an open line under the locks of the plans that show it. */
  async function changeLine(
    actor: Actor,
    target: Authorized<ItemContext>,
    work: (change: Change, item: PlanItemRow, plans: readonly PlanRow[]) => Promise<void>,
  ): Promise<void> {
    requireEditor(actor, target);
    await changes.run(actor.id, async (change) => {
      await repository.lockItemsOfProperty(change.tx, target.plan);
      const item = await items.findItem(change.tx, target.item.id);
      if (!item) throw errors.itemNotInPlan();
      const plans = await lockPlansOf(change, item);
      if (item.addedBy === null) throw errors.lineOfFinding();
      if (!isLineOpen(item)) throw errors.lineNotOpen();
      await work(change, item, plans);
      await settlePlans(change, plans, target.property.userId);
    });
  }

  return {
    async options({ plan, property }) {
      return {
        templates: pricedTemplates(await listEntries(db), property.totalRooms),
        areas: await areasOf(db, plan),
      };
    },

    async add(actor, target, { id, ...input }) {
      requireEditor(actor, target);
      const repeatable = {
        id,
        target: target.plan.id,
        content: input,
        answerAgain: () => Promise.resolve({ created: false, id: id ?? '' }),
      };
      return changes.runOnce(actor.id, repeatable, async (change) => {
        await repository.lockItemsOfProperty(change.tx, target.plan);
        const place = await placeOf(change.tx, target, input.areaSessionId ?? null);
        const sharing = await repository.listWithSharedItems(change.tx, [target.plan]);
        const ofProperty = sharing.find(({ source }) => source === 'property');
        const pipReportId = (place.areaSessionId === null ? undefined : ofProperty?.id) ?? target.plan.id;
        const plans = await lockPlansOf(change, {
          pipReportId,
          areaSessionId: place.areaSessionId,
          furtherAreaIds: [],
        });
        if (plans.find(({ id }) => id === target.plan.id)?.status === 'completed') throw errors.planCompletedForLines();
        const fields = await pricedFields(change, input, null);
        if (fields.dueDate) requirePossibleDate({ ...fields, createdAt: new Date() }, plans, fields.dueDate);
        const item = await items.insertItem(change.tx, {
          ...fields,
          ...place,
          id,
          pipReportId,
          addedBy: actor.id,
          // A user who may add a line also decides on it, so it starts as approved.
          status: 'approved',
          touchedAt: new Date(),
        });
        if (!item) throw changeIdInUse();
        await settlePlans(change, plans, target.property.userId);
        change.audit('pip_item.added', 'pip_item', item.id, summaryOf(item));
        return { created: true, id: item.id };
      });
    },

    edit: (actor, target, input) =>
      changeLine(actor, target, async (change, before, plans) => {
        if (isChangedSince(before, input.basedOn)) throw errors.itemEditedMeanwhile();
        const place =
          target.plan.source === 'property' && input.areaSessionId !== undefined
            ? await placeOf(change.tx, target, input.areaSessionId)
            : {};
        const fields = { ...(await pricedFields(change, input, before)), ...place, decisionBefore: null };
        if (fields.dueDate && fields.dueDate !== before.dueDate)
          requirePossibleDate({ ...before, ...fields }, plans, fields.dueDate);
        if (!(await items.updateItemInStatus(change.tx, before, fields))) throw errors.itemChangedMeanwhile();
        change.audit('pip_item.edited', 'pip_item', before.id, {
          from: summaryOf(before),
          to: summaryOf({ ...before, ...fields }),
        });
      }),

    remove: (actor, target) =>
      changeLine(actor, target, async (change, item) => {
        await items.deleteItems(change.tx, [item.id]);
        change.audit('pip_item.removed', 'pip_item', item.id, summaryOf(item));
      }),
  };
}
