import type { Completion } from '#web/lib/outbox/completion.ts';
import type { Items } from '#web/lib/outbox/items.ts';
import type { Keeper } from '#web/lib/outbox/keeper.ts';
import type { Sender } from '#web/lib/outbox/sender.ts';

interface Parts {
  items: Items;
  sender: Sender;
  keeper: Keeper;
  completion: Completion;
}

/** Handles what the device keeps when a person signs out. */
export const createSignOut = ({ items, sender, keeper, completion }: Parts) => ({
  /** How many unsent changes this person has, including those that this page has not loaded. */
  async countUnsent(userId: string): Promise<number> {
    const kept = await keeper.entriesOf(userId);
    const unsent = items.all().filter(({ stage }) => stage !== 'saved');
    return new Set([...kept.map(({ id }) => id), ...unsent.map(({ entry }) => entry.id)]).size;
  },
  /** Deletes what this person has on the device, sent or not; what another person left stays there for them. */
  async deleteAll(userId: string): Promise<void> {
    sender.abandonAll();
    completion.reset();
    items.drop(items.all());
    const kept = await keeper.entriesOf(userId);
    await Promise.all(kept.map(({ id }) => keeper.forget(id)));
  },
});
