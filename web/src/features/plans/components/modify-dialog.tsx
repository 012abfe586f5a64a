import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { severities, severityLabels } from '#contract/finding-categories.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import { toDecimal } from '#contract/money.ts';
import { unitLabel } from '#contract/plan-lines.ts';
import { planItemPatchSchema, type PlanItem, type PlanItemPatch } from '#contract/plans.ts';
import { useChangeItem } from '#web/features/plans/api.ts';
import { DetailFields } from '#web/features/plans/components/detail-fields.tsx';
import { detailInput, detailsOf, sampledQuantity, type DetailDraft } from '#web/features/plans/detail-form.ts';
import type { NextDecision } from '#web/features/plans/use-next-decision.ts';
import { useDesk } from '#web/features/plans/use-plan-desk.ts';
import { maxRoomLength } from '#contract/rooms.ts';
import { showFieldErrors } from '#web/lib/forms.ts';
import { DialogContent } from '#web/ui/dialog.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

const formSchema = planItemPatchSchema.pick({
  title: true,
  description: true,
  quantity: true,
  estimatedCost: true,
  estimatedDays: true,
  priority: true,
  dueDate: true,
  leadDays: true,
  room: true,
  note: true,
});
type ModifyForm = UseFormReturn<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>;
const fields = [
  'title',
  'description',
  'quantity',
  'estimatedCost',
  'estimatedDays',
  'priority',
  'dueDate',
  'leadDays',
  'room',
  'note',
] as const;

/** The details that differ from the item's, because what is not sent stays. */
function changedDetails(item: PlanItem, draft: DetailDraft): Partial<ReturnType<typeof detailInput>> {
  const [before, after] = [detailInput(detailsOf(item)), detailInput(draft)];
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    ),
  );
}

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
        <Field
          label={t('Due date')}
          required
          hint={t('Not before {date}', { date: formatDueDate(item.earliestDueDate) })}
          error={errors.dueDate?.message}
        >
          {(control) => <DatePicker {...control} {...register('dueDate')} />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Cost, US dollars')} required error={errors.estimatedCost?.message}>
          {(control) => <Input {...control} {...register('estimatedCost')} inputMode="decimal" />}
        </Field>
        <Field label={t('Days on site')} required error={errors.estimatedDays?.message}>
          {(control) => <Input {...control} {...register('estimatedDays')} inputMode="numeric" />}
        </Field>
        <Field label={t('Lead time, days')} required error={errors.leadDays?.message}>
          {(control) => <Input {...control} {...register('leadDays')} inputMode="numeric" />}
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
  const { decisions } = useDesk();
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
      leadDays: item.leadDays,
      room: item.room ?? '',
      note: item.note ?? '',
    },
  });
  const { register, formState } = form;
  const { errors, dirtyFields } = formState;
  const [basedOn] = useState(item.changedAt);
  const [details, setDetails] = useState(() => detailsOf(item));
  const [sampleFault, setSampleFault] = useState<string>();
  const isChanged = formState.isDirty || Object.keys(changedDetails(item, details)).length > 0;

  const submit = form.handleSubmit((values) => {
    const given = changedDetails(item, details);
    if (given.sample && !sampledQuantity(details)) {
      setSampleFault(t('Enter three whole numbers, from the smallest to the largest'));
      return;
    }
    // Only changed fields are sent, because an entered cost or duration clears the calculated range or lead time.
    const sent = { ...values, estimatedCost: toDecimal(values.estimatedCost ?? item.estimatedCost) };
    const changed = Object.fromEntries(fields.filter((name) => dirtyFields[name]).map((name) => [name, sent[name]]));
    next.begin();
    change.mutate(
      { id: item.id, change: { ...changed, ...given, basedOn, status: 'approved' } as PlanItemPatch },
      {
        onSuccess: (saved) => {
          decisions.announce(item.status === 'pending' ? t('Item modified and approved') : t('Item modified'), saved);
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
    <GuardedDialog unsaved={isChanged && !change.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title={t('Modify item')}
          description={t('Saving also approves the item.')}
          shape="full"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={close} pending={change.isPending}>
              {t('Save and approve')}
            </FormButtons>
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
            <Field label={t('Room or place')} required={false} error={errors.room?.message}>
              {(control) => <Input {...control} {...register('room')} maxLength={maxRoomLength} />}
            </Field>
            <DetailFields
              draft={details}
              sampleFault={sampleFault}
              set={(given) => {
                setDetails((old) => ({ ...old, ...given }));
                setSampleFault(undefined);
              }}
            />
            <Field label={t('Note')} required={false} error={errors.note?.message} hint={t('For the owner')}>
              {(control) => <Textarea {...control} {...register('note')} rows={3} />}
            </Field>
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
