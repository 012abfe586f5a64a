import { useCallback, useMemo, useState } from 'react';
import type { CostEntry } from '#contract/reports.ts';
import { lineKey } from '#web/features/reports/api.ts';
import { draftOf, faultsOf, isChanged, lineOf, severityText, type LineDraft } from '#web/features/reports/catalogue.ts';
import type { Line } from '#web/features/reports/components/catalogue-lines.tsx';

type Edits = ReadonlyMap<string, Partial<LineDraft>>;
const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> => {
  const next = new Map(map);
  next.delete(key);
  return next;
};
const noFaults = {};

/** What is being edited of a catalogue: its lines as they stand, and what of them is changed or wrong. */
export function useCatalogueEdit(entries: readonly CostEntry[]) {
  const [edits, setEdits] = useState<Edits>(new Map());
  /** Lines whose faults are shown: those that were left, and after a try to save all. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());

  const known = useMemo(
    () =>
      new Map(
        entries.map((entry) => [
          lineKey(entry),
          {
            key: lineKey(entry),
            entry,
            severity: severityText(entry, entries),
            draft: draftOf(entry),
            changed: false,
            faults: noFaults,
          },
        ]),
      ),
    [entries],
  );
  // A line without edits stays the same object, so that typing renders one line and not all of them.
  const edited = useMemo(() => {
    const lines = new Map<string, Line & { ready: CostEntry | null }>();
    for (const [key, edit] of edits) {
      const line = known.get(key);
      if (!line) continue;
      const draft = { ...line.draft, ...edit };
      const faults = faultsOf(draft);
      lines.set(key, {
        ...line,
        draft,
        changed: isChanged(line.entry, draft),
        faults: left.has(key) ? faults : noFaults,
        ready: Object.keys(faults).length > 0 ? null : lineOf(line.entry, draft),
      });
    }
    return lines;
  }, [known, edits, left]);
  const changed = [...edited.values()].filter((line) => line.changed);

  return {
    lines: [...known.values()].map((line): Line => edited.get(line.key) ?? line),
    changed: changed.length,
    change: useCallback(
      (key: string, edit: Partial<LineDraft>) =>
        setEdits((present) => new Map(present).set(key, { ...present.get(key), ...edit })),
      [],
    ),
    leave: useCallback((key: string) => setLeft((present) => new Set(present).add(key)), []),
    reset: useCallback((key: string) => setEdits((present) => without(present, key)), []),
    resetAll: useCallback(() => setEdits(new Map()), []),
    /** The lines to save; null when one has a fault, which is shown from then on. */
    ready(): CostEntry[] | null {
      setLeft(new Set(edits.keys()));
      const lines = changed.map(({ ready }) => ready).filter((line) => line !== null);
      return lines.length === changed.length ? lines : null;
    },
  };
}
