import { useCallback, useMemo, useState } from 'react';
import { pricingLineOf, type CostEntry } from '#contract/cost-catalogue.ts';
import {
  draftOf,
  entryFromDraft,
  faultsOf,
  inOrder,
  isChanged,
  lineKey,
  severityText,
  type ChangeCounts,
  type Line,
  type LineDraft,
} from '#web/features/plans/catalogue.ts';

/** An unsaved edit of a line; `draft` is null if the line is to be removed. */
interface Edit {
  line: CostEntry;
  draft: LineDraft | null;
}
type Edits = ReadonlyMap<string, Edit>;
const noEdits: Edits = new Map();
const noFaults = {};
const noKeys: ReadonlySet<string> = new Set();

const without = (edits: Edits, id: string): Edits => new Map([...edits].filter(([key]) => key !== id));

function linesOf(entries: readonly CostEntry[], drafts: ReadonlyMap<string, LineDraft>, edits: Edits, ownEdits: Edits) {
  const isNew = ([id]: [string, Edit]) => !drafts.has(id);
  const added = [...edits].filter(isNew).map(([, { line }]) => line);
  const gone = [...ownEdits].filter((edit) => isNew(edit) && !edits.has(edit[0])).map(([, { line }]) => line);
  const staying = inOrder([...entries, ...added]).filter((line) => edits.get(lineKey(line))?.draft !== null);
  return inOrder([...entries, ...added, ...gone]).map((entry): Omit<Line, 'faults'> => {
    const id = lineKey(entry);
    const removed = edits.get(id)?.draft === null;
    const draft = edits.get(id)?.draft ?? drafts.get(id) ?? draftOf(entry);
    const kept = drafts.has(id) ? (isChanged(entry, draft) ? 'changed' : 'kept') : edits.has(id) ? 'added' : 'gone';
    const state = removed ? 'removed' : kept;
    const others = removed || state === 'gone' ? [...staying, entry] : staying;
    const replacement = removed ? pricingLineOf(staying, entry.category, entry.fromSeverity)?.action : undefined;
    return {
      id,
      entry,
      draft,
      state,
      severity: severityText(entry, others),
      replacement,
      ownDraft: ownEdits.get(id)?.draft,
    };
  });
}

/** The lines of a catalogue with their unsaved edits. */
export function useCatalogueEdit(entries: readonly CostEntry[]) {
  const [edits, setEdits] = useState(noEdits);
  /** Edits that were typed before somebody else saved, until they are restored or discarded. */
  const [ownEdits, setOwnEdits] = useState(noEdits);
  /** The lines that have lost the focus, whose errors are shown. An attempt to save shows the errors of all lines. */
  const [touched, setTouched] = useState(noKeys);
  // Lines without edits keep the same draft object, so that typing renders only one line.
  const drafts = useMemo(() => new Map(entries.map((entry) => [lineKey(entry), draftOf(entry)])), [entries]);
  const lines = linesOf(entries, drafts, edits, ownEdits).map((line): Line => {
    const checked = touched.has(line.id) && (line.state === 'changed' || line.state === 'added');
    return { ...line, faults: checked ? faultsOf(line.draft) : noFaults };
  });
  const inState = (state: Line['state']) => lines.filter((line) => line.state === state).length;
  const counts: ChangeCounts = { changed: inState('changed'), added: inState('added'), removed: inState('removed') };
  const forget = useCallback((id: string) => {
    setEdits((previous) => without(previous, id));
    setOwnEdits((previous) => without(previous, id));
    setTouched((previous) => new Set([...previous].filter((key) => key !== id)));
  }, []);
  const setEdit = useCallback(
    (line: CostEntry, draft: LineDraft | null) =>
      setEdits((previous) => new Map(previous).set(lineKey(line), { line, draft })),
    [],
  );

  return {
    lines,
    counts,
    unsaved: counts.changed + counts.added + counts.removed > 0,
    /** The number of lines whose saved values differ from what this person had typed. */
    setAside: ownEdits.size,
    change: setEdit,
    leave: useCallback((id: string) => setTouched((previous) => new Set(previous).add(id)), []),
    /** Adds a line, or restores a removed one. */
    add: (line: CostEntry) => (edits.has(lineKey(line)) ? forget(lineKey(line)) : setEdit(line, draftOf(line))),
    /** Removes a line: a new one immediately, an existing one when the catalogue is saved. */
    remove: useCallback(
      (line: CostEntry) => (drafts.has(lineKey(line)) ? setEdit(line, null) : forget(lineKey(line))),
      [drafts, setEdit, forget],
    ),
    /** Resets a line to its saved values. */
    reset: forget,
    resetAll() {
      for (const set of [setEdits, setOwnEdits]) set(noEdits);
      setTouched(noKeys);
    },
    /** Takes over the lines that somebody else saved, and sets aside typed values that differ from them. */
    mergeSaved(now: readonly CostEntry[]) {
      const saved = new Map(now.map((entry) => [lineKey(entry), entry]));
      const untouched = new Set(lines.filter(({ state }) => state === 'kept').map(({ id }) => id));
      const differs = ([id, { draft }]: [string, Edit]) => {
        const entry = saved.get(id);
        if (untouched.has(id) && !ownEdits.has(id)) return false;
        return draft === null ? entry !== undefined : !entry || isChanged(entry, draft);
      };
      setOwnEdits(new Map([...ownEdits, ...edits].filter(differs)));
      setEdits(noEdits);
    },
    /** Restores the values that this person had typed for a line. */
    putBack: useCallback(
      (id: string) => {
        const edit = ownEdits.get(id);
        if (edit) setEdit(edit.line, edit.draft);
        setOwnEdits((previous) => without(previous, id));
      },
      [ownEdits, setEdit],
    ),
    /** The edited catalogue. Null if a line has an error, which is then shown. */
    result(): CostEntry[] | null {
      setTouched(new Set(edits.keys()));
      const staying = lines.filter(({ state }) => state !== 'removed' && state !== 'gone');
      const faulty = staying.some(({ state, draft }) => state !== 'kept' && Object.keys(faultsOf(draft)).length > 0);
      if (faulty) return null;
      return staying.map(({ entry, draft, state }) => (state === 'kept' ? entry : entryFromDraft(entry, draft)));
    },
  };
}
