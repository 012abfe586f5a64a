import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import type { InspectionCase } from '#contract/cases.ts';
import { dueDateOf, formatDueDate, localDate } from '#contract/due-dates.ts';
import { useChangeDueDate } from '#web/features/cases/admin-api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Textarea } from '#web/ui/input.tsx';

const schema = z.object({
  dueDate: z.string().min(1, 'Due date is required'),
  reason: z.string().max(500, 'At most 500 characters'),
});

/** Changes the due date of a case. The owner is told the new date and the reason. */
export function DueDateDialog({ item, onClose }: { item: InspectionCase; onClose: () => void }) {
  const formId = useId();
  const change = useChangeDueDate(item.id);
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { dueDate: dueDateOf(item.dueDate), reason: '' },
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(({ dueDate, reason }) =>
    change.mutate(
      { dueDate, reason: reason.trim() || undefined },
      { onSuccess: onClose, onError: (error) => showFieldErrors(form, error, ['dueDate', 'reason']) },
    ),
  );
  return (
    <GuardedDialog unsaved={isDirty && !change.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title="Change Due Date"
          description={`Due ${formatDueDate(dueDateOf(item.dueDate))}. The owner gets the new date and your reason by e-mail.`}
          size="sm"
          footer={
            <FormButtons formId={formId} onCancel={close} pending={change.isPending}>
              Change Due Date
            </FormButtons>
          }
        >
          <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
            <Field label="New Due Date" required error={errors.dueDate?.message}>
              {(control) => <DatePicker {...control} {...form.register('dueDate')} min={localDate(new Date())} />}
            </Field>
            <Field label="Reason" required={false} error={errors.reason?.message}>
              {(control) => <Textarea {...control} {...form.register('reason')} rows={3} />}
            </Field>
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
