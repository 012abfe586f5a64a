import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { Inspection } from '#contract/inspections.ts';
import { useFlag } from '#web/features/monitoring/api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';

const formSchema = z.object({ note: z.string().trim().max(2000, 'At most 2000 characters') });

/** Flags an inspection for another reviewer, or edits the flag's note. */
export function FlagDialog({ inspection, onClose }: { inspection: Inspection; onClose: () => void }) {
  const formId = useId();
  const flag = useFlag();
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { note: inspection.flag?.note ?? '' },
  });
  const submit = form.handleSubmit(({ note }) =>
    flag.mutate(
      { inspection, note },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, error, ['note']) },
    ),
  );
  return (
    <GuardedDialog unsaved={form.formState.isDirty && !flag.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title="Flag for Review"
          description={`${inspection.propertyName} - ${inspection.area}. Other reviewers are notified; the owner is not.`}
          shape="sheet"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={close} pending={flag.isPending}>
              {inspection.flag ? 'Save Note' : 'Flag for Review'}
            </FormButtons>
          }
        >
          <form id={formId} noValidate onSubmit={submit}>
            <Field
              label="Note"
              required={false}
              error={form.formState.errors.note?.message}
              hint="What should the second reviewer look at?"
            >
              {(control) => <Textarea {...control} {...form.register('note')} rows={4} data-autofocus />}
            </Field>
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
