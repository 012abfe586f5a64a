import { Pause, Play, RotateCw } from 'lucide-react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import type { Summary } from '#web/features/uploads/file-state.ts';
import type { Uploads } from '#web/features/uploads/uploads.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/meter.tsx';

interface UploadBarProps {
  summary: Summary;
  uploads: Uploads;
  /** The number of files that have to be chosen again. */
  missingContents: number;
  /** The number of files that have not been started. */
  waiting: number;
  /** Called before each action, to clear the messages about refused files. */
  onAction: () => void;
  onDone: () => void;
}

function words({ state, percent, complete, failed, files, restored }: Summary): string {
  if (restored) return t('Session restored');
  if (state === 'preprocessing') return t('Preparing…');
  if (state === 'uploading') return t('Uploading {percent}%', { percent });
  if (state === 'paused') return t('Paused at {percent}%', { percent });
  if (state === 'postprocessing') return t('Saving…');
  if (state === 'error')
    return failed === files ? t('Upload failed') : t('Upload failed: {failed} of {files}', { failed, files });
  if (state === 'complete') return t('Complete: {files} uploaded', { files: plural(complete, 'file') });
  return t('{files} selected', { files: plural(files, 'file') });
}

/** The progress of all files, and the actions for all of them. */
export function UploadBar({ summary, uploads, missingContents, waiting, onAction, onDone }: UploadBarProps) {
  const { state, restored } = summary;
  const start = () => {
    onAction();
    uploads.start();
  };
  const running = !restored && (state === 'uploading' || state === 'paused');
  const offline = !useOnline() && running;
  return (
    <div className="grid flex-1 gap-3">
      <div className="grid gap-1.5">
        <p role="status" className={state === 'error' && !restored ? 'font-medium text-critical' : 'font-medium'}>
          {words(summary)}
          {offline && <span className="font-normal text-ink-2"> {t('· waiting for the connection')}</span>}
        </p>
        {running && <Progress value={summary.percent} label={t('Upload of all files')} />}
      </div>
      <div className="grid auto-cols-fr grid-flow-col gap-2.5 md:flex md:justify-end">
        {state === 'complete' ? (
          <Button onClick={onDone}>{t('Done')}</Button>
        ) : (
          // A file that the server is already saving cannot be canceled.
          state !== 'postprocessing' && (
            <Button
              variant="secondary"
              onClick={() => {
                onAction();
                uploads.cancelAll();
              }}
            >
              {t('Cancel')}
            </Button>
          )
        )}
        {running && (
          <Button variant="secondary" onClick={() => (state === 'paused' ? uploads.resumeAll() : uploads.pauseAll())}>
            {state === 'paused' ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
            {state === 'paused' ? t('Resume') : t('Pause')}
          </Button>
        )}
        {restored ? (
          <Button disabled={missingContents > 0} onClick={start}>
            {t('Resume upload')}
          </Button>
        ) : summary.failed > 0 && !running ? (
          <Button onClick={start}>
            <RotateCw aria-hidden="true" />
            {t('Retry')}
          </Button>
        ) : (
          waiting > 0 && <Button onClick={start}>{t('Upload {files}', { files: plural(waiting, 'file') })}</Button>
        )}
      </div>
    </div>
  );
}
