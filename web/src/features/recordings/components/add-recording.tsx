import { t } from '#contract/language.ts';
import { recordingTypes } from '#contract/recordings.ts';
import { recordingFileKind } from '#web/features/recordings/recording-file-kind.ts';
import { UploadDialogButton } from '#web/features/uploads/components/upload-dialog-button.tsx';
import { useAppConfig } from '#web/lib/app-config.ts';
import type { ButtonProps } from '#web/ui/button.tsx';

const acceptText = t('WebM, MP4 and QuickTime');

/**
 * Adds a video that was recorded elsewhere to an inspection. A large video is sent in parts and resumes after an
 * interruption.
 */
export function AddRecording({
  inspectionId,
  ...button
}: { inspectionId: string } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const config = useAppConfig();
  if (!config) return null;
  return (
    <UploadDialogButton
      kind={recordingFileKind}
      parent={`inspections/${inspectionId}/recordings`}
      purpose={{ inspectionId }}
      title={t('Add a recording')}
      maxBytes={config.recordingMaxBytes}
      accept={recordingTypes}
      acceptText={acceptText}
      {...button}
    >
      {t('Add a Recording')}
    </UploadDialogButton>
  );
}
