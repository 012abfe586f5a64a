import { CloudOff } from 'lucide-react';
import { t } from '#contract/language.ts';
import { formatBytes } from '#contract/texts.ts';
import type { RecorderState } from '#web/features/recordings/recorder.ts';
import { useOnline } from '#web/lib/use-online.ts';

/** Shows how much of the recording is uploaded, or why the upload waits; hidden before anything is recorded. */
export function SaveLine({ state, onRetry }: { state: RecorderState; onRetry: () => void }) {
  const { totalBytes, sentBytes, unfinished, error } = state;
  const online = useOnline();
  if (totalBytes === 0) return null;
  if (error)
    return (
      <div role="alert" className="flex min-h-11 items-center justify-between gap-3 text-small">
        <span className="flex min-w-0 items-center gap-2">
          <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          <span>
            <b className="font-strong">{t('Recording upload failed.')}</b>{' '}
            {t('{totalBytes} are stored on this device.', { totalBytes: formatBytes(totalBytes - sentBytes) })}
          </span>
        </span>
        <button
          type="button"
          onClick={onRetry}
          className="min-h-11 font-semibold whitespace-nowrap text-accent hover:underline"
        >
          {t('Try again')}
        </button>
      </div>
    );
  return (
    <p className="flex min-h-7 items-center text-small text-ink-2">
      {unfinished && !online
        ? t('Offline. {left} of {all} to upload', {
            left: formatBytes(totalBytes - sentBytes),
            all: formatBytes(totalBytes),
          })
        : unfinished
          ? sentBytes === 0
            ? t('Uploading…')
            : t('Uploading… {sentBytes} of {totalBytes}', {
                sentBytes: formatBytes(sentBytes),
                totalBytes: formatBytes(totalBytes),
              })
          : t('Recording saved · {totalBytes}', { totalBytes: formatBytes(totalBytes) })}
    </p>
  );
}
