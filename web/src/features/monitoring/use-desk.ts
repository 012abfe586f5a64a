import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { useUnflag } from '#web/features/monitoring/api.ts';
import { rowId } from '#web/features/monitoring/components/inspection-table.tsx';
import type { MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import { useInspections, useOpenInspection } from '#web/features/monitoring/use-inspections.ts';
import { useReviewKeys } from '#web/features/monitoring/use-review-keys.ts';
import { toastError } from '#web/lib/toast.ts';

export type DecisionDialog = { kind: 'approve' | 'reinspect' | 'flag'; inspection: Inspection };

interface DeskOptions {
  search: MonitoringSearch;
  onSearch: (change: MonitoringSearch) => void;
  searchBox: RefObject<HTMLInputElement | null>;
  /** The scrolling part of the review panel. */
  panelBody: RefObject<HTMLDivElement | null>;
}

/** The state of the reviewer's desk: the list, the open review, the dialogs, and the keys that work on all of them. */
export function useDesk({ search, onSearch, searchBox, panelBody }: DeskOptions) {
  const inspections = useInspections(search);
  const { rows } = inspections;
  const { open, error } = useOpenInspection(search.inspectionId, inspections);
  const [focusedId, setFocusedId] = useState<string>();
  const [dialog, setDialog] = useState<DecisionDialog | null>(null);
  const [keyHelp, setKeyHelp] = useState(false);
  const unflag = useUnflag();
  /** The row to focus once the review and its dialog are closed. */
  const rowToFocus = useRef<string>(undefined);

  const show = (inspection: Inspection) => {
    if (inspection.id === open?.id) panelBody.current?.focus();
    else onSearch({ inspectionId: inspection.id });
  };
  const close = () => {
    rowToFocus.current = open?.id;
    onSearch({ inspectionId: undefined });
  };
  const openDecision = (kind: 'approve' | 'reinspect', inspection: Inspection | undefined): boolean => {
    if (inspection?.abilities.review) setDialog({ kind, inspection });
    return true;
  };
  const toggleFlag = (inspection: Inspection | undefined): boolean => {
    if (inspection?.flag) unflag.mutate(inspection);
    else if (inspection?.abilities.flag) setDialog({ kind: 'flag', inspection });
    return true;
  };
  /** Moves on to the next row; the decided one may have left the list. */
  const afterDecision = ({ id }: Inspection) => {
    const index = rows?.findIndex((row) => row.id === id) ?? -1;
    if (open?.id === id) close();
    setDialog(null);
    rowToFocus.current = (rows?.[index + 1] ?? rows?.[index - 1])?.id;
  };
  useEffect(() => {
    if (open || dialog || !rowToFocus.current) return;
    document.getElementById(rowId(rowToFocus.current))?.focus();
    rowToFocus.current = undefined;
  });

  function moveFocus(step: 1 | -1): boolean {
    if (!rows?.length) return false;
    const from = rows.findIndex(({ id }) => id === (open?.id ?? focusedId));
    const target = rows[from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))];
    if (target) document.getElementById(rowId(target.id))?.focus();
    return true;
  }

  const current = open ?? rows?.find(({ id }) => id === focusedId);
  useReviewKeys((key) => {
    if (key === 'j') return moveFocus(1);
    if (key === 'k') return moveFocus(-1);
    if (key === 'a') return openDecision('approve', current);
    if (key === 'r') return openDecision('reinspect', current);
    if (key === 'f') return toggleFlag(current);
    if (key === '/') searchBox.current?.focus();
    else if (key === '?') setKeyHelp(true);
    else if (key === 'Escape' && open) close();
    else return false;
    return true;
  });

  // A link may name an inspection that was deleted or never existed.
  useEffect(() => {
    if (error) toastError('This inspection could not be opened', error);
  }, [error]);

  return {
    inspections,
    open,
    dialog,
    closeDialog: () => setDialog(null),
    keyHelp,
    setKeyHelp,
    setFocusedId,
    show,
    close,
    openDecision,
    afterDecision,
  };
}
