import { useSyncExternalStore } from 'react';
import { scopePath, type Scope } from '#web/lib/scope.ts';

const keyOf = (scope: Scope): string => `innspect.room.${scopePath(scope)}`;
/** Fallback if storage is blocked. */
const entered = new Map<string, string>();
const listeners = new Set<() => void>();

/** The room or place where photos of an area or inspection are taken now, as a person entered it last; empty for none. */
export function roomOf(scope: Scope): string {
  const key = keyOf(scope);
  try {
    return entered.get(key) ?? sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function setRoom(scope: Scope, room: string): void {
  entered.set(keyOf(scope), room);
  try {
    sessionStorage.setItem(keyOf(scope), room);
  } catch {
    // Storage can be blocked; the room is then forgotten when the page is left.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The room stays until it is changed, also after a reload. */
export const useRoom = (scope: Scope): [room: string, setRoom: (room: string) => void] => [
  useSyncExternalStore(subscribe, () => roomOf(scope)),
  (room) => setRoom(scope, room),
];
