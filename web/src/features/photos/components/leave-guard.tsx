import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { unsavedUploads, unfinished, type UploadItem } from '#web/features/photos/upload/upload-queue.ts';
import { useKeepPage } from '#web/lib/session-end.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

/** Warns before leaving the page would lose uploads that the device cannot store. */
export function LeaveGuard({ uploads }: { uploads: readonly UploadItem[] }) {
  const waiting = unsavedUploads(uploads).length;
  useKeepPage(unfinished(uploads).length > 0);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => waiting > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => waiting > 0,
    withResolver: true,
  });
  // All uploads were saved while the dialog was open, so the page can be left.
  const { status, proceed } = blocker;
  useEffect(() => {
    if (status === 'blocked' && waiting === 0) proceed();
  }, [status, proceed, waiting]);
  return (
    <ConfirmDialog
      open={status === 'blocked' && waiting > 0}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t('Leave while photos are uploading?')}
      description={t('{photos} not saved yet and would be lost.', {
        photos: plural(waiting, 'photo is', 'photos are'),
      })}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
