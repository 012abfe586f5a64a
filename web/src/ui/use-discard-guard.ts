import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '#contract/language.ts';

/** The answers to the question whether to discard entries. */
export const discardAnswers = { confirmLabel: t('Discard'), cancelLabel: t('Keep editing'), danger: true };

/**
 * Asks before a form with unsaved changes is closed or its page is left. Call `close` instead of closing the form,
 * and spread `dialog` on a ConfirmDialog. A form that is part of its page has nothing to close.
 */
export function useDiscardGuard(unsaved: boolean, onClose: () => void = () => undefined) {
  const [closing, setClosing] = useState(false);
  const navigation = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return {
    close: () => (unsaved ? setClosing(true) : onClose()),
    dialog: {
      open: closing || navigation.status === 'blocked',
      onOpenChange(open: boolean) {
        if (open) return;
        setClosing(false);
        navigation.reset?.();
      },
      onConfirm() {
        if (navigation.status === 'blocked') navigation.proceed();
        else onClose();
      },
      ...discardAnswers,
    },
  };
}
