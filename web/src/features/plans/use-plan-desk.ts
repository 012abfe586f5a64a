import { createContext, use, useEffect, useRef, useState, type FocusEvent } from 'react';
import type { PlanItem } from '#contract/plans.ts';
import { useItemDecisions } from '#web/features/plans/use-item-decisions.ts';
import { useSelection } from '#web/lib/use-selection.ts';
import { pressShortcut, useListKeys } from '#web/ui/use-list-keys.ts';

export type ItemDialogName = 'modify' | 'finish' | 'verify' | 'vendors' | 'rejected' | 'waived';

export const itemRowId = (id: string) => `item-${id}`;
const rowSelector = '[data-item]';
const itemKeys = ['a', 'm', 'r', 'x'];

/** The row with the focus, or a control of which has it: keys decide on what a person sees focused, and on nothing else. */
const focusedRow = () => document.activeElement?.closest(rowSelector) ?? null;

/** The first item that can be approved, or the button that sends the plan. */
const nextStep = () =>
  document.querySelector(`${rowSelector} [aria-keyshortcuts="a"]`)?.closest<HTMLElement>(rowSelector) ??
  document.querySelector<HTMLElement>('[data-decision]');

/** The state of a plan's list of items: dialogs, selection, decisions, and the keys for all of them. */
export function usePlanDesk(items: readonly PlanItem[]) {
  const [dialog, setDialog] = useState<{ itemId: string; of: ItemDialogName } | null>(null);
  const [keyHelp, setKeyHelp] = useState(false);
  const lastRow = useRef<string>(undefined);
  /** Whether the row itself had the focus last, and not a control in it. */
  const byRow = useRef(false);
  const selection = useSelection(items, ({ abilities }) => abilities.decide);
  /** The jointly approved items, until the page shows that they are decided. */
  const approved = useRef<readonly string[]>(null);
  const decisions = useItemDecisions((changed, step) => {
    if (step === 'approved') {
      approved.current = changed.map(({ id }) => id);
      selection.drop(approved.current);
    } else if (changed[0]) document.getElementById(itemRowId(changed[0].id))?.focus();
  });
  const deciding = decisions.progress !== null;

  // The bar with the pressed button disappears, or the focused row is decided.
  useEffect(() => {
    if (!approved.current || items.some(({ id, abilities }) => abilities.decide && approved.current?.includes(id)))
      return;
    const row = focusedRow();
    if (document.activeElement === document.body || (row && !row.querySelector('[aria-keyshortcuts="a"]')))
      nextStep()?.focus();
    approved.current = null;
  });

  function moveFocus(step: 1 | -1): boolean {
    const rows = [...document.querySelectorAll<HTMLElement>(rowSelector)];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const from = at === -1 ? rows.findIndex(({ id }) => id === lastRow.current) : at;
    rows[from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))]?.focus();
    return rows.length > 0;
  }

  /** Whether the person decides on items, now or by taking a decision back. */
  const decides = items.some(({ abilities }) => abilities.decide || abilities.restore);
  const changes = decides || items.some(({ abilities }) => abilities.modify);
  useListKeys(changes && dialog === null && !keyHelp, (key) => {
    if (key === 'j') return moveFocus(1);
    if (key === 'k') return moveFocus(-1);
    if (key === '?') setKeyHelp(true);
    else if (deciding) return false;
    else if (key === 'u') decisions.undoLast();
    else if (key === 'A') return pressShortcut(document, 'Shift+A');
    else return itemKeys.includes(key) && pressShortcut(focusedRow(), key);
    return true;
  });

  return {
    decides,
    dialog,
    setDialog,
    keyHelp,
    setKeyHelp,
    selection,
    decisions,
    deciding,
    wasByRow: () => byRow.current,
    onFocus: ({ target }: FocusEvent) => {
      // A dialog of an item is not in its row, although React sends its events here.
      const row = target.closest(rowSelector);
      if (!row) return;
      lastRow.current = row.id;
      byRow.current = row === target;
    },
  };
}
export type PlanDesk = ReturnType<typeof usePlanDesk>;

export const PlanDeskContext = createContext<PlanDesk | null>(null);

export function useDesk(): PlanDesk {
  const desk = use(PlanDeskContext);
  if (!desk) throw new Error('useDesk must be used within a plan');
  return desk;
}
