import { useEffect, useRef, useState, type RefObject } from 'react';
import { maxDecisionsAtOnce, type Inspection } from '#contract/inspections.ts';
import { useUnflag } from '#web/features/monitoring/api.ts';
import { useDecisions } from '#web/features/monitoring/decisions.ts';
import { nextToDecide } from '#web/features/monitoring/selection.ts';
import { rowId } from '#web/features/monitoring/components/inspection-table.tsx';
import type { MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import {
  loadNextRow,
  useInspections,
  useOpenInspection,
  type InspectionPages,
} from '#web/features/monitoring/use-inspections.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { pressShortcut, useListKeys } from '#web/ui/use-list-keys.ts';

export type DecisionDialog = { kind: 'reinspect' | 'flag'; inspection: Inspection };

interface DeskOptions {
  search: MonitoringSearch;
  onSearch: (change: MonitoringSearch) => void;
  searchBox: RefObject<HTMLInputElement | null>;
  /** The scrolling part of the review panel. */
  panelBody: RefObject<HTMLDivElement | null>;
}

/** Runs the action of a key; returns true to mark the key as handled. */
function handled(work: () => void): true {
  work();
  return true;
}

/** Focuses a row as soon as it is shown and no dialog is open. `focusing` is true during that. */
function useRowToFocus(dialogOpen: boolean) {
  const pendingRow = useRef<string>(undefined);
  const focusing = useRef(false);
  useEffect(() => {
    const row = !dialogOpen && pendingRow.current && document.getElementById(rowId(pendingRow.current));
    if (!row) return;
    pendingRow.current = undefined;
    focusing.current = true;
    row.focus();
    focusing.current = false;
  });
  const focusRow = (id: string | undefined) => {
    pendingRow.current = id;
  };
  return { focusRow, focusing };
}

/** What the person looks at and is asked about now, which may be something else by the time a decision is answered. */
function useLatest(now: Record<'openId' | 'focusedId' | 'askedId', string | undefined>) {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return latest;
}

/** Moves the focus to the next or previous row of the list; after its last row, to the first one of the next page. */
function rowMover(inspections: InspectionPages, currentId: string | undefined, moveTo: (row: Inspection) => void) {
  const { rows, list } = inspections;
  return (step: 1 | -1): boolean => {
    if (!rows?.length) return false;
    const from = rows.findIndex(({ id }) => id === currentId);
    if (step === 1 && from === rows.length - 1 && list.hasNextPage) {
      void loadNextRow(inspections).then((next) => next && moveTo(next));
      return true;
    }
    const target = rows[from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))];
    if (target) document.getElementById(rowId(target.id))?.focus();
    return true;
  };
}

/** The state of the monitoring screen: the list, the open review, the dialogs, and the keys for all of them. */
export function useDesk({ search, onSearch, searchBox, panelBody }: DeskOptions) {
  const inspections = useInspections(search);
  const { rows } = inspections;
  const open = useOpenInspection(search.inspectionId, inspections);
  const [focusedId, setFocusedId] = useState<string>();
  const [dialog, setDialog] = useState<DecisionDialog | null>(null);
  const [keyHelp, setKeyHelp] = useState(false);
  const unflag = useUnflag();
  const selection = useSelection(rows, ({ abilities }) => abilities.review, maxDecisionsAtOnce);
  const { focusRow, focusing } = useRowToFocus(dialog !== null);
  const latest = useLatest({ openId: open?.id, focusedId, askedId: dialog?.inspection.id });
  /** Whether the last decision was made in the open review. */
  const panelWasOpen = useRef(false);
  const decisions = useDecisions(({ id }) => {
    if (panelWasOpen.current) onSearch({ inspectionId: id });
    else focusRow(id);
  });

  const show = (inspection: Inspection) => {
    if (inspection.id === open?.id) panelBody.current?.focus();
    else onSearch({ inspectionId: inspection.id });
  };
  const close = () => {
    focusRow(open?.id);
    onSearch({ inspectionId: undefined });
  };
  /** While the review is open next to the list, focusing a row also shows it in the review. */
  const onRowFocus = (inspection: Inspection, isReviewBeside: boolean) => {
    setFocusedId(inspection.id);
    if (!focusing.current && isReviewBeside && open?.id !== inspection.id) show(inspection);
  };
  const askAgain = (inspection: Inspection | undefined): boolean => {
    if (inspection?.abilities.review) setDialog({ kind: 'reinspect', inspection });
    return true;
  };
  const approve = (inspection: Inspection | undefined): boolean => {
    if (inspection?.abilities.review && !decisions.approve.isPending)
      decisions.approve.mutate(inspection, { onSuccess: () => afterDecision(inspection) });
    return true;
  };
  const toggleFlag = (inspection: Inspection | undefined): boolean => {
    if (inspection?.flag) unflag.mutate(inspection);
    else if (inspection?.abilities.flag) setDialog({ kind: 'flag', inspection });
    return true;
  };
  /**
   * After a decision, moves on to the next pending inspection, in the list and in the open review, unless the person has gone on
   * to another one.
   */
  const afterDecision = ({ id }: Inspection) => {
    const { openId, focusedId: rowId, askedId } = latest.current;
    const next = nextToDecide(rows ?? [], id);
    panelWasOpen.current = openId === id;
    if ((askedId ?? openId ?? rowId ?? id) !== id) return;
    setDialog(null);
    if (panelWasOpen.current) onSearch({ inspectionId: next?.id });
    const index = rows?.findIndex((row) => row.id === id) ?? -1;
    focusRow((next ?? rows?.[index + 1] ?? rows?.[index - 1])?.id);
  };
  function moveTo({ id }: Inspection): void {
    focusRow(id);
    setFocusedId(id);
    if (open) onSearch({ inspectionId: id });
  }
  const moveFocus = rowMover(inspections, open?.id ?? focusedId, moveTo);

  const current = open ?? rows?.find(({ id }) => id === focusedId);
  useListKeys(dialog === null && !keyHelp, (key) => {
    if (key === 'j') return moveFocus(1);
    if (key === 'k') return moveFocus(-1);
    if (key === 'a') return approve(current);
    if (key === 'r') return askAgain(current);
    if (key === 'u') return handled(decisions.undoLast);
    if (key === 'A') return pressShortcut(document, 'Shift+A');
    if (key === 'x' && current) return handled(() => selection.toggle(current));
    if (key === 'f') return toggleFlag(current);
    if (key === '/') searchBox.current?.focus();
    else if (key === '?') setKeyHelp(true);
    else if (key === 'Escape' && open) close();
    else return false;
    return true;
  });

  return {
    inspections,
    open,
    dialog,
    closeDialog: () => setDialog(null),
    keyHelp,
    setKeyHelp,
    onRowFocus,
    show,
    close,
    approve,
    askAgain,
    afterDecision,
    decisions,
    selection,
  };
}
