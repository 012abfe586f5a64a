import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import {
  findingCategories,
  findingCategoryLabels,
  severities,
  severityLabels,
  type FindingCategory,
  type Severity,
} from '#contract/finding-categories.ts';
import { findingInputSchema } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { maxPlaceLength } from '#contract/places.ts';
import { maxRoomLength } from '#contract/rooms.ts';
import { noPlace } from '#web/lib/current-place.ts';
import { ClassChips } from './class-chips.tsx';
import { Field } from '#web/ui/field.tsx';
import { DictatedTextarea } from '#web/ui/dictated-textarea.tsx';
import { Input } from '#web/ui/input.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';

const formSchema = findingInputSchema.pick({
  title: true,
  description: true,
  severity: true,
  category: true,
  recommendedAction: true,
  building: true,
  floor: true,
  room: true,
});
export type FindingValues = z.output<typeof formSchema>;

interface FindingFormProps {
  /** The form's id, for a submit button outside the form. */
  id: string;
  values: Partial<FindingValues>;
  /** The most likely classes, the likeliest first. */
  likely?: readonly FindingCategory[];
  onSeverity?: (severity: Severity) => void;
  /** Called with each entry. */
  onEntry: () => void;
  onSubmit: (values: FindingValues) => void;
}

const categories = [...findingCategories].sort((a, b) =>
  a === 'other' ? 1 : b === 'other' ? -1 : findingCategoryLabels[a].localeCompare(findingCategoryLabels[b]),
);

/** The form of a finding. */
export function FindingForm({ id, values, likely = [], onSeverity, onEntry, onSubmit }: FindingFormProps) {
  const form = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { title: '', description: '', recommendedAction: '', ...noPlace, ...values },
  });
  const {
    register,
    formState: { errors, dirtyFields },
  } = form;
  // The title follows the category until a person edits the title.
  const nameByCategory = () => {
    const chosen = form.getValues('category');
    if (!values.title && !dirtyFields.title && chosen) form.setValue('title', findingCategoryLabels[chosen]);
  };
  const category = register('category', { onChange: nameByCategory });
  const chosenCategory = useWatch({ control: form.control, name: 'category' });
  const severity = register('severity', {
    onChange: () => onSeverity?.(form.getValues('severity')),
  });
  return (
    <form id={id} noValidate className="grid gap-4" onInput={onEntry} onSubmit={form.handleSubmit(onSubmit)}>
      <div className="grid gap-1.5">
        <Segmented
          legend={t('Severity')}
          choices={severities.map((value) => ({ value, label: severityLabels[value] }))}
          input={severity}
          className="[&_label]:px-1.5"
        />
        {errors.severity && <p className="text-small font-medium text-critical">{t('Choose a severity')}</p>}
      </div>
      <ClassChips
        likely={likely}
        chosen={chosenCategory}
        onChoose={(chosen) => {
          onEntry();
          form.setValue('category', chosen, { shouldDirty: true, shouldValidate: true });
          nameByCategory();
        }}
      />
      <Field label={t('Category')} required error={errors.category ? t('Choose a category') : undefined}>
        {(control) => (
          <Select {...control} {...category} defaultValue={values.category ?? ''}>
            <option value="" disabled>
              {t('Choose a category')}
            </option>
            {categories.map((value) => (
              <option key={value} value={value}>
                {findingCategoryLabels[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Title')} required error={errors.title?.message}>
        {(control) => <Input {...control} {...register('title')} autoComplete="off" />}
      </Field>
      <Field
        label={t('Description')}
        required={false}
        hint={t('What is seen, where, and how large')}
        error={errors.description?.message}
      >
        {(control) => <DictatedTextarea {...control} {...register('description')} rows={3} />}
      </Field>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,0.8fr)_minmax(0,1.6fr)] gap-2.5">
        <Field label={t('Building')} error={errors.building?.message}>
          {(control) => <Input {...control} {...register('building')} autoComplete="off" maxLength={maxPlaceLength} />}
        </Field>
        <Field label={t('Floor')} error={errors.floor?.message}>
          {(control) => <Input {...control} {...register('floor')} autoComplete="off" maxLength={maxPlaceLength} />}
        </Field>
        <Field label={t('Room or place')} error={errors.room?.message}>
          {(control) => <Input {...control} {...register('room')} autoComplete="off" maxLength={maxRoomLength} />}
        </Field>
      </div>
      <Field
        label={t('Required action')}
        required={false}
        hint={t('What repairs it. Leave empty to use the cost catalog.')}
        error={errors.recommendedAction?.message}
      >
        {(control) => <Input {...control} {...register('recommendedAction')} autoComplete="off" />}
      </Field>
    </form>
  );
}
