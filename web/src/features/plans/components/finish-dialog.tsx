import { Camera, Images, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { PlanItem } from '#contract/plans.ts';
import { RepairCamera } from '#web/features/photos/components/repair-camera.tsx';
import { useChangeItem } from '#web/features/plans/api.ts';
import type { NextDecision } from '#web/features/plans/use-next-decision.ts';
import { useAddWorkPhotos, useRemoveWorkPhoto } from '#web/features/plans/work-photos.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';

function WorkPhotos({ item, error }: { item: PlanItem; error: string | undefined }) {
  const add = useAddWorkPhotos(item);
  const remove = useRemoveWorkPhoto();
  const errorId = useId();
  const [camera, setCamera] = useState(false);
  const before = item.issue?.imageUrl;
  return (
    <div className="grid gap-2">
      <p className="font-medium">Photos from the same place</p>
      {item.completionPhotos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {item.completionPhotos.map((photo, index) => (
            <li key={photo.id} className="relative">
              <img
                src={photo.thumbnailUrl}
                alt={`Finished work ${index + 1}`}
                className="h-[84px] w-[112px] rounded-small bg-sunken object-cover"
              />
              <IconButton
                dense
                label={`Remove photo ${index + 1}`}
                className="absolute top-0.5 right-0.5 bg-surface"
                onClick={() => remove.mutate(photo.id)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {before && (
          <Button variant="secondary" disabled={add.isPending} onClick={() => setCamera(true)}>
            <Camera aria-hidden="true" />
            Take a photo
          </Button>
        )}
        <FileButton
          variant="secondary"
          accept="image/*"
          multiple
          className="justify-self-start"
          pending={add.isPending}
          aria-describedby={error ? errorId : undefined}
          onFiles={(files) => add.mutate(files)}
        >
          {!add.isPending && <Images aria-hidden="true" />}
          {item.completionPhotos.length > 0 ? 'Add another photo' : 'Add a photo'}
        </FileButton>
      </div>
      {camera && before && (
        <RepairCamera
          title={`Repair: ${item.title}`}
          before={before}
          onShot={(file) => add.mutate([file])}
          onClose={() => setCamera(false)}
        />
      )}
      {error && (
        <p id={errorId} role="alert" className="text-small font-medium text-critical">
          {error}
        </p>
      )}
    </div>
  );
}

interface FinishDialogProps {
  item: PlanItem;
  next: NextDecision;
  onClose: () => void;
}

/** Takes the proof of finished work: photos, what it cost, the invoice. */
export function FinishDialog({ item, next, onClose }: FinishDialogProps) {
  const formId = useId();
  const change = useChangeItem();
  const [values, setValues] = useState({ actualCost: '', invoice: '', note: '' });
  const [tried, setTried] = useState(false);
  // A photo is required only when a brand verifies.
  const reports = item.abilities.report;
  const missing =
    reports && tried && item.completionPhotos.length === 0 ? 'Add a photo of the finished work' : undefined;
  const errors = change.error instanceof ApiError ? change.error.errors : {};
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues((old) => ({ ...old, [name]: event.target.value }));

  function save() {
    setTried(true);
    if (reports && item.completionPhotos.length === 0) return;
    const given = Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []));
    next.begin();
    change.mutate(
      {
        id: item.id,
        change: { ...Object.fromEntries(given), status: reports ? 'awaiting_verification' : 'completed' },
      },
      {
        onSuccess: () => {
          toast({ title: reports ? 'Sent for verification' : 'Work completed', description: item.title });
          onClose();
        },
        onError: next.cancel,
      },
    );
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Finish the work"
        description={item.title}
        shape="full"
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" form={formId} pending={change.isPending}>
              {reports ? 'Send for verification' : 'Complete'}
            </Button>
          </>
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
          <WorkPhotos item={item} error={missing} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Actual cost, US dollars" required={false} error={errors['actualCost']}>
              {(control) => (
                <Input {...control} inputMode="decimal" value={values.actualCost} onChange={set('actualCost')} />
              )}
            </Field>
            <Field label="Invoice number" required={false} error={errors['invoice']}>
              {(control) => <Input {...control} value={values.invoice} onChange={set('invoice')} />}
            </Field>
          </div>
          <Field label="Note" required={false} hint={reports ? 'For the brand' : undefined}>
            {(control) => (
              <Textarea {...control} rows={3} maxLength={2000} value={values.note} onChange={set('note')} />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
