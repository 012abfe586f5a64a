import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { selectedIn } from '#web/features/monitoring/selection.ts';

/** The inspections that are selected for a joint approval. */
export function useSelection(rows: readonly Inspection[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choosable = rows?.filter(({ abilities }) => abilities.review) ?? [];
  return {
    ids,
    choosable: choosable.length,
    chosen: selectedIn(choosable, ids),
    toggle: ({ id, abilities }: Inspection) => {
      if (abilities.review)
        setIds((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
    },
    all: () => setIds(new Set(choosable.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
