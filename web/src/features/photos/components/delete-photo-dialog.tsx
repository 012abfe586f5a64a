import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { useDeletePhoto } from '#web/features/photos/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { Scope } from '#web/lib/scope.ts';

interface DeletePhotoDialogProps {
  scope: Scope;
  /** Null while the dialog is closed. */
  photo: Photo | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Confirms the deletion of a photo, because it cannot be undone. */
export function DeletePhotoDialog({ scope, photo, onClose, onDeleted }: DeletePhotoDialogProps) {
  const remove = useDeletePhoto(scope);
  return (
    <ConfirmDialog
      open={photo !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('Delete this photo?')}
      description={t('The photo and its AI findings are deleted. This cannot be undone.')}
      confirmLabel={t('Delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => {
        if (photo) remove.mutate(photo.id, { onSuccess: onDeleted, onSettled: onClose });
      }}
    />
  );
}
