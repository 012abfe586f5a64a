import { useEffect, useSyncExternalStore } from 'react';
import { useUser } from '#web/lib/auth.tsx';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import type { Item } from '#web/lib/outbox/entry.ts';

/** The outbox entries of a parent on this device, including those of earlier pages. */
export function useItems(parent: string): readonly Item[] {
  const user = useUser();
  useEffect(() => void outbox.open(user.id), [user.id]);
  return useSyncExternalStore(outbox.subscribe, () => outbox.of(parent));
}

/** All outbox entries of this person on this device. */
export function useAllItems(): readonly Item[] {
  const user = useUser();
  useEffect(() => void outbox.open(user.id), [user.id]);
  return useSyncExternalStore(outbox.subscribe, outbox.all);
}
