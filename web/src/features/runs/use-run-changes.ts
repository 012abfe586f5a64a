import { useMemo } from 'react';
import type { Run } from '#contract/runs.ts';
import { withRunChanges } from '#web/features/runs/run-kinds.ts';
import { useAllItems } from '#web/lib/use-items.ts';

/** The run with the person's changes on this device applied, whether sent or not. */
export function useRunChanges<R extends Run | null | undefined>(run: R): R | Run {
  const items = useAllItems();
  return useMemo(() => (run ? withRunChanges(run, items) : run), [run, items]);
}
