import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { toDecimal } from '#contract/money.ts';
import type { itemVendorsSchema } from '#contract/plan-quotes.ts';
import type { Changes } from '#server/platform/changes/changes.ts';
import type { Actor, Authorized } from '#server/platform/http/actor.ts';
import * as items from '../items.repository.ts';
import type { ItemContext } from '../items.service.ts';
import * as errors from '../plans.errors.ts';
import { statusText } from '#server/platform/http/problem.ts';
import * as repository from '../plans.repository.ts';
import { lockPlansOf, sendPlanChanged } from '../plan-steps.ts';
import { isSettled } from '../plans.rules.ts';

type Vendors = z.output<typeof itemVendorsSchema>;

/** The fields that are stored, in one order. */
const keptVendors = ({ responsible, quotes }: Omit<Vendors, 'from'>) => ({
  responsible: responsible ?? null,
  quotes: quotes.map(({ vendor, amount, reference, quotedOn, chosen }) => ({
    vendor,
    amount,
    reference: reference ?? null,
    quotedOn: quotedOn ?? null,
    chosen,
  })),
});

export interface VendorsService {
  /**
   * Says who does the work of an item, and replaces its quotes. Throws 409 for an item that is settled, or when they were
   * changed since `from`.
   */
  change(actor: Actor, target: Authorized<ItemContext>, vendors: Vendors): Promise<void>;
}

export function createVendorsService({ changes }: { changes: Changes }): VendorsService {
  return {
    async change(actor, target, { from, ...given }) {
      await changes.run(actor.id, async (change) => {
        await repository.lockItemsOfProperty(change.tx, target.plan);
        const item = await items.findItem(change.tx, target.item.id);
        if (!item) throw errors.itemNotInPlan();
        const plans = await lockPlansOf(change, item);
        if (isSettled(item)) throw errors.itemHasVendors(statusText(item.status));
        const { responsible, quotes } = keptVendors(given);
        if (from && !isDeepStrictEqual(keptVendors(from), keptVendors(item))) throw errors.vendorsChangedMeanwhile();
        // Neither is part of what was sent, so the item is not touched: generating again may still refresh it.
        await items.updateItem(change.tx, item.id, { responsible, quotes });
        for (const plan of plans) sendPlanChanged(change, plan, target.property.userId);
        change.audit('pip_item.vendors_changed', 'pip_item', item.id, {
          pipReportId: item.pipReportId,
          responsible,
          quotes: quotes.map(({ vendor, amount, chosen }) => ({ vendor, amount: toDecimal(amount), chosen })),
        });
      });
    },
  };
}
