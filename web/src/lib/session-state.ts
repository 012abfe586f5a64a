import { useState } from 'react';
import type { z } from 'zod';

/** State that a reload of the tab keeps, such as what was ticked. Signing out in this tab forgets it (signed-in-hint.ts). */
export function useSessionState<T>(name: string, schema: z.ZodType<T>, initial: T): [value: T, set: (next: T) => void] {
  const key = `innspect.${name}`;
  const [value, setValue] = useState<T>(() => {
    try {
      return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
    } catch {
      // Nothing was kept, it is of an earlier version, or storage is blocked.
      return initial;
    }
  });
  return [
    value,
    (next) => {
      setValue(next);
      try {
        sessionStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Storage can be blocked; a reload then starts anew.
      }
    },
  ];
}
