import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { severities, severityLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { toDecimal } from '#contract/money.ts';
import { unitLabel } from '#contract/plan-lines.ts';
import { planItemPatchSchema, type PlanItem } from '#contract/plans.ts';
import { useChangeItem } from '#web/features/plans/api.ts';
import type { NextDecision } from '#web/features/plans/use-next-decision.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const formSchema = planItemPatchSchema.omit({ status: true });
type ModifyForm = UseFormReturn<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>;
const fields = [
  'title',
  'description',
  'quantity',
  'estimatedCost',
  'estimatedDays',
  'priority',
  'dueDate',
  'note',
] as const;

/** The quantity, due date, cost, days and priority. */
function FigureFields({ form, item }: { form: ModifyForm; item: PlanItem }) {
  const { register, formState } = form;
  const { errors, dirtyFields } = formState;
  const quantity = register('quantity', {
    onChange: () => {
      const units = Number(form.getValues('quantity'));
      if (!Number.isInteger(units) || units < 1) return;
      const share = units / item.quantity;
      // A preview of the values that the server will calculate. They are not sent, and entered values stay.
      if (!dirtyFields.estimatedCost) form.setValue('estimatedCost', toDecimal(Math.round(item.estimatedCost * share)));
      if (!dirtyFields.estimatedDays) form.setValue('estimatedDays', Math.max(1, Math.ceil(item.daysOnSite * share)));
    },
  });

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Quantity, {unit}', { unit: unitLabel(item.unit) })}
          required
          hint={t('Cost and days change with it unless you enter them')}
          error={errors.quantity?.message}
        >
          {(control) => <Input {...control} {...quantity} inputMode="numeric" />}
        </Field>
        <Field label={t('Due date')} required error={errors.dueDate?.message}>
          {(control) => <DatePicker {...control} {...register('dueDate')} />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('Cost, US dollars')} required error={errors.estimatedCost?.message}>
          {(control) => <Input {...control} {...register('estimatedCost')} inputMode="decimal" />}
        </Field>
        <Field label={t('Days on site')} required error={errors.estimatedDays?.message}>
          {(control) => <Input {...control} {...register('estimatedDays')} inputMode="numeric" />}
        </Field>
        <Field label={t('Priority')} required error={errors.priority?.message}>
          {(control) => (
            <Select {...control} {...register('priority')}>
              {severities.map((severity) => (
                <option key={severity} value={severity}>
                  {severityLabels[severity]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </>
  );
}

/** Modifies an item, which also approves it. */
export function ModifyDialog({ item, next, onClose }: { item: PlanItem; next: NextDecision; onClose: () => void }) {
  const formId = useId();
  const change = useChangeItem();
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: {
      title: item.title,
      description: item.description,
      estimatedCost: toDecimal(item.estimatedCost),
      estimatedDays: item.estimatedDays,
      priority: item.priority,
      quantity: item.quantity,
      dueDate: item.dueDate,
      note: item.note ?? '',
    },
  });
  const { register, formState } = form;
  const { errors, dirtyFields } = formState;

  const submit = form.handleSubmit((values) => {
    // Only changed fields are sent, because an entered cost or duration clears the calculated range or lead time.
    const sent = { ...values, estimatedCost: toDecimal(values.estimatedCost ?? item.estimatedCost) };
    const changed = Object.fromEntries(fields.filter((name) => dirtyFields[name]).map((name) => [name, sent[name]]));
    next.begin();
    change.mutate(
      { id: item.id, change: { ...changed, status: 'approved' } },
      {
        onSuccess: () => {
          toast({ title: t('Item modified and approved'), description: values.title });
          onClose();
        },
        onError: (error) => {
          next.cancel();
          showFieldErrors(form, error, fields);
        },
      },
    );
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('Modify item')}
        description={t('Saving also approves the item.')}
        shape="full"
        onInteractOutside={(event) => event.preventDefault()}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit" form={formId} pending={change.isPending}>
              {t('Save and approve')}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
          <Field label={t('Title')} required error={errors.title?.message}>
            {(control) => <Input {...control} {...register('title')} data-autofocus />}
          </Field>
          <Field label={t('Description')} required={false} error={errors.description?.message}>
            {(control) => <Textarea {...control} {...register('description')} rows={3} />}
          </Field>
          <FigureFields form={form} item={item} />
          <Field label={t('Note')} required={false} error={errors.note?.message} hint={t('For the owner')}>
            {(control) => <Textarea {...control} {...register('note')} rows={3} />}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
