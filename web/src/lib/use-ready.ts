import { useDeferredValue } from 'react';

/**
 * Whether the value is there and may be shown. React renders what a query answers in one go, which blocks a phone for as long as a
 * large screen takes. What waits for this as well is rendered in short tasks, and the phone answers to a touch between them.
 */
export function useReady(value: unknown): boolean {
  const isThere = value !== undefined && value !== null;
  // The second part is true one render later; when the value goes away, nothing may wait.
  return useDeferredValue(isThere) && isThere;
}
