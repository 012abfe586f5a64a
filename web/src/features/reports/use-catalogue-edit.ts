import { useCallback, useMemo, useState } from 'react';
import type { CostEntry } from '#contract/reports.ts';
import type { CatalogueOvertaken } from '#web/features/reports/api.ts';
import {
  draftOf,
  faultsOf,
  inOrder,
  isChanged,
  isRemovable,
  lineKey,
  lineOf,
  pricingLine,
  severityText,
  type CatalogueChange,
  type LineDraft,
} from '#web/features/reports/catalogue.ts';
import type { Line } from '#web/features/reports/components/catalogue-lines.tsx';

/** What is done to a catalogue and not saved yet. A line is in at most one of the three. */
interface Edits {
  changed: ReadonlyMap<string, Partial<LineDraft>>;
  added: ReadonlyMap<string, CostEntry>;
  removed: ReadonlySet<string>;
}

const none: Edits = { changed: new Map(), added: new Map(), removed: new Set() };
const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> =>
  new Map([...map].filter(([present]) => present !== key));
const except = <K>(set: ReadonlySet<K>, key: K): ReadonlySet<K> =>
  new Set([...set].filter((present) => present !== key));
const noFaults = {};

/** What is being edited of a catalogue: its lines as they stand, and what of them is added, changed, removed or wrong. */
export function useCatalogueEdit(entries: readonly CostEntry[]) {
  const [edits, setEdits] = useState(none);
  /** Lines whose faults are shown: those that were left, and after a try to save all. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** Lines that somebody else has saved while they were edited; `entry` is what they hold now. */
  const [overtaken, setOvertaken] = useState<ReadonlySet<string>>(new Set());
  const { added, removed } = edits;

  const known = useMemo(() => {
    const present = new Set(entries.map(lineKey));
    const all = inOrder([...entries, ...[...added.values()].filter((line) => !present.has(lineKey(line)))]);
    const staying = all.filter((line) => !removed.has(lineKey(line)));
    return new Map(
      all.map((entry) => {
        const key = lineKey(entry);
        const gone = removed.has(key) && present.has(key);
        // Somebody else may have added the same line meanwhile: then this one is a change of theirs.
        const draft = draftOf(added.get(key) ?? entry);
        const line: Line = {
          key,
          entry,
          severity: severityText(entry, gone ? all : staying),
          draft,
          state: gone ? 'removed' : !present.has(key) ? 'added' : isChanged(entry, draft) ? 'changed' : 'kept',
          removable: isRemovable(entry),
          instead: gone ? pricingLine(staying, entry.category, entry.fromSeverity)?.action : undefined,
          overtaken: !overtaken.has(key) ? undefined : present.has(key) ? 'changed' : 'removed',
          faults: noFaults,
        };
        return [key, line];
      }),
    );
  }, [entries, added, removed, overtaken]);
  // A line without edits stays the same object, so that typing renders one line and not all of them.
  const edited = useMemo(() => {
    const lines = new Map<string, Line & { ready: CostEntry | null }>();
    for (const [key, edit] of edits.changed) {
      const line = known.get(key);
      if (!line || line.state === 'removed') continue;
      const draft = { ...line.draft, ...edit };
      const faults = faultsOf(draft);
      lines.set(key, {
        ...line,
        draft,
        state: line.state === 'added' ? 'added' : isChanged(line.entry, draft) ? 'changed' : 'kept',
        faults: left.has(key) ? faults : noFaults,
        ready: Object.keys(faults).length > 0 ? null : lineOf(line.entry, draft),
      });
    }
    return lines;
  }, [known, edits.changed, left]);
  const lines = [...known.values()].map((line): Line => edited.get(line.key) ?? line);
  const inState = (state: Line['state']) => lines.filter((line) => line.state === state);
  const [changed, fresh, gone] = [inState('changed'), inState('added'), inState('removed')];
  const counts = { changed: changed.length, added: fresh.length, removed: gone.length };

  return {
    lines,
    /** Lines that saving would leave, without what is typed into them. */
    staying: lines.flatMap(({ state, entry }) => (state === 'removed' ? [] : entry)),
    counts,
    overtaken: lines.filter((line) => line.overtaken && line.state !== 'kept').length,
    unsaved: changed.length + fresh.length + gone.length > 0,
    change: useCallback(
      (key: string, edit: Partial<LineDraft>) =>
        setEdits((present) => ({
          ...present,
          changed: new Map(present.changed).set(key, { ...present.changed.get(key), ...edit }),
        })),
      [],
    ),
    leave: useCallback((key: string) => setLeft((present) => new Set(present).add(key)), []),
    /** Adds a line; one that was removed comes back as it was. */
    add: useCallback((line: CostEntry) => {
      const key = lineKey(line);
      setLeft((present) => except(present, key));
      setEdits((present) =>
        present.removed.has(key)
          ? { ...present, removed: except(present.removed, key) }
          : { ...present, added: new Map(present.added).set(key, line) },
      );
    }, []),
    /** Takes a line away: a new one at once, another when all is saved. */
    remove: useCallback((key: string) => {
      setEdits(({ changed: map, added: news, removed: set }) => ({
        changed: without(map, key),
        added: without(news, key),
        removed: news.has(key) ? set : new Set(set).add(key),
      }));
    }, []),
    /** Makes a line what it was. */
    reset: useCallback((key: string) => {
      setOvertaken((present) => except(present, key));
      setEdits((present) => ({
        changed: without(present.changed, key),
        added: without(present.added, key),
        removed: except(present.removed, key),
      }));
    }, []),
    resetAll: useCallback(() => {
      setEdits(none);
      setOvertaken(new Set());
    }, []),
    /** Notes what somebody else has saved meanwhile. What was typed into a line that they removed makes it a new one. */
    overtake: ({ keys, present }: CatalogueOvertaken) => {
      setOvertaken(new Set(keys));
      const there = new Set(present.map(lineKey));
      const lost = changed.filter(({ key }) => !there.has(key));
      setEdits((before) => ({
        ...before,
        added: new Map([...before.added, ...lost.map(({ key, entry }) => [key, entry] as const)]),
      }));
    },
    /** What to save; null when a line has a fault, which is shown from then on. */
    ready(): CatalogueChange | null {
      setLeft(new Set(edits.changed.keys()));
      const set = [...changed, ...fresh].map(({ key, entry, draft }) => {
        const line = edited.get(key);
        return line ? line.ready : lineOf(entry, draft);
      });
      const whole = set.filter((line) => line !== null);
      return whole.length === set.length ? { set: whole, remove: new Set(gone.map(({ key }) => key)), counts } : null;
    },
  };
}
