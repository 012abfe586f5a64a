import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { formatTimestamp } from '#contract/texts.ts';
import type { RecorderState } from '#web/features/recordings/recorder.ts';
import { useKeepPage } from '#web/lib/session-end.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface RecordingGuardProps {
  recorder: RecorderState;
  onSave: () => Promise<void>;
  /** Discards the part of the recording that is not saved. */
  onDiscard: () => void;
}

/** Before the page is left, asks whether to save a recording that is not saved yet. */
export function RecordingGuard({ recorder, onSave, onDiscard }: RecordingGuardProps) {
  const { unfinished } = recorder;
  useKeepPage(unfinished);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const blocker = useBlocker({
    shouldBlockFn: () => unfinished,
    enableBeforeUnload: () => unfinished,
    withResolver: true,
  });

  async function saveAndLeave() {
    setSaving(true);
    setProblem(null);
    try {
      await onSave();
      blocker.proceed?.();
    } catch (error) {
      console.warn('The recording was not saved', error);
      setProblem(uploadProblem(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (open || saving) return;
        setProblem(null);
        blocker.reset?.();
      }}
      title={t('Save the recording and leave?')}
      description={t('The recording of {seconds} is not saved yet.', { seconds: formatTimestamp(recorder.seconds) })}
      confirmLabel={t('Save & Leave')}
      cancelLabel={t('Stay')}
      pending={saving}
      onConfirm={() => void saveAndLeave()}
    >
      {problem && (
        <div role="alert" className="grid gap-2 rounded-control bg-critical-soft px-3 py-2.5 text-critical">
          <p>{t('The recording could not be saved: {problem}.', { problem })}</p>
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            onClick={() => {
              onDiscard();
              blocker.proceed?.();
            }}
          >
            {t('Discard and leave')}
          </Button>
        </div>
      )}
    </ConfirmDialog>
  );
}
