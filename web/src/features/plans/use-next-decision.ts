import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { PlanItem } from '#contract/plans.ts';

export interface NextDecision {
  /** Call it when a decision is being saved. */
  begin: () => void;
  /** Call it when the decision was refused. */
  cancel: () => void;
}

const rowOf = (element: HTMLElement | null) => element?.closest<HTMLElement>('[data-item]') ?? null;

/**
 * Moves the focus after a decision, because its buttons disappear: to the next decision on the same item, otherwise
 * to the following one on the page, otherwise to the previous one, otherwise to one that this decision made possible,
 * such as sending the plan. Decisions are marked with `data-decision`. `wasByRow` says whether the row itself had the focus last, as for
 * the keys; then the next item's row gets it. `settled`: no dialog of the item is open and no decision on it is being saved.
 */
export function useNextDecision(
  item: PlanItem,
  settled: boolean,
  wasByRow: () => boolean,
): NextDecision & { place: RefObject<HTMLDivElement | null> } {
  const place = useRef<HTMLDivElement>(null);
  const byRow = useEffectEvent(wasByRow);
  const deciding = useRef<{ item: PlanItem; neighbor: HTMLElement | undefined }>(null);
  useEffect(() => {
    // The buttons change only once the item is updated.
    if (!settled || !deciding.current || deciding.current.item === item) return;
    const { activeElement } = document;
    const own = place.current?.querySelector<HTMLElement>('[data-decision]');
    const next = deciding.current.neighbor ?? document.querySelector<HTMLElement>('[data-decision]');
    // The focus is not moved if the person has already moved it.
    const stayed = [document.body, rowOf(place.current)].some((element) => element === activeElement);
    if (stayed || place.current?.contains(activeElement)) (byRow() ? (rowOf(next) ?? next) : (own ?? next))?.focus();
    deciding.current = null;
  }, [item, settled]);
  return {
    place,
    begin() {
      const all = [...document.querySelectorAll<HTMLElement>('[data-decision], [data-item-actions]')];
      const at = all.findIndex((element) => element === place.current);
      const decisions = (elements: HTMLElement[]) =>
        elements.filter((element) => element.hasAttribute('data-decision') && !place.current?.contains(element));
      deciding.current = { item, neighbor: decisions(all.slice(at))[0] ?? decisions(all.slice(0, at)).at(-1) };
    },
    cancel() {
      deciding.current = null;
    },
  };
}
