import type { RepairWork } from '#server/findings/repair-work.service.ts';
import type { AreaWork } from '#server/inspections/areas/areas.service.ts';
import type { Change } from '#server/platform/changes/changes.ts';
import type { ItemNotices } from './item-notices.ts';
import * as items from '../items.repository.ts';
import type { ItemWithFindings } from '../items.repository.ts';
import { followFindings } from '../following.ts';
import { wasReturned } from '../item-steps.rules.ts';
import { listFindingIdsOfArea, listItemsOfDefects } from '../following.repository.ts';
import { lockPlansOf, lockPlansOfItems, settlePlans } from '../plan-steps.ts';
import * as repository from '../plans.repository.ts';

export interface ReopeningService extends RepairWork, AreaWork {
  /**
   * Reopens completed items whose finding was found again, and notifies the owner and the brand. The caller settles
   * their plans, which it has locked.
   */
  reopenItems(change: Change, failed: readonly ItemWithFindings[]): Promise<void>;
}

export function createReopeningService({ itemNotices }: { itemNotices: ItemNotices }): ReopeningService {
  async function reopenItems(change: Change, failed: readonly ItemWithFindings[]): Promise<void> {
    for (const item of failed) {
      const reopenedAt = new Date();
      const fields = {
        status: 'in_progress' as const,
        completedAt: null,
        reportedAt: null,
        reopenedAt,
        // The last return was about the earlier work.
        ...(wasReturned(item) ? { note: null } : {}),
      };
      await items.updateItem(change.tx, item.id, fields);
      change.audit('pip_item.reopened', 'pip_item', item.id, { pipReportId: item.pipReportId, from: item.status });
      const context = await repository.findById(change.tx, item.pipReportId);
      if (context) await itemNotices.reopened(change, context, item, reopenedAt);
    }
  }
  async function follow(change: Change, findingIds: readonly string[], itemIds: readonly string[] = []): Promise<void> {
    const changed = await followFindings(change, findingIds, itemIds);
    const [first] = changed;
    const context = first && (await repository.findById(change.tx, first.pipReportId));
    await settlePlans(change, await lockPlansOfItems(change, changed), context?.property.userId ?? null);
  }
  return {
    reopenItems,
    lockFirst: repository.lockingItemsOfScope,
    follow,
    followArea: async (change, id) => follow(change, await listFindingIdsOfArea(change.tx, id)),
    async followDeletion(change, findingIds, remove) {
      const had = await listItemsOfDefects(change.tx, findingIds);
      await remove();
      await follow(
        change,
        [],
        had.map(({ id }) => id),
      );
    },
    async reopen(change, findingIds) {
      for (const item of await items.listCompletedOfFindings(change.tx, findingIds)) {
        const plans = await lockPlansOf(change, item);
        const context = await repository.findById(change.tx, item.pipReportId);
        await reopenItems(change, [item]);
        await settlePlans(change, plans, context?.property.userId ?? null);
      }
    },
  };
}
