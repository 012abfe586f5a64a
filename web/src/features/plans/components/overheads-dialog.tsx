import { useId, useState, type FormEvent } from 'react';
import { t } from '#contract/language.ts';
import { toDecimal } from '#contract/money.ts';
import { overheadLabels, overheads, planOverheadsInputSchema, type Overhead } from '#contract/plan-overheads.ts';
import type { Plan } from '#contract/plans.ts';
import { useSaveOverheads } from '#web/features/plans/lines-api.ts';
import { toast, toastError } from '#web/lib/toast.ts';
import { DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Input } from '#web/ui/input.tsx';

type Draft = Record<Overhead, string>;

/** Edits the overheads that are added to one plan's construction cost. */
export default function OverheadsDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const formId = useId();
  const save = useSaveOverheads(plan.id);
  const [before] = useState((): Draft => ({
    freightPercent: String(plan.overheads.freightPercent),
    contingencyPercent: String(plan.overheads.contingencyPercent),
    mobilization: toDecimal(plan.overheads.mobilization),
    designFeePercent: String(plan.overheads.designFeePercent),
    afterHoursPercent: String(plan.overheads.afterHoursPercent),
    regionalPercent: String(plan.overheads.regionalPercent),
  }));
  const [draft, setDraft] = useState(before);
  const [faults, setFaults] = useState<Partial<Draft>>({});
  const isChanged = overheads.some((name) => draft[name] !== before[name]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const result = planOverheadsInputSchema.safeParse(draft);
    const found: Partial<Draft> = {};
    for (const { path, message } of result.error?.issues ?? []) found[path[0] as Overhead] ??= message;
    setFaults(found);
    if (!result.success) {
      // Only after React has marked the invalid fields.
      requestAnimationFrame(() =>
        document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      );
      return;
    }
    save.mutate(
      { ...draft, from: before },
      {
        onSuccess: ({ property }) => {
          toast({ title: t('Overheads saved'), description: property.name });
          onClose();
        },
        onError: (error) => toastError(t('Overheads not saved'), error),
      },
    );
  }

  return (
    <GuardedDialog unsaved={isChanged && !save.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title={t('Overheads of this plan')}
          description={t('Percentages are of the construction cost. 0 turns a line off.')}
          shape="full"
          onInteractOutside={(event) => event.preventDefault()}
          footer={
            <FormButtons formId={formId} onCancel={close} pending={save.isPending}>
              {t('Save')}
            </FormButtons>
          }
        >
          <form id={formId} noValidate className="grid content-start gap-4 sm:grid-cols-2" onSubmit={submit}>
            {overheads.map((name, index) => (
              <Field
                key={name}
                label={overheadLabels[name]}
                hint={
                  name === 'regionalPercent'
                    ? t("For {state}, above the catalog's prices", { state: plan.property.state })
                    : undefined
                }
                error={faults[name]}
              >
                {(control) => (
                  <Input
                    {...control}
                    data-autofocus={index === 0 || undefined}
                    inputMode="decimal"
                    value={draft[name]}
                    onChange={(event) => {
                      setDraft((current) => ({ ...current, [name]: event.target.value }));
                      setFaults((current) => ({ ...current, [name]: undefined }));
                    }}
                  />
                )}
              </Field>
            ))}
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
