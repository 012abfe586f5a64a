import { useEffect, useEffectEvent } from 'react';

export const reviewKeys = [
  { keys: ['j', 'k'], label: 'move', explained: 'Next or previous inspection' },
  { keys: ['Enter'], label: 'open', explained: 'Open the selected inspection; press again to move into its review' },
  { keys: ['a'], label: 'approve', explained: 'Approve the inspection and go on with the next one' },
  { keys: ['r'], label: 'request re-inspection', explained: 'Request a re-inspection with a note' },
  { keys: ['u'], label: 'undo', explained: 'Take the last decision back, within 10 seconds' },
  { keys: ['x'], label: 'select', explained: 'Select the inspection, to approve several together' },
  { keys: ['f'], label: 'flag', explained: 'Flag the inspection for another reviewer, or remove the flag' },
  { keys: ['Ctrl', 'Enter'], label: 'send', explained: 'Send the note' },
  { keys: ['/'], label: 'search', explained: 'Search' },
  { keys: ['Esc'], label: 'close', explained: 'Close the review' },
  { keys: ['?'], label: 'shortcuts', explained: 'Show these shortcuts' },
] as const;

/** Elements in which keys are typed as text, or belong to a dialog or menu. */
const ownKeys =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Calls the handler for keys that are pressed on the page itself; the handler returns whether it handled the key. Not enabled while
 * a dialog is opened: its code may still be loading, and what is typed is meant for it.
 */
export function useReviewKeys(enabled: boolean, onKey: (key: string) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(ownKeys)) return;
    if (onKey(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
