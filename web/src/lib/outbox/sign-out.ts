import { t } from '#contract/language.ts';
import type { Completion } from '#web/lib/outbox/completion.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import { reserveId } from '#web/lib/outbox/reserve.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import type { Sender } from '#web/lib/outbox/sender.ts';

interface Parts {
  items: Items;
  sender: Sender;
  keeper: Keeper;
  completion: Completion;
  kinds: ReadonlyMap<string, Kind>;
}

/** A change that the server does not have, with the files that the device has. */
export interface UnsentEntry {
  entry: Entry;
  files: readonly Blob[];
  /** The change's name in the list of waiting changes. */
  label: string;
  /** The files are pieces of one growing file; parts that the server already has are left out. */
  inPieces: boolean;
}

/** Handles what is stored on the device when a person signs out. */
export const createSignOut = ({ items, sender, keeper, completion, kinds }: Parts) => ({
  /** How many unsent changes this person has, including those that this page has not loaded. */
  async countUnsent(userId: string): Promise<number> {
    const kept = await keeper.entriesOf(userId);
    const unsent = items.all().filter(({ stage }) => stage !== 'saved');
    return new Set([...kept.map(({ id }) => id), ...unsent.map(({ entry }) => entry.id)]).size;
  },
  /** All unsent changes of this person, oldest first, including those that this page has not loaded. */
  async listUnsent(userId: string): Promise<UnsentEntry[]> {
    const kept = await keeper.entriesOf(userId);
    const loaded = items.all().filter(({ stage, entry }) => stage !== 'saved' && entry.owner === userId);
    const byId = new Map<string, { entry: Entry; item?: Item }>(kept.map((entry) => [entry.id, { entry }]));
    for (const item of loaded) byId.set(item.entry.id, { entry: item.entry, item });
    const unsent = [...byId.values()].map(async ({ entry, item }) => {
      const kind = kinds.get(entry.kind);
      const own = item?.files ?? [];
      const files = own.length > 0 ? own : await keeper.filesOf(entry.id).catch(() => []);
      return {
        entry,
        files,
        label: kind?.label?.(entry.payload) ?? t('Change'),
        inPieces: kind?.readsItsFiles ?? false,
      };
    });
    return (await Promise.all(unsent)).sort((a, b) => a.entry.createdAt - b.entry.createdAt);
  },
  /** Deletes everything of this person from the device, sent or not. What another person left stays for them. */
  async deleteAll(userId: string): Promise<void> {
    sender.abandonAll();
    completion.reset();
    items.drop(items.all());
    const kept = await keeper.entriesOf(userId);
    await Promise.all([...kept.map(({ id }) => id), reserveId].map((id) => keeper.forget(id)));
  },
});
