import type { Change } from '#server/platform/changes/changes.ts';
import { listItemsOfDefects } from './following.repository.ts';
import { changedEnds } from './following.rules.ts';
import * as items from './items.repository.ts';
import type { ItemWithFindings } from './items.repository.ts';

/**
 * Lets items follow what became of these findings, and of the items' own; returns the changed items. The caller
 * has locked the items of the property, and settles the plans that show them.
 */
export async function followFindings(
  change: Change,
  findingIds: readonly string[],
  itemIds: readonly string[] = [],
): Promise<ItemWithFindings[]> {
  const ends = changedEnds(await listItemsOfDefects(change.tx, findingIds, itemIds));
  for (const [id, noLongerNeeded] of ends) {
    await items.updateItem(change.tx, id, { noLongerNeeded });
    const action = noLongerNeeded ? 'pip_item.no_longer_needed' : 'pip_item.needed_again';
    change.audit(action, 'pip_item', id, noLongerNeeded ? { finding: noLongerNeeded } : {});
  }
  return items.listByIds(change.tx, [...ends.keys()]);
}
