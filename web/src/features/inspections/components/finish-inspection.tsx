import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { useSubmitInspection } from '#web/features/inspections/api.ts';
import { FinishSheet } from '#web/features/inspections/components/finish-sheet.tsx';
import { inspectionPhotosQuery } from '#web/features/photos/api.ts';
import type { RecorderState } from '#web/features/recordings/recorder.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Progress } from '#web/ui/meter.tsx';

interface FinishInspectionProps {
  inspection: Inspection;
  /** The recording of this page. `save` ends and saves it, and throws if that fails. */
  recording?: { state: RecorderState; save: () => Promise<void> };
  /** Shows the review, to read it first or after the submission. */
  onDone: () => void;
  onClose: () => void;
}

function SavingRecording({ state }: { state: RecorderState }) {
  const online = useOnline();
  const percent = state.totalBytes === 0 ? 100 : (state.sentBytes / state.totalBytes) * 100;
  return (
    <div role="status" className="grid gap-1.5 pt-3">
      <span className="text-small">
        {online ? t('Saving the recording…') : t('Saving the recording. It resumes when you are back online.')}
      </span>
      <Progress value={percent} label={t('Recording sent')} />
    </div>
  );
}

/** The 'Finish' sheet of a live or photo inspection. */
export function FinishInspection({ inspection, recording, onDone, onClose }: FinishInspectionProps) {
  const photos = useQuery(inspectionPhotosQuery(inspection.id));
  const submit = useSubmitInspection(inspection.id);
  const [busy, setBusy] = useState<'review' | 'submit' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function saveRecording(): Promise<boolean> {
    setProblem(null);
    try {
      await recording?.save();
      return true;
    } catch (error) {
      console.warn('The recording was not saved', error);
      setProblem(uploadProblem(error));
      setBusy(null);
      return false;
    }
  }
  async function review() {
    setBusy('review');
    if (await saveRecording()) onDone();
  }
  async function submitNow(reason: string | null) {
    setBusy('submit');
    if (await saveRecording()) submit.mutate(reason, { onSuccess: onDone, onError: () => setBusy(null) });
  }

  return (
    <FinishSheet
      title={t('Finish the inspection')}
      scope={{ of: 'inspections', id: inspection.id }}
      evidence={inspection}
      analyzing={photos.data?.filter(({ analysisStatus }) => analysisStatus === 'pending').length ?? 0}
      seconds={recording?.state.seconds}
      disabled={!inspection.abilities.submit}
      busy={busy}
      onReview={() => void review()}
      onSubmit={(reason) => void submitNow(reason)}
      onClose={onClose}
    >
      {busy !== null && recording?.state.unfinished && <SavingRecording state={recording.state} />}
      {problem && (
        <p role="alert" className="mt-3 rounded-control bg-critical-soft px-3 py-2 text-critical">
          {t(
            'The recording could not be saved: {problem}. It is stored on this device. Try again when you are online.',
            {
              problem,
            },
          )}
        </p>
      )}
    </FinishSheet>
  );
}
