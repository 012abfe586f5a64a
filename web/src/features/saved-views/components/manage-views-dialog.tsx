import { zodResolver } from '@hookform/resolvers/zod';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { savedViewNameSchema, type SavedView } from '#contract/saved-views.ts';
import { useDeleteView, useRenameView } from '#web/features/saved-views/api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input } from '#web/ui/input.tsx';

function RenameForm({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const rename = useRenameView();
  const form = useForm({ resolver: zodResolver(savedViewNameSchema), defaultValues: { name: view.name } });
  const submit = form.handleSubmit(({ name }) =>
    rename.mutate(
      { id: view.id, name },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!showFieldErrors(form, error, ['name'])) toastError(t('Not renamed'), error);
        },
      },
    ),
  );
  return (
    <form noValidate className="grid gap-2.5 py-2.5" onSubmit={submit}>
      <Field label={t('New name of {name}', { name: view.name })} required error={form.formState.errors.name?.message}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked to type here */}
        {(control) => <Input {...control} {...form.register('name')} maxLength={60} autoComplete="off" autoFocus />}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" pending={rename.isPending}>
          {t('Rename')}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Renames and deletes the saved views of a list. */
export function ManageViewsDialog({ views, onClose }: { views: readonly SavedView[]; onClose: () => void }) {
  const [renaming, setRenaming] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<SavedView | null>(null);
  const remove = useDeleteView();
  return (
    <>
      <Dialog open onOpenChange={(open) => !open && onClose()}>
        <DialogContent title={t('Your Saved Views')} size="sm">
          {views.length === 0 ? (
            <p className="text-ink-2">{t('None are left.')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {views.map((view) => (
                <li key={view.id}>
                  {renaming === view.id ? (
                    <RenameForm view={view} onClose={() => setRenaming(null)} />
                  ) : (
                    <div className="flex items-center gap-1 py-1">
                      <span className="min-w-0 flex-1 break-words">{view.name}</span>
                      <IconButton label={t('Rename {name}', { name: view.name })} onClick={() => setRenaming(view.id)}>
                        <Pencil aria-hidden="true" />
                      </IconButton>
                      <IconButton label={t('Delete {name}', { name: view.name })} onClick={() => setDeleting(view)}>
                        <Trash2 aria-hidden="true" />
                      </IconButton>
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )}
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete the view {name}?', { name: deleting?.name ?? '' })}
        description={t('Only the saved view is deleted, not what it shows.')}
        confirmLabel={t('Delete view')}
        cancelLabel={t('Keep view')}
        danger
        pending={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting, { onSettled: () => setDeleting(null) })}
      />
    </>
  );
}
