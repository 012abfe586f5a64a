import { useLayoutEffect, useRef } from 'react';

/** What has the focus; for an item of a menu, which is about to go, the button that opened the menu. */
function focused(): HTMLElement | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const element = button ? document.getElementById(button) : activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}

interface FocusReturn {
  onOpenAutoFocus: (event: Event) => void;
  onCloseAutoFocus: (event: Event) => void;
}

/**
 * Gives the focus back to what had it before a dialog opened. Radix does so only for dialogs with a trigger of their own;
 * ours are mostly opened by state. `stays`: the content that closes gives way to another of the same dialog.
 *
 * When it opens, the focus goes to the control marked `data-autofocus`, else to the first one. A letter typed after a key that
 * asked for a note must not fall on Close, nor on the page behind.
 */
export function useFocusReturn(stays = false): FocusReturn {
  const before = useRef<HTMLElement | null>(null);
  // The content that closes is not rendered again, so it asks what holds by then.
  const staying = useRef(stays);
  useLayoutEffect(() => {
    staying.current = stays;
  }, [stays]);
  return {
    onOpenAutoFocus(event) {
      before.current ??= focused();
      const marked = event.target instanceof Element && event.target.querySelector('[data-autofocus]');
      if (!(marked instanceof HTMLElement)) return;
      event.preventDefault();
      marked.focus();
    },
    onCloseAutoFocus(event) {
      if (staying.current) {
        event.preventDefault();
        return;
      }
      const opener = before.current;
      before.current = null;
      // Whoever closed it may have moved the focus on already.
      if (document.activeElement && document.activeElement !== document.body) {
        event.preventDefault();
        return;
      }
      // Gone with what was deleted: then where Radix leaves it is as good as any.
      if (!opener?.isConnected) return;
      event.preventDefault();
      opener.focus({ preventScroll: true });
    },
  };
}
