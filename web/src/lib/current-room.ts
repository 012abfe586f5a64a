import { useSyncExternalStore } from 'react';
import { scopePath, type Scope } from '#web/lib/scope.ts';

const keyOf = (scope: Scope): string => `innspect.room.${scopePath(scope)}`;
/** Fallback if storage is blocked. */
const roomsInMemory = new Map<string, string>();
const listeners = new Set<() => void>();

/** The room or place that a person entered last for photos of this area session or inspection; empty without one. */
export function roomOf(scope: Scope): string {
  const key = keyOf(scope);
  try {
    return roomsInMemory.get(key) ?? sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function setRoom(scope: Scope, room: string): void {
  roomsInMemory.set(keyOf(scope), room);
  try {
    sessionStorage.setItem(keyOf(scope), room);
  } catch {
    // Storage can be blocked; the room is then forgotten when the page is closed.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The current room of a scope; it is kept across reloads until it is changed. */
export const useRoom = (scope: Scope): [room: string, setRoom: (room: string) => void] => [
  useSyncExternalStore(subscribe, () => roomOf(scope)),
  (room) => setRoom(scope, room),
];
