import { useState, type ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { useSubmitInspection } from '#web/features/inspections/api.ts';
import type { RecorderState } from '#web/features/recordings/recorder.ts';
import { formatTimestamp, plural } from '#web/lib/format.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

interface FinishSheetProps {
  inspection: Inspection;
  recorder: RecorderState;
  /** Photos that are not saved yet: the reviewer would never see them. */
  photosWaiting: number;
  /** Ends the recording and keeps it; throws where that fails. */
  onSave: () => Promise<void>;
  /** Leads to the review; the recording is kept. */
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

/** What there is, and the two ways on: to the review as the owner, or straight to the reviewer. */
export function FinishSheet({ inspection, recorder, photosWaiting, onSave, onDone, onClose }: FinishSheetProps) {
  const online = useOnline();
  const submit = useSubmitInspection(inspection.id);
  const [saving, setSaving] = useState<'review' | 'submit' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function finish(way: 'review' | 'submit') {
    setSaving(way);
    setProblem(null);
    try {
      await onSave();
    } catch (error) {
      console.warn('The recording was not saved', error);
      setProblem(uploadProblem(error));
      setSaving(null);
      return;
    }
    if (way === 'review') return onDone();
    submit.mutate(undefined, { onSuccess: onDone, onError: () => setSaving(null) });
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
        title="Finish the inspection"
        description="Review it yourself before it goes to the reviewer, or submit it as it is."
        footer={
          <>
            <Button
              variant="secondary"
              pending={saving === 'review'}
              disabled={saving !== null}
              onClick={() => void finish('review')}
            >
              Review First
            </Button>
            <Button
              pending={saving === 'submit'}
              disabled={saving !== null || photosWaiting > 0 || !inspection.abilities.submit}
              onClick={() => void finish('submit')}
            >
              Submit for Review
            </Button>
          </>
        }
      >
        <dl className="divide-y divide-line">
          <Figure label="Recording">{formatTimestamp(recorder.seconds)}</Figure>
          <Figure label="Checks">
            {inspection.itemsChecked} of {inspection.totalItems}
          </Figure>
          <Figure label="Photos">
            {plural(inspection.photoCount, 'photo')}
            {photosWaiting > 0 && `, ${photosWaiting} not saved yet`}
          </Figure>
          <Figure label="Findings">{plural(inspection.issuesDetected, 'open finding')}</Figure>
        </dl>
        {saving !== null && recorder.unfinished && (
          <div role="status" className="grid gap-1.5 pt-3">
            <span className="text-small">
              {online
                ? 'Saving the recording…'
                : 'Saving the recording: it waits for the connection and goes on by itself.'}
            </span>
            <Progress value={percent} label="Recording sent" />
          </div>
        )}
        {photosWaiting > 0 && saving === null && (
          <p role="status" className="mt-3 rounded-control bg-medium-soft px-3 py-2 text-medium">
            {photosWaiting === 1 ? 'A photo is' : `${photosWaiting} photos are`} still on the way. It can be submitted
            once they are saved; a photo that failed can be tried again or removed in the queue.
          </p>
        )}
        {problem && (
          <p role="alert" className="mt-3 rounded-control bg-critical-soft px-3 py-2 text-critical">
            The recording could not be saved: {problem}. It is held on this device; try again when the connection is
            back.
          </p>
        )}
      </SheetContent>
    </Sheet>
  );
}
