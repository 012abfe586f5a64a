import { useEffect, useEffectEvent } from 'react';

/** Elements in which keys are typed as text, or belong to a dialog or menu. A checkbox only takes Space. */
const ownKeys =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]';
/** The keys that go on while they are held down. Any other would decide on one row after another. */
const repeatedKeys = ['j', 'k'];

/** A letter by its Shift key alone, so that Caps Lock does not make another key of it. */
function nameOf({ key, shiftKey }: KeyboardEvent): string {
  if (!/^[a-z]$/i.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/**
 * Calls the handler for keys that are pressed on the page itself; the handler returns whether it handled the key. Not enabled while
 * a dialog is opened: its code may still be loading, and what is typed is meant for it.
 */
export function useListKeys(enabled: boolean, onKey: (key: string) => boolean): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest(ownKeys)) return;
    const key = nameOf(event);
    if (event.repeat && !repeatedKeys.includes(key)) return;
    if (onKey(key)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}

/** Presses the control with this `aria-keyshortcuts`, so that a key does what its button does; false where there is none. */
export function pressShortcut(within: ParentNode | null | undefined, shortcut: string): boolean {
  const control = within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${shortcut}"]:enabled`);
  control?.click();
  return !!control;
}
