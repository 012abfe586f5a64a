import { useState } from 'react';

/**
 * The rows that are selected for a joint decision, of those in the list that can still be decided on. `all` selects the
 * first `most` of them.
 */
export function useSelection<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
  isChoosable: (row: Row) => boolean,
  most = Infinity,
) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const choosable = rows?.filter(isChoosable) ?? [];
  return {
    ids,
    choosable: choosable.length,
    chosen: choosable.filter(({ id }) => ids.has(id)),
    toggle: (row: Row) => {
      if (isChoosable(row))
        setIds((before) =>
          before.has(row.id) ? new Set([...before].filter((id) => id !== row.id)) : new Set([...before, row.id]),
        );
    },
    all: () => setIds(new Set(choosable.slice(0, most).map(({ id }) => id))),
    drop: (dropped: readonly string[]) =>
      setIds((before) => new Set([...before].filter((id) => !dropped.includes(id)))),
    clear: () => setIds(new Set()),
  };
}
