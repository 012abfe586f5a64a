import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { chosenOf } from '#web/features/monitoring/selection.ts';

/** The inspections that were chosen to be approved together. */
export function useSelection(rows: readonly Inspection[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choosable = rows?.filter(({ abilities }) => abilities.review) ?? [];
  return {
    ids,
    choosable: choosable.length,
    chosen: chosenOf(choosable, ids),
    toggle: ({ id, abilities }: Inspection) => {
      if (abilities.review)
        setIds((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
    },
    all: () => setIds(new Set(choosable.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  };
}
