import type { z } from 'zod';
import { earliestToday, utcDate, type CalendarDate } from '#contract/due-dates.ts';
import { toDecimal } from '#contract/money.ts';
import type { planRequestInputSchema, requestAnswerSchema, requestMessageSchema } from '#contract/plan-requests.ts';
import type { Change, Changes } from '#server/platform/changes/changes.ts';
import type { Database } from '#server/platform/database/types.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import type { PlanRequestRow } from '#server/schema/plan-requests.tables.ts';
import type { PlanRow } from '#server/schema/plans.tables.ts';
import { followFindings } from '../following.ts';
import { findingIdsOf } from '../grouping.rules.ts';
import * as items from '../items.repository.ts';
import type { ItemWithFindings } from '../items.repository.ts';
import type { ItemContext } from '../items.service.ts';
import { lockPlansOf, lockPlansOfItems, settlePlans } from '../plan-steps.ts';
import { itemChangedMeanwhile, itemNoLongerNeeded, itemNotInPlan } from '../plans.errors.ts';
import * as plans from '../plans.repository.ts';
import type { RequestNotices } from './request-notices.ts';
import * as errors from './requests.errors.ts';
import * as repository from './requests.repository.ts';
import { agreedOn, requestableKinds, grantedFields, requestAbilities, requestFields } from './requests.rules.ts';
import { callerOf } from '../workflow.rules.ts';

export interface RequestsService {
  /**
   * Makes a request to the brand as the item's owner. Throws 403 for all others, 409 when the item's state does not
   * allow it. `dueDate` is the item's present one, which an extension has to be later than.
   */
  create(
    actor: Actor,
    target: Authorized<ItemContext>,
    input: z.output<typeof planRequestInputSchema>,
    dueDate: CalendarDate,
  ): Promise<void>;
  /** Grants or declines the open request, as the brand. */
  answer(
    actor: Actor,
    target: Authorized<ItemContext>,
    input: z.output<typeof requestAnswerSchema>,
    dueDate: CalendarDate,
  ): Promise<void>;
  withdraw(actor: Actor, target: Authorized<ItemContext>, requestId: string): Promise<void>;
  /** Adds a message to the thread of the open request. */
  write(actor: Actor, target: Authorized<ItemContext>, input: z.output<typeof requestMessageSchema>): Promise<void>;
  /** Makes items undecided again whose waivers have ended. */
  expireWaivers(): Promise<void>;
}

interface Locked {
  change: Change;
  item: ItemWithFindings;
  open: PlanRequestRow | null;
}

/** Returns the open request if it is the one that the caller has read; otherwise throws 409. */
function requireSameRequest(open: PlanRequestRow | null, requestId: string): PlanRequestRow {
  if (open?.id !== requestId) throw errors.requestNotOpen();
  return open;
}

/** Throws unless the date is still today or later in some time zone. */
function requireNotOver(date: string | null): void {
  if (date !== null && date < earliestToday(new Date())) throw errors.requestDateOver();
}

/** Throws unless an extension ends after the current due date. */
function requireLater({ kind, date }: Pick<PlanRequestRow, 'kind' | 'date'>, dueDate: CalendarDate): void {
  if (kind === 'extension' && date !== null && date <= dueDate) throw errors.extensionNotLater();
}

/** The item and its open request, under the locks of the plans that show it. */
async function lock(change: Change, plan: PlanRow, itemId: string): Promise<Locked> {
  await plans.lockItemsOfProperty(change.tx, plan);
  const item = await items.findItem(change.tx, itemId);
  if (!item) throw itemNotInPlan();
  await lockPlansOf(change, item);
  return { change, item, open: await repository.findOpen(change.tx, itemId) };
}

/** Settles the plans of the item, and of the other items of its defects, of which another one may count now. */
async function settle(change: Change, item: ItemWithFindings, ownerId: string | null): Promise<void> {
  const followed = await followFindings(change, findingIdsOf(item));
  await settlePlans(change, await lockPlansOfItems(change, [item, ...followed]), ownerId);
}

async function close(change: Change, open: PlanRequestRow, fields: Partial<PlanRequestRow>): Promise<PlanRequestRow> {
  if (!(await repository.updateInStatus(change.tx, open, fields))) throw errors.requestNotOpen();
  return { ...open, ...fields };
}

interface Deps {
  db: Database;
  changes: Changes;
  requestNotices: RequestNotices;
}

/** Ends a waiver: its item is undecided again, and both sides are notified. */
async function expireWaiver({ db, changes, requestNotices }: Deps, request: PlanRequestRow): Promise<void> {
  const found = await items.findItem(db, request.itemId);
  const context = found && (await plans.findById(db, found.pipReportId));
  if (!context) return;
  await changes.run(request.answeredBy ?? request.askedBy, async (change) => {
    const { item } = await lock(change, context.plan, request.itemId);
    if (!(await repository.updateInStatus(change.tx, request, { status: 'expired' }))) return;
    // The brand may have revoked the waiver meanwhile.
    if (item.status !== 'waived') return;
    if (!(await items.updateItemInStatus(change.tx, item, { status: 'pending', note: null })))
      throw itemChangedMeanwhile();
    await settle(change, item, context.property.userId);
    change.audit('pip_request.expired', 'pip_item', item.id, {
      requestId: request.id,
      lastDay: request.date,
      on: utcDate(new Date()),
    });
    await requestNotices.expired(change, context, item);
  });
}

export function createRequestsService(deps: Deps): RequestsService {
  const { db, changes, requestNotices } = deps;

  const run = (actor: Actor, target: Authorized<ItemContext>, work: (locked: Locked) => Promise<void>): Promise<void> =>
    changes.run(actor.id, async (change) => {
      const locked = await lock(change, target.plan, target.item.id);
      await work(locked);
      await settle(change, locked.item, target.property.userId);
    });

  return {
    async create(actor, target, input, dueDate) {
      const caller = callerOf(actor, target);
      if (caller.isAdmin || caller.selfMade) throw errors.requestByOwner();
      const fields = requestFields(input);
      requireNotOver(fields.date);
      requireLater(fields, dueDate);
      await run(actor, target, async ({ change, item, open }) => {
        if (item.noLongerNeeded) throw itemNoLongerNeeded(item.noLongerNeeded);
        if (open) throw errors.requestOpenAlready();
        if (!requestableKinds(caller, target.plan, item, false).includes(fields.kind)) throw errors.requestTooLate();
        const request = await repository.insertRequest(change.tx, { ...fields, itemId: item.id, askedBy: actor.id });
        change.audit('pip_request.asked', 'pip_item', item.id, { requestId: request.id, ...fields });
        await requestNotices.requested(change, target, item, request);
      });
    },

    async answer(actor, target, input, dueDate) {
      if (!actor.isAdmin) throw errors.requestAnsweredByBrand();
      await run(actor, target, async ({ change, item, open }) => {
        const request = requireSameRequest(open, input.requestId);
        const agreed = input.granted ? agreedOn(request, input) : { proposal: request.proposal, date: request.date };
        if (input.granted) requireNotOver(agreed.date);
        if (input.granted && request.kind === 'extension' && agreed.date === null) throw errors.extensionNeedsDate();
        if (input.granted) requireLater({ kind: request.kind, date: agreed.date }, dueDate);
        if (input.granted && request.kind === 'waiver') await repository.updateWaiversToExpired(change.tx, item.id);
        const answered = await close(change, request, {
          ...agreed,
          status: input.granted ? 'granted' : 'declined',
          answer: input.answer,
          answeredBy: actor.id,
          answeredAt: new Date(),
        });
        const fields = input.granted ? grantedFields(item, answered, input) : null;
        if (fields && !(await items.updateItemInStatus(change.tx, item, fields))) throw itemChangedMeanwhile();
        change.audit(input.granted ? 'pip_request.granted' : 'pip_request.declined', 'pip_item', item.id, {
          requestId: request.id,
          kind: request.kind,
          answer: input.answer,
          ...agreed,
          ...(fields?.estimatedCost === undefined ? {} : { estimatedCost: toDecimal(fields.estimatedCost) }),
        });
        await requestNotices.answered(change, target, item, answered);
      });
    },

    async withdraw(actor, target, requestId) {
      if (!requestAbilities(callerOf(actor, target), true).withdrawRequest) throw errors.requestByOwner();
      await run(actor, target, async ({ change, item, open }) => {
        const request = requireSameRequest(open, requestId);
        await close(change, request, { status: 'withdrawn' });
        change.audit('pip_request.withdrawn', 'pip_item', item.id, { requestId });
        await requestNotices.withdrawn(change, target, item, request);
      });
    },

    async write(actor, target, { requestId, text }) {
      const caller = callerOf(actor, target);
      if (!caller.isAdmin && !caller.isOwner) throw errors.requestByOwner();
      await run(actor, target, async ({ change, item, open }) => {
        const request = requireSameRequest(open, requestId);
        const message = await repository.insertMessage(change.tx, { requestId, userId: actor.id, text });
        change.audit('pip_request.message_sent', 'pip_item', item.id, { requestId });
        await requestNotices.written(change, target, item, request, message);
      });
    },

    async expireWaivers() {
      for (const request of await repository.listWaiversEndedBefore(db, earliestToday(new Date())))
        await expireWaiver(deps, request);
    },
  };
}
