import { useCallback, useMemo, useState } from 'react';
import { pricingLineOf, type CostEntry } from '#contract/cost-catalogue.ts';
import {
  changedKeys,
  draftOf,
  faultsOf,
  inOrder,
  isChanged,
  lineKey,
  entryFromDraft,
  severityText,
  type ChangeCounts,
  type Line,
  type LineDraft,
} from '#web/features/reports/catalogue.ts';

/** The unsaved edit of a line; without a draft the line is removed. */
interface Edit {
  line: CostEntry;
  draft: LineDraft | null;
}
type Edits = ReadonlyMap<string, Edit>;

const noEdits: Edits = new Map();
const noFaults = {};
const noKeys: ReadonlySet<string> = new Set();

function linesOf(entries: readonly CostEntry[], drafts: ReadonlyMap<string, LineDraft>, edits: Edits) {
  const added = [...edits.values()].filter(({ line, draft }) => draft && !drafts.has(lineKey(line)));
  const all = inOrder([...entries, ...added.map(({ line }) => line)]);
  const staying = all.filter((line) => edits.get(lineKey(line))?.draft !== null);
  return all.map((entry) => {
    const id = lineKey(entry);
    const removed = edits.get(id)?.draft === null;
    const draft = edits.get(id)?.draft ?? drafts.get(id) ?? draftOf(entry);
    const state = removed ? 'removed' : !drafts.has(id) ? 'added' : isChanged(entry, draft) ? 'changed' : 'kept';
    return {
      id,
      entry,
      draft,
      state: state as Line['state'],
      severity: severityText(entry, removed ? all : staying),
      replacement: removed ? pricingLineOf(staying, entry.category, entry.fromSeverity)?.action : undefined,
    };
  });
}

/** The lines of a catalogue with their unsaved edits. */
export function useCatalogueEdit(entries: readonly CostEntry[]) {
  const [edits, setEdits] = useState(noEdits);
  /** Lines that had the focus, whose errors are shown. An attempt to save shows the errors of all lines. */
  const [left, setLeft] = useState(noKeys);
  /** Lines that somebody else saved since editing started. */
  const [conflicting, setConflicting] = useState(noKeys);
  // Lines without edits keep their draft object, so that typing renders one line instead of all.
  const drafts = useMemo(() => new Map(entries.map((entry) => [lineKey(entry), draftOf(entry)])), [entries]);

  const lines = linesOf(entries, drafts, edits).map((line): Line => ({
    ...line,
    conflicting: conflicting.has(line.id),
    faults: left.has(line.id) && line.state !== 'removed' ? faultsOf(line.draft) : noFaults,
  }));
  const inState = (state: Line['state']) => lines.filter((line) => line.state === state).length;
  const counts: ChangeCounts = { changed: inState('changed'), added: inState('added'), removed: inState('removed') };
  const forget = useCallback((id: string) => {
    const others = <Value>(all: Iterable<readonly [string, Value]>) => [...all].filter(([key]) => key !== id);
    setEdits((previous) => new Map(others(previous)));
    setLeft((previous) => new Set([...previous].filter((key) => key !== id)));
    setConflicting((previous) => new Set([...previous].filter((key) => key !== id)));
  }, []);
  const put = useCallback(
    (line: CostEntry, draft: LineDraft | null) =>
      setEdits((previous) => new Map(previous).set(lineKey(line), { line, draft })),
    [],
  );

  return {
    lines,
    counts,
    unsaved: counts.changed + counts.added + counts.removed > 0,
    conflicting: conflicting.size > 0,
    change: put,
    leave: useCallback((id: string) => setLeft((previous) => new Set(previous).add(id)), []),
    /** Adds a line, or restores a removed one. */
    add(line: CostEntry) {
      if (edits.has(lineKey(line))) forget(lineKey(line));
      else put(line, draftOf(line));
    },
    /** Removes a line: a new one at once, an existing one on save. */
    remove: useCallback(
      (line: CostEntry) => (drafts.has(lineKey(line)) ? put(line, null) : forget(lineKey(line))),
      [drafts, put, forget],
    ),
    /** Resets a line to its saved values. */
    reset: forget,
    resetAll() {
      setEdits(noEdits);
      setLeft(noKeys);
      setConflicting(noKeys);
    },
    /** Marks lines that somebody else saved meanwhile. */
    markConflicts: (before: readonly CostEntry[], now: readonly CostEntry[]) =>
      setConflicting(new Set(changedKeys(before, now))),
    /** The edited catalogue; null when a line has an error, which is then shown. */
    result(): CostEntry[] | null {
      setLeft(new Set(edits.keys()));
      const kept = lines.filter((line) => line.state !== 'removed');
      const faulty = kept.some(({ state, draft }) => state !== 'kept' && Object.keys(faultsOf(draft)).length > 0);
      return faulty
        ? null
        : kept.map(({ entry, draft, state }) => (state === 'kept' ? entry : entryFromDraft(entry, draft)));
    },
  };
}
