import { useCallback, useMemo, useState } from 'react';
import { pricingLineOf, type CostEntry } from '#contract/cost-catalogue.ts';
import {
  changedKeys,
  draftOf,
  faultsOf,
  inOrder,
  isChanged,
  lineKey,
  lineOf,
  severityText,
  type ChangeCounts,
  type Line,
  type LineDraft,
} from '#web/features/reports/catalogue.ts';

/** What is typed into a line and not saved yet; without a draft the line is to be removed. */
interface Edit {
  line: CostEntry;
  draft: LineDraft | null;
}
type Edits = ReadonlyMap<string, Edit>;

const noEdits: Edits = new Map();
const noFaults = {};
const nothing: ReadonlySet<string> = new Set();

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
      instead: removed ? pricingLineOf(staying, entry.category, entry.fromSeverity)?.action : undefined,
    };
  });
}

/** The lines of a catalogue with what is being done to them. */
export function useCatalogueEdit(entries: readonly CostEntry[]) {
  const [edits, setEdits] = useState(noEdits);
  /** Lines that the focus has left: what is wrong with them is shown. A try to save shows the faults of all. */
  const [left, setLeft] = useState(nothing);
  /** Lines that somebody else has saved since their editing began. */
  const [overtaken, setOvertaken] = useState(nothing);
  // A line without edits keeps its draft, so that typing renders one line and not all of them.
  const drafts = useMemo(() => new Map(entries.map((entry) => [lineKey(entry), draftOf(entry)])), [entries]);

  const lines = linesOf(entries, drafts, edits).map((line): Line => ({
    ...line,
    overtaken: overtaken.has(line.id),
    faults: left.has(line.id) && line.state !== 'removed' ? faultsOf(line.draft) : noFaults,
  }));
  const inState = (state: Line['state']) => lines.filter((line) => line.state === state).length;
  const counts: ChangeCounts = { changed: inState('changed'), added: inState('added'), removed: inState('removed') };
  const forget = useCallback((id: string) => {
    const others = <Value>(all: Iterable<readonly [string, Value]>) => [...all].filter(([key]) => key !== id);
    setEdits((present) => new Map(others(present)));
    setLeft((present) => new Set([...present].filter((key) => key !== id)));
    setOvertaken((present) => new Set([...present].filter((key) => key !== id)));
  }, []);
  const put = useCallback(
    (line: CostEntry, draft: LineDraft | null) =>
      setEdits((present) => new Map(present).set(lineKey(line), { line, draft })),
    [],
  );

  return {
    lines,
    counts,
    unsaved: counts.changed + counts.added + counts.removed > 0,
    overtaken: overtaken.size > 0,
    change: put,
    leave: useCallback((id: string) => setLeft((present) => new Set(present).add(id)), []),
    /** Adds a line; one that was to be removed stays as it is. */
    add(line: CostEntry) {
      if (edits.has(lineKey(line))) forget(lineKey(line));
      else put(line, draftOf(line));
    },
    /** Takes a line away: a new one at once, another when all is saved. */
    remove: useCallback(
      (line: CostEntry) => (drafts.has(lineKey(line)) ? put(line, null) : forget(lineKey(line))),
      [drafts, put, forget],
    ),
    /** Makes a line what is saved. */
    reset: forget,
    resetAll() {
      setEdits(noEdits);
      setLeft(nothing);
      setOvertaken(nothing);
    },
    /** Marks what somebody else has saved while the lines were edited. */
    overtake: (before: readonly CostEntry[], now: readonly CostEntry[]) =>
      setOvertaken(new Set(changedKeys(before, now))),
    /** The catalogue as it shall be; null when a line has a fault, which is shown from then on. */
    result(): CostEntry[] | null {
      setLeft(new Set(edits.keys()));
      const kept = lines.filter((line) => line.state !== 'removed');
      const faulty = kept.some(({ state, draft }) => state !== 'kept' && Object.keys(faultsOf(draft)).length > 0);
      return faulty ? null : kept.map(({ entry, draft, state }) => (state === 'kept' ? entry : lineOf(entry, draft)));
    },
  };
}
