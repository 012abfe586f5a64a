/** Marks the Confirm buttons of a list of findings. */
export const confirmMark = { 'data-confirm': '' };

/**
 * Moves the focus, and with it the view, to the Confirm button of the next undecided finding of a list: below this one, or else
 * from the top. Without another one the row keeps the focus.
 */
export function focusNextFinding(row: HTMLElement | null): void {
  if (!row) return;
  const others = [...document.querySelectorAll<HTMLElement>('[data-confirm]')].filter((each) => !row.contains(each));
  const below = others.find((each) => row.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
  (below ?? others[0] ?? row).focus();
}
