import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { repeatInputSchema, type CasePage } from '#contract/case-page.ts';
import { parseNumber } from '#contract/common.ts';
import { addDays, addMonths, localDate } from '#contract/due-dates.ts';
import { useSetRepeat } from '#web/features/cases/admin-api.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { Input } from '#web/ui/input.tsx';

const { everyMonths, dueAfterDays, nextOn } = repeatInputSchema.shape;
const typed = (number: z.ZodNumber) => z.string().transform(parseNumber).pipe(number);
const schema = z.object({ everyMonths: typed(everyMonths), dueAfterDays: typed(dueAfterDays), nextOn });
const usual = { everyMonths: 6, dueAfterDays: 30 };

/** Sets or changes how often the inspection of a case is repeated. */
export function RepeatDialog({ page: { case: item, repeat }, onClose }: { page: CasePage; onClose: () => void }) {
  const formId = useId();
  const save = useSetRepeat(item.id);
  const [today] = useState(() => localDate(new Date()));
  const values = repeat ?? { ...usual, nextOn: addMonths(today, usual.everyMonths) };
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { ...values, everyMonths: `${values.everyMonths}`, dueAfterDays: `${values.dueAfterDays}` },
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((input) =>
    save.mutate(input, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form, error, ['everyMonths', 'dueAfterDays', 'nextOn']),
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Repeat Inspection"
        description="A new case with the same type, requirements and notes opens by itself. The owner gets it by e-mail."
        size="sm"
        footer={
          <FormButtons formId={formId} onCancel={onClose} pending={save.isPending}>
            Save
          </FormButtons>
        }
      >
        <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
          <Field label="Every (months)" required error={errors.everyMonths?.message}>
            {(control) => <Input {...control} {...form.register('everyMonths')} inputMode="numeric" />}
          </Field>
          <Field label="Next on" required error={errors.nextOn?.message}>
            {(control) => <DatePicker {...control} {...form.register('nextOn')} min={addDays(today, 1)} />}
          </Field>
          <Field label="Due after (days)" required error={errors.dueAfterDays?.message}>
            {(control) => <Input {...control} {...form.register('dueAfterDays')} inputMode="numeric" />}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
