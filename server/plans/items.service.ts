import type { z } from 'zod';
import { largestAmount, toDecimal } from '#contract/money.ts';
import { lineLimits, proofPhotosOf } from '#contract/plan-lines.ts';
import type { planItemPatchSchema } from '#contract/plans.ts';
import type { FindingsService } from '#server/findings/findings.service.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { PhotosService } from '#server/photos/photos.service.ts';
import { statusText } from '#server/platform/http/problem.ts';
import { authorize, type Actor, type Authorized } from '#server/platform/http/actor.ts';
import type { PlanItemRow } from '#server/schema/plans.tables.ts';
import { requirePossibleDate } from './possible-dates.ts';
import { followFindings } from './following.ts';
import { findingIdsOf } from './grouping.rules.ts';
import { auditActionOf, fieldsOf, hasWorkFigures, isChangedSince, takenBack } from './item-changes.rules.ts';
import type { ItemNotices } from './work/item-notices.ts';
import * as items from './items.repository.ts';
import type { ItemWithFindings } from './items.repository.ts';
import * as errors from './plans.errors.ts';
import * as repository from './plans.repository.ts';
import type { PlanContext } from './plans.repository.ts';
import { callerOf, changeNotAccepted, isBrandsStep, sharedRefusal, statusTakenBack } from './workflow.rules.ts';
import { lockPlansOf, lockPlansOfItems, settlePlans } from './plan-steps.ts';
import { requestBlocksItem } from './requests/requests.errors.ts';
import { findOpen, updateWaiversToExpired } from './requests/requests.repository.ts';
import { blocksSteps } from './requests/requests.rules.ts';
import { listVersions } from './versions/versions.repository.ts';
import { itemsInPlans } from './versions/versions.rules.ts';

type Patch = z.output<typeof planItemPatchSchema>;

export interface ItemContext extends PlanContext {
  item: ItemWithFindings;
}

export interface ItemsService {
  load(actor: Actor, id: string): Promise<Authorized<ItemContext> | null>;
  /**
   * Decides on an item, or advances its work. Throws 403 when only an admin may take the step, and 409 with the current
   * status when the step is not possible from it.
   */
  change(actor: Actor, target: Authorized<ItemContext>, patch: Patch): Promise<void>;
}

/** The fields that an admin changes together with an approval. */
function modificationOf(patch: Patch) {
  const { title, description, quantity, estimatedCost, estimatedDays, priority, dueDate, leadDays } = patch;
  const { building, floor, room, standard, responsible, sample, horizonMonths } = patch;
  const fields = {
    title,
    description,
    quantity,
    estimatedCost,
    estimatedDays,
    priority,
    dueDate,
    leadDays,
    building,
    floor,
    room,
    standard,
    responsible,
    sample,
    horizonMonths,
  };
  return Object.values(fields).some((value) => value !== undefined) ? fields : null;
}

/** Sets an item's status and other fields; throws 409 when another user changed the status first. */
async function moveItem<Item extends PlanItemRow>(
  change: Change,
  item: Item,
  fields: Partial<PlanItemRow> & Pick<PlanItemRow, 'status'>,
) {
  if (!(await items.updateItemInStatus(change.tx, item, fields))) throw errors.itemChangedMeanwhile();
  return { ...item, ...fields };
}

/** Throws 400 when the quantity costs more or takes longer than a line may. */
function requireInBounds(item: PlanItemRow, patch: Patch): void {
  const { costHigh = 0, estimatedCost = 0, daysOnSite = 0 } = fieldsOf(item, patch, new Date());
  if (Math.max(costHigh, estimatedCost) > largestAmount) throw errors.amountTooLarge();
  if (daysOnSite > lineLimits.days) throw errors.lineTooLong();
}

/** Throws 400 for fields that do not belong to the status, and 403 for what the caller may never do. */
function requireAllowed(actor: Actor, target: ItemContext, patch: Patch): void {
  const modification = modificationOf(patch);
  const caller = callerOf(actor, target);
  if ((modification || isBrandsStep(caller, target.item.status, patch.status)) && !actor.isAdmin)
    throw patch.status === 'completed' || target.item.status === 'awaiting_verification'
      ? errors.itemVerifiedByAdmins()
      : errors.itemDecidedByAdmins();
  if (modification && patch.status !== 'approved') throw errors.itemChangeNeedsApproval();
  if (hasWorkFigures(patch) && patch.status !== 'awaiting_verification' && patch.status !== 'completed')
    throw errors.workFiguresNeedCompletion();
}

export function createItemsService(deps: {
  db: Database;
  changes: Changes;
  findings: Pick<FindingsService, 'resolveRepaired'>;
  photos: Pick<PhotosService, 'ofPlanItems'>;
  itemNotices: ItemNotices;
}): ItemsService {
  const { db, changes, findings, photos, itemNotices } = deps;

  /**
   * Throws 409 when all photos of the finished work are from before it was returned or found again. In a plan that no brand
   * verifies, a note is enough.
   */
  async function requireNewProof(item: PlanItemRow, { status, note }: Patch): Promise<void> {
    const finishes = status === 'awaiting_verification' || (status === 'completed' && !note);
    if (item.status !== 'in_progress' || !finishes) return;
    const taken = (await photos.ofPlanItems([item.id])).get(item.id) ?? [];
    const times = {
      returnedAt: item.returnedAt?.toISOString() ?? null,
      reopenedAt: item.reopenedAt?.toISOString() ?? null,
    };
    if (taken.length > 0 && proofPhotosOf(taken, times).length === 0) throw errors.newProofMissing();
  }

  return {
    async load(actor, id) {
      const item = await items.findItem(db, id);
      if (!item) return null;
      const where = actor.isAdmin ? undefined : repository.ownedBy(actor.id);
      const context = await repository.findById(db, item.pipReportId, where);
      return context ? authorize({ ...context, item }) : null;
    },

    async change(actor, target, patch) {
      requireAllowed(actor, target, patch);
      await changes.run(actor.id, async (change) => {
        await repository.lockItemsOfProperty(change.tx, target.plan);
        const item = await items.findItem(change.tx, target.item.id);
        if (!item) throw errors.itemNotInPlan();
        const plans = await lockPlansOf(change, item);
        if (item.noLongerNeeded) throw errors.itemNoLongerNeeded(item.noLongerNeeded);
        if (patch.from && patch.from !== item.status) throw errors.itemDecidedMeanwhile(statusText(item.status));
        const versions = Map.groupBy(
          await listVersions(
            change.tx,
            plans.map(({ id }) => id),
          ),
          ({ pipReportId }) => pipReportId,
        );
        const showings = itemsInPlans(
          plans.map((plan) => ({ plan, versions: versions.get(plan.id) ?? [] })),
          item,
        );
        const modification = modificationOf(patch);
        const refusal = sharedRefusal(callerOf(actor, target), showings, patch.status, modification !== null);
        if (refusal === changeNotAccepted) throw errors.itemChangeNotAccepted();
        if (refusal) throw errors.itemStepRefused(refusal);
        if (isChangedSince(item, patch.basedOn)) throw errors.itemEditedMeanwhile();
        const open = await findOpen(change.tx, item.id);
        if (open && blocksSteps(open)) throw requestBlocksItem();
        requireInBounds(item, patch);
        if (patch.dueDate) requirePossibleDate({ ...item, ...fieldsOf(item, patch, new Date()) }, plans, patch.dueDate);
        const returned = item.status === 'awaiting_verification' && patch.status === 'in_progress';
        if (returned && !patch.note) throw errors.returnNeedsNote();
        await requireNewProof(item, patch);

        // Starting an item of a self-made plan also approves it.
        const startable =
          item.status === 'pending' && patch.status === 'in_progress'
            ? await moveItem(change, item, { status: 'approved' })
            : item;
        const backTo = patch.status === 'pending' && showings[0] ? statusTakenBack(showings[0].item) : null;
        const fields = backTo
          ? takenBack(item, backTo, patch.note ?? undefined)
          : fieldsOf(item, patch, new Date(), !actor.isAdmin);
        const moved = await moveItem(change, startable, fields);
        if (item.status === 'waived' && moved.status !== 'waived') await updateWaiversToExpired(change.tx, item.id);
        if (moved.status === 'completed')
          for (const id of findingIdsOf(moved)) await findings.resolveRepaired(change, id, actor.isAdmin);
        // Of several items of one defect, that on which work begins is the one that counts.
        const followed = await followFindings(change, findingIdsOf(moved));
        await settlePlans(change, await lockPlansOfItems(change, [item, ...followed]), target.property.userId);
        change.audit(auditActionOf(item.status, moved.status, modification !== null), 'pip_item', item.id, {
          pipReportId: item.pipReportId,
          from: item.status,
          to: moved.status,
          ...(backTo && item.decisionBefore ? { takenBack: Object.keys(item.decisionBefore) } : {}),
          ...(patch.note ? { note: patch.note } : {}),
          ...modification,
          ...(patch.estimatedCost === undefined ? {} : { estimatedCost: toDecimal(patch.estimatedCost) }),
          ...(patch.actualCost ? { actualCost: toDecimal(patch.actualCost) } : {}),
          ...(patch.invoice ? { invoice: patch.invoice } : {}),
        });
        // The item keeps the note of an earlier step, which says nothing about this one.
        await itemNotices.send(change, target, item, { ...moved, note: patch.note || null });
      });
    },
  };
}
