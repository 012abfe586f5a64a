import { useId, useState } from 'react';
import { t } from '#contract/language.ts';
import { proofPhotosOf } from '#contract/plan-lines.ts';
import type { PlanItem } from '#contract/plans.ts';
import { useChangeItem } from '#web/features/plans/api.ts';
import { useWorkPhotos, WorkPhotos } from '#web/features/plans/components/work-photos.tsx';
import type { NextDecision } from '#web/features/plans/use-next-decision.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { DictatedTextarea } from '#web/ui/dictated-textarea.tsx';
import { FormButtons } from '#web/ui/form-buttons.tsx';
import { GuardedDialog } from '#web/ui/guarded-dialog.tsx';
import { Input } from '#web/ui/input.tsx';

interface FinishDialogProps {
  item: PlanItem;
  next: NextDecision;
  onClose: () => void;
}

/** Collects the proof of completed work: photos, its cost and the invoice. */
export function FinishDialog({ item, next, onClose }: FinishDialogProps) {
  const formId = useId();
  const change = useChangeItem();
  const [values, setValues] = useState({ actualCost: '', invoice: '', note: '' });
  const [tried, setTried] = useState(false);
  const reports = item.abilities.report;
  const photos = useWorkPhotos(item);
  // No brand verifies an owner's own plan, so the reason for a missing photo is kept instead.
  const proofs = proofPhotosOf(item.completionPhotos, item);
  const needsNote = !reports && photos.waiting.length === 0 && proofs.length === 0;
  const missing =
    photos.waiting.length > 0
      ? t('Wait until every photo is sent, or remove it')
      : proofs.length > 0
        ? undefined
        : reports
          ? item.completionPhotos.length > 0
            ? t('Add a new photo: these are from before the work was returned')
            : t('Add a photo of the finished work')
          : values.note.trim() === ''
            ? t('Add a photo of the finished work, or write in the note why there is none')
            : undefined;
  const isTyped = Object.values(values).some((value) => value.trim() !== '');
  const errors = change.error instanceof ApiError ? change.error.errors : {};
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues((old) => ({ ...old, [name]: event.target.value }));

  function save() {
    setTried(true);
    if (missing) return;
    const given = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []));
    next.begin();
    change.mutate(
      {
        id: item.id,
        change: { ...Object.fromEntries(given), status: reports ? 'awaiting_verification' : 'completed' },
      },
      {
        onSuccess: () => {
          toast({ title: reports ? t('Sent for verification') : t('Work completed'), description: t(item.title) });
          onClose();
        },
        onError: next.cancel,
      },
    );
  }

  return (
    <GuardedDialog unsaved={isTyped && !change.isSuccess} onClose={onClose}>
      {(close) => (
        <DialogContent
          title={t('Finish the work')}
          description={t(item.title)}
          shape="full"
          footer={
            <FormButtons formId={formId} onCancel={close} pending={change.isPending}>
              {reports ? t('Send for verification') : t('Complete')}
            </FormButtons>
          }
        >
          <form
            id={formId}
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <WorkPhotos item={item} photos={photos} error={tried ? missing : undefined} />
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('Actual cost, US dollars')} required={false} error={errors['actualCost']}>
                {(control) => (
                  <Input {...control} inputMode="decimal" value={values.actualCost} onChange={set('actualCost')} />
                )}
              </Field>
              <Field label={t('Invoice number')} required={false} error={errors['invoice']}>
                {(control) => <Input {...control} value={values.invoice} onChange={set('invoice')} />}
              </Field>
            </div>
            <Field
              label={t('Note')}
              required={needsNote}
              hint={reports ? t('For the brand') : needsNote ? t('Say why there is no photo, or add one.') : undefined}
            >
              {(control) => (
                <DictatedTextarea {...control} rows={3} maxLength={2000} value={values.note} onChange={set('note')} />
              )}
            </Field>
          </form>
        </DialogContent>
      )}
    </GuardedDialog>
  );
}
