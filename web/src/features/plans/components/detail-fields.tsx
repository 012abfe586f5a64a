import { horizons, detailLimits } from '#contract/plan-line-details.ts';
import { t } from '#contract/language.ts';
import { sampledQuantity, type DetailDraft } from '#web/features/plans/detail-form.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

interface DetailFieldsProps {
  draft: DetailDraft;
  set: (fields: Partial<DetailDraft>) => void;
  /** Of the sample as a whole. */
  sampleFault?: string;
}

interface TextProps extends DetailFieldsProps {
  field: keyof DetailDraft;
  label: string;
  hint?: string;
  maxLength?: number;
  numeric?: boolean;
  error?: string;
}

const Text = ({ draft, set, field, label, hint, maxLength, numeric, error }: TextProps) => (
  <Field label={label} required={false} hint={hint} error={error}>
    {(control) => (
      <Input
        {...control}
        maxLength={maxLength}
        inputMode={numeric ? 'numeric' : undefined}
        value={draft[field]}
        onChange={(event) => set({ [field]: event.target.value })}
      />
    )}
  </Field>
);

/** Where the line is, what asks for it, who does it, by when, and what its quantity was extrapolated from. */
export function DetailFields(props: DetailFieldsProps) {
  const { draft, set } = props;
  const sampled = sampledQuantity(draft);
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Text {...props} field="building" label={t('Building')} maxLength={detailLimits.place} />
        <Text {...props} field="floor" label={t('Floor')} maxLength={detailLimits.place} />
        <Text {...props} field="standard" label={t('Standard reference')} maxLength={detailLimits.standard} />
        <Text {...props} field="responsible" label={t('Responsible party')} maxLength={detailLimits.responsible} />
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">{t('Sample')}</legend>
        <div className="grid grid-cols-3 gap-4">
          <Text {...props} field="sampleFound" label={t('Found in')} numeric error={props.sampleFault} />
          <Text {...props} field="sampleOf" label={t('Looked at')} numeric />
          <Text {...props} field="sampleAll" label={t('In all')} numeric />
        </div>
        <p aria-live="polite" className="text-small text-ink-2 tabular-nums">
          {sampled ? sampled.text : t('With a sample, the quantity is worked out from it.')}
        </p>
      </fieldset>
      <Field label={t('To be done')} required={false}>
        {(control) => (
          <Select
            {...control}
            value={draft.horizonMonths}
            onChange={(event) => set({ horizonMonths: event.target.value })}
          >
            <option value="">{t('In the window of its priority')}</option>
            {horizons.map((months) => (
              <option key={months} value={months}>
                {t('Within {months} months', { months })}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
