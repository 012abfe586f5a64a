import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState, type FormEvent } from 'react';
import { costUnits } from '#contract/cost-catalogue.ts';
import { findingCategoryLabels, severities, severityLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { lineClasses, lineClassLabels, spendingLabels, spendings } from '#contract/line-classes.ts';
import type { LineOptions } from '#contract/plan-line-input.ts';
import { lineLimits, unitLabel } from '#contract/plan-lines.ts';
import type { PlanItem } from '#contract/plans.ts';
import { maxRoomLength } from '#contract/rooms.ts';
import { DetailFields } from '#web/features/plans/components/detail-fields.tsx';
import {
  draftOf,
  inputOf,
  priceHint,
  pricingTemplate,
  sumText,
  templateDraft,
  type LineDraft,
  type LineFaults,
  type LineField,
  type Template,
} from '#web/features/plans/line-form.ts';
import { lineOptionsQuery, useSaveLine } from '#web/features/plans/lines-api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DatePicker } from '#web/ui/date-picker.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field, type FieldControlProps } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';

interface FormProps {
  draft: LineDraft;
  faults: LineFaults;
  set: (fields: Partial<LineDraft>) => void;
}

/** The value and change handler of a text field. */
const text = ({ draft, set }: FormProps, field: Exclude<LineField, 'pricedAs'>, control: FieldControlProps) => ({
  ...control,
  value: draft[field],
  onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
});

function Choice<Value extends string>({
  form,
  field,
  label,
  values,
  labelOf,
}: {
  form: FormProps;
  field: Exclude<LineField, 'pricedAs'>;
  label: string;
  values: readonly Value[];
  labelOf: (value: Value) => string;
}) {
  return (
    <Field label={label} required error={form.faults[field]}>
      {(control) => (
        <Select {...text(form, field, control)}>
          {values.map((value) => (
            <option key={value} value={value}>
              {labelOf(value)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The template from which a new line starts. */
function TemplateField({
  templates,
  onChoose,
}: {
  templates: readonly Template[];
  onChoose: (template: Template | undefined) => void;
}) {
  const option = ({ key, title, category }: Template) => (
    <option key={key} value={key}>
      {key.includes(' ') ? `${findingCategoryLabels[category]}: ${title}` : title}
    </option>
  );
  return (
    <Field
      label={t('Start from')}
      required={false}
      hint={t('A template fills in the fields below; change what differs')}
    >
      {(control) => (
        <Select
          {...control}
          data-autofocus
          onChange={(event) => onChoose(templates.find(({ key }) => key === event.target.value))}
        >
          <option value="">{t('An empty line')}</option>
          <optgroup label={t('Templates')}>{templates.filter(({ key }) => !key.includes(' ')).map(option)}</optgroup>
          <optgroup label={t('Cost catalog')}>{templates.filter(({ key }) => key.includes(' ')).map(option)}</optgroup>
        </Select>
      )}
    </Field>
  );
}

/** The area of the line, and its kind of cost. */
function PlaceFields({ form, areas }: { form: FormProps; areas: LineOptions['areas'] }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {areas.length > 0 && (
          <Field label={t('Area')} required={false} error={form.faults.areaSessionId}>
            {(control) => (
              <Select {...text(form, 'areaSessionId', control)}>
                <option value="">{t('Whole property')}</option>
                {areas.map(({ areaSessionId, name }) => (
                  <option key={areaSessionId} value={areaSessionId}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={t('Room or place')} required={false} error={form.faults.room}>
          {(control) => <Input {...text(form, 'room', control)} maxLength={maxRoomLength} />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          form={form}
          field="class"
          label={t('Class')}
          values={lineClasses}
          labelOf={(value) => lineClassLabels[value]}
        />
        <Choice
          form={form}
          field="spending"
          label={t('Spending')}
          values={spendings}
          labelOf={(value) => spendingLabels[value]}
        />
        <Choice
          form={form}
          field="priority"
          label={t('Priority')}
          values={severities}
          labelOf={(value) => severityLabels[value]}
        />
      </div>
    </>
  );
}

/** The quantity, price, days and due date. */
function FigureFields({ form, template }: { form: FormProps; template: Template | null }) {
  const { draft, faults } = form;
  const sum = sumText(draft, template?.unitCost ?? null);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('Quantity')} required error={faults.quantity}>
          {(control) => <Input {...text(form, 'quantity', control)} inputMode="numeric" />}
        </Field>
        <Choice form={form} field="unit" label={t('Unit')} values={costUnits} labelOf={unitLabel} />
        <Field
          label={t('Unit price (USD)')}
          required={!template || undefined}
          hint={priceHint(template, draft.unit)}
          error={faults.unitCost}
        >
          {(control) => <Input {...text(form, 'unitCost', control)} inputMode="decimal" />}
        </Field>
      </div>
      <p role="status" className="-mt-1 font-strong tabular-nums">
        {sum}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Days on site')}
          required={false}
          hint={template ? t('Leave empty to use the cost catalog') : t('At most {days}', { days: lineLimits.days })}
          error={faults.estimatedDays}
        >
          {(control) => <Input {...text(form, 'estimatedDays', control)} inputMode="numeric" />}
        </Field>
        <Field
          label={t('Lead time, days')}
          required={false}
          hint={template ? t('Leave empty to use the cost catalog') : undefined}
          error={faults.leadDays}
        >
          {(control) => <Input {...text(form, 'leadDays', control)} inputMode="numeric" />}
        </Field>
        <Field label={t('Due date')} required={false} hint={t('Empty: the end of its phase')} error={faults.dueDate}>
          {(control) => <DatePicker {...text(form, 'dueDate', control)} />}
        </Field>
      </div>
    </>
  );
}

function LineFields({
  form,
  options,
  isNew,
  template,
  onChoose,
}: {
  form: FormProps;
  options: LineOptions;
  isNew: boolean;
  template: Template | undefined;
  onChoose: (template: Template | undefined) => void;
}) {
  const { faults } = form;
  return (
    <>
      {isNew && <TemplateField templates={options.templates} onChoose={onChoose} />}
      <Field label={t('Title')} required error={faults.title}>
        {(control) => (
          <Input {...text(form, 'title', control)} data-autofocus={isNew ? undefined : true} maxLength={200} />
        )}
      </Field>
      <Field label={t('Required action')} required error={faults.recommendedAction}>
        {(control) => <Input {...text(form, 'recommendedAction', control)} maxLength={300} />}
      </Field>
      <Field label={t('Present condition')} required={false} error={faults.description}>
        {(control) => <Textarea {...text(form, 'description', control)} rows={2} maxLength={5000} />}
      </Field>
      <PlaceFields form={form} areas={options.areas} />
      <DetailFields draft={form.draft} set={form.set} sampleFault={faults.sample} />
      <FigureFields form={form} template={pricingTemplate(template, form.draft.unit)} />
    </>
  );
}

/** The validation errors of a server response, by field. */
const faultsIn = (error: unknown): LineFaults => (error instanceof ApiError ? (error.errors as LineFaults) : {});

interface LineDialogProps {
  planId: string;
  /** The line to edit; null adds a new one. */
  item: PlanItem | null;
  onClose: () => void;
}

/** Adds or edits a line that is not based on a finding. */
export default function LineDialog({ planId, item, onClose }: LineDialogProps) {
  const formId = useId();
  const options = useQuery(lineOptionsQuery(planId));
  const save = useSaveLine(planId, item?.id ?? null);
  const [initial] = useState(() => draftOf(item));
  const [basedOn] = useState(item?.changedAt);
  const [draft, setDraft] = useState(initial);
  const [faults, setFaults] = useState<LineFaults>({});
  const [template, setTemplate] = useState<Template>();
  const lastAttempt = useRef<{ id: string; text: string } | null>(null);
  const isChanged = (Object.keys(initial) as LineField[]).some((field) => draft[field] !== initial[field]);
  const guard = useDiscardGuard(isChanged && !save.isSuccess, onClose);

  function set(fields: Partial<LineDraft>) {
    // The unit decides whether the catalogue has a price, so a changed unit also clears the price error.
    const cleared = new Set([...Object.keys(fields), ...('unit' in fields ? ['unitCost'] : [])]);
    setDraft((current) => ({ ...current, ...fields }));
    setFaults((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !cleared.has(field))));
  }
  function showFaults(found: LineFaults) {
    setFaults(found);
    // Only after React has marked the invalid fields.
    requestAnimationFrame(() =>
      document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
    );
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const result = inputOf(draft, item && initial);
    if (result.faults) return showFaults(result.faults);
    // Sending the same line again reuses the id, because the first answer may have been lost.
    const text = JSON.stringify(result.input);
    if (lastAttempt.current?.text !== text) lastAttempt.current = { id: crypto.randomUUID(), text };
    save.mutate(
      { ...result.input, basedOn, ...(item ? {} : { id: lastAttempt.current.id }) },
      {
        onSuccess: ({ title }) => {
          toast({ title: item ? t('Line changed') : t('Line added'), description: title });
          onClose();
        },
        onError: (error) => {
          const found = faultsIn(error);
          if (Object.keys(found).length > 0) showFaults(found);
          else toastError(t('Line not saved'), error);
        },
      },
    );
  }

  return (
    <>
      <Dialog open onOpenChange={(open) => !open && guard.close()}>
        <DialogContent
          title={item ? t('Change the line') : t('Add a line')}
          description={t('Work that no photo shows, such as replacing the carpet of all rooms.')}
          shape="full"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <>
              <Button variant="secondary" onClick={guard.close}>
                {t('Cancel')}
              </Button>
              <Button type="submit" form={formId} disabled={!options.data} pending={save.isPending}>
                {item ? t('Save') : t('Add line')}
              </Button>
            </>
          }
        >
          {options.data ? (
            <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
              <LineFields
                form={{ draft, faults, set }}
                options={options.data}
                isNew={item === null}
                template={template}
                onChoose={(chosen) => {
                  setTemplate(chosen);
                  set(chosen ? templateDraft(chosen) : initial);
                }}
              />
            </form>
          ) : options.error ? (
            <ErrorState error={options.error} onRetry={() => void options.refetch()} />
          ) : (
            <SkeletonRows rows={5} className="px-0" label={t('Loading the templates')} />
          )}
        </DialogContent>
      </Dialog>
      <ConfirmDialog {...guard.dialog} title={t('Discard the line?')} description={t('What you typed is not saved.')} />
    </>
  );
}
