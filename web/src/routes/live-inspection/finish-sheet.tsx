import { useState, type ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { formatTimestamp, plural } from '#contract/texts.ts';
import { undecidedText, useUndecidedReason } from '#web/features/areas/components/undecided-reason.tsx';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { useSubmitInspection } from '#web/features/inspections/api.ts';
import type { RecorderState } from '#web/features/recordings/recorder.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

interface FinishSheetProps {
  inspection: Inspection;
  recorder: RecorderState;
  /** The number of photos that are not uploaded yet; the inspection can only be submitted once there are none. */
  photosWaiting: number;
  /** Ends and saves the recording; throws if that fails. */
  onSave: () => Promise<void>;
  /** Opens the review once the recording is saved. */
  onDone: () => void;
  onClose: () => void;
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-strong">{children}</dd>
    </div>
  );
}

/** A summary of what was recorded, with Review First and Submit. */
export function FinishSheet({ inspection, recorder, photosWaiting, onSave, onDone, onClose }: FinishSheetProps) {
  const online = useOnline();
  const { data: findings = [] } = useFindings({ of: 'inspections', id: inspection.id });
  const { field, reason, ready } = useUndecidedReason(undecidedText(inspection, findings));
  const submit = useSubmitInspection(inspection.id);
  const [saving, setSaving] = useState<'review' | 'submit' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function finish(next: 'review' | 'submit') {
    if (next === 'submit' && !ready()) return;
    setSaving(next);
    setProblem(null);
    try {
      await onSave();
    } catch (error) {
      console.warn('The recording was not saved', error);
      setProblem(uploadProblem(error));
      setSaving(null);
      return;
    }
    if (next === 'review') return onDone();
    submit.mutate(reason, { onSuccess: onDone, onError: () => setSaving(null) });
  }

  const percent = recorder.totalBytes === 0 ? 100 : (recorder.sentBytes / recorder.totalBytes) * 100;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open && saving === null) onClose();
      }}
    >
      <SheetContent
        title={t('Finish the inspection')}
        description={t('Review it first, or submit it now.')}
        footer={
          <>
            <Button
              variant="secondary"
              pending={saving === 'review'}
              disabled={saving !== null}
              onClick={() => void finish('review')}
            >
              {t('Review First')}
            </Button>
            <Button
              pending={saving === 'submit'}
              disabled={saving !== null || photosWaiting > 0 || !inspection.abilities.submit}
              onClick={() => void finish('submit')}
            >
              {t('Submit for Review')}
            </Button>
          </>
        }
      >
        <dl className="divide-y divide-line">
          <Figure label={t('Recording')}>{formatTimestamp(recorder.seconds)}</Figure>
          <Figure label={t('Checks')}>
            {t('{itemsChecked} of {totalItems}', {
              itemsChecked: inspection.itemsChecked,
              totalItems: inspection.totalItems,
            })}
          </Figure>
          <Figure label={t('Photos')}>
            {plural(inspection.photoCount, 'photo')}
            {photosWaiting > 0 && t(', {photosWaiting} not uploaded yet', { photosWaiting })}
          </Figure>
          <Figure label={t('Findings')}>{plural(inspection.issuesDetected, 'open finding')}</Figure>
        </dl>
        {field && <div className="pt-3">{field}</div>}
        {saving !== null && recorder.unfinished && (
          <div role="status" className="grid gap-1.5 pt-3">
            <span className="text-small">
              {online ? t('Saving the recording…') : t('Saving the recording. It resumes when you are back online.')}
            </span>
            <Progress value={percent} label={t('Recording sent')} />
          </div>
        )}
        {photosWaiting > 0 && saving === null && (
          <p role="status" className="mt-3 rounded-control bg-medium-soft px-3 py-2 text-medium">
            {t(
              '{photos} still uploading. You can submit once they are saved. Retry or remove failed photos in the queue.',
              { photos: plural(photosWaiting, 'photo') },
            )}
          </p>
        )}
        {problem && (
          <p role="alert" className="mt-3 rounded-control bg-critical-soft px-3 py-2 text-critical">
            {t(
              'The recording could not be saved: {problem}. It is stored on this device. Try again when you are online.',
              { problem },
            )}
          </p>
        )}
      </SheetContent>
    </Sheet>
  );
}
