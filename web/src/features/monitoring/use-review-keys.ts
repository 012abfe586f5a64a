import { useEffect, useEffectEvent } from 'react';

export const reviewKeys = [
  { keys: ['j', 'k'], label: 'move', explained: 'Move to the next or the previous session' },
  { keys: ['Enter'], label: 'open', explained: 'Open the session that is marked; once more, go into its review' },
  { keys: ['a'], label: 'approve', explained: 'Approve the session that is marked or open' },
  { keys: ['r'], label: 'request re-inspection', explained: 'Request a re-inspection, with a note' },
  { keys: ['f'], label: 'flag', explained: 'Flag the session for another reviewer, or take the flag away' },
  { keys: ['Ctrl', 'Enter'], label: 'send', explained: 'Send the note that is being written' },
  { keys: ['/'], label: 'search', explained: 'Search' },
  { keys: ['Esc'], label: 'close', explained: 'Close the review' },
  { keys: ['?'], label: 'all keys', explained: 'Show these keys' },
] as const;

/** Where a letter is text, or belongs to what lies above the page. */
const elsewhere =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Calls `on` for keys pressed on the page itself; it answers whether it did something with the key. */
export function useReviewKeys(on: (key: string) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(elsewhere)) return;
    if (on(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
