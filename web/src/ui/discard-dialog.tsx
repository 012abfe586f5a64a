import type { ComponentProps } from 'react';
import { t } from '#contract/language.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Asks before typed text is lost; takes the `dialog` of useDiscardGuard. */
export function DiscardDialog(dialog: Omit<ComponentProps<typeof ConfirmDialog>, 'title' | 'description'>) {
  return (
    <ConfirmDialog {...dialog} title={t('Discard your entries?')} description={t('What you typed is not saved.')} />
  );
}
