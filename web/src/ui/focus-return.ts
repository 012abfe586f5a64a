import { useLayoutEffect, useRef } from 'react';

/** The focused element. For a menu item, the button of its menu, because the menu is about to close. */
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
 * Returns the focus to the element that had it before a dialog opened; Radix does this only for dialogs with a
 * trigger. With `stays`, other content of the same dialog replaces the closing content, so the focus is not returned.
 * On opening, the focus moves to the control marked `data-autofocus`, otherwise to the first control, so that typing
 * goes into the form.
 */
export function useFocusReturn(stays = false): FocusReturn {
  const before = useRef<HTMLElement | null>(null);
  // A ref, because the closing content is not rendered again with new props.
  const keepsFocusRef = useRef(stays);
  useLayoutEffect(() => {
    keepsFocusRef.current = stays;
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
      if (keepsFocusRef.current) {
        event.preventDefault();
        return;
      }
      // The opener may have been deleted; then the dialog behind this one gets the focus.
      const opener = before.current?.isConnected
        ? before.current
        : [...document.querySelectorAll<HTMLElement>('[role=dialog][data-state=open]')].at(-1);
      before.current = null;
      // The code that closed the dialog may have moved the focus.
      if (document.activeElement && document.activeElement !== document.body) {
        event.preventDefault();
        return;
      }
      // Without one, Radix decides where the focus moves.
      if (!opener) return;
      event.preventDefault();
      opener.focus({ preventScroll: true });
    },
  };
}
