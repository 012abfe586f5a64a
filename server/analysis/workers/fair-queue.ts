/** What waits, of which each account's takes turns with that of the others, so that many tasks of one delay no other. */
export interface FairQueue<Item> {
  readonly size: number;
  add(account: string, item: Item): void;
  next(): Item | undefined;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  const waiting = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(account, item) {
      const items = waiting.get(account);
      if (items) items.push(item);
      else waiting.set(account, [item]);
      size += 1;
    },
    next() {
      const [first] = waiting;
      if (!first) return undefined;
      const [account, items] = first;
      const item = items.shift();
      waiting.delete(account);
      // To the end, behind all other accounts.
      if (items.length > 0) waiting.set(account, items);
      size -= 1;
      return item;
    },
  };
}
