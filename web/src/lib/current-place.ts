import { useSyncExternalStore } from 'react';
import type { Place } from '#contract/places.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';

/** Building, floor, and room or place as typed; empty without one. */
export type TypedPlace = Record<keyof Place, string>;
export const noPlace: TypedPlace = { building: '', floor: '', room: '' };

/** A stored place as it is typed. */
export const typedPlaceOf = ({ building, floor, room }: Place): TypedPlace => ({
  building: building ?? '',
  floor: floor ?? '',
  room: room ?? '',
});

type Field = keyof TypedPlace;
const keyOf = (scope: Scope, field: Field): string => `innspect.${field}.${scopePath(scope)}`;
/** Fallback if storage is blocked. */
const inMemory = new Map<string, string>();
const listeners = new Set<() => void>();

function read(key: string): string {
  try {
    return inMemory.get(key) ?? sessionStorage.getItem(key) ?? '';
  } catch {
    return inMemory.get(key) ?? '';
  }
}

function write(key: string, text: string): void {
  inMemory.set(key, text);
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Storage can be blocked; the place is then forgotten when the page is closed.
  }
  for (const listener of listeners) listener();
}

/** The place that a person entered last for photos of this area session or inspection. */
export const placeOf = (scope: Scope): TypedPlace => ({
  building: read(keyOf(scope, 'building')),
  floor: read(keyOf(scope, 'floor')),
  room: read(keyOf(scope, 'room')),
});

/** The same for what is sent, without the empty fields. */
export const givenPlaceOf = (scope: Scope): Partial<TypedPlace> =>
  Object.fromEntries(Object.entries(placeOf(scope)).filter(([, text]) => text !== ''));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** One field of a scope's current place; it is kept across reloads until it is changed. */
export const usePlaceField = (scope: Scope, field: Field): [text: string, set: (text: string) => void] => [
  useSyncExternalStore(subscribe, () => read(keyOf(scope, field))),
  (text) => write(keyOf(scope, field), text),
];
