import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { t } from '#contract/language.ts';
import { savedViewNameSchema, type SavedList, type SavedSearch } from '#contract/saved-views.ts';
import { useSaveView } from '#web/features/saved-views/api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toastError } from '#web/lib/toast.ts';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Input } from '#web/ui/input.tsx';

interface SaveViewDialogProps {
  list: SavedList;
  search: SavedSearch;
  onClose: () => void;
}

/** Saves the current search, filters and sort order under a name. */
export function SaveViewDialog({ list, search, onClose }: SaveViewDialogProps) {
  const formId = useId();
  const save = useSaveView();
  const form = useForm({ resolver: zodResolver(savedViewNameSchema), defaultValues: { name: '' } });
  const submit = form.handleSubmit(({ name }) =>
    save.mutate(
      { list, name, search },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (!showFieldErrors(form, error, ['name'])) toastError(t('Not saved'), error);
        },
      },
    ),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('Save This View')}
        description={t('Saves the search, filters and sort order. Only you can see it.')}
        size="sm"
        footer={
          <FormButtons formId={formId} onCancel={onClose} pending={save.isPending}>
            {t('Save')}
          </FormButtons>
        }
      >
        <form id={formId} noValidate onSubmit={submit}>
          <Field label={t('Name')} required error={form.formState.errors.name?.message}>
            {(control) => <Input {...control} {...form.register('name')} maxLength={60} autoComplete="off" />}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
