import { Flag } from 'lucide-react';
import type { AreaCode } from '#contract/area-codes.ts';
import { finishLabel } from '#web/features/inspections/finish-label.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { LivePhotos } from './photos.tsx';
import { RecordToggle } from './record-toggle.tsx';
import { SaveLine } from './save-line.tsx';
import type { LiveRecording } from './use-live-recording.ts';

interface LiveControlsProps {
  live: LiveRecording;
  category: AreaCode;
  /** The bar is at the right edge instead of the bottom, because the phone is held sideways. */
  sideways: boolean;
  /** The recording is being saved before the area opens. */
  finishing: boolean;
  onFinish: () => void;
}

/** The bar with Take Photo, the record button and Finish. */
export function LiveControls({ live, category, sideways, finishing, onFinish }: LiveControlsProps) {
  const { scope, editable, camera, recorded, recorder, recording } = live;
  return (
    <footer
      className={cn(
        'fixed z-20 border-line bg-surface',
        sideways
          ? 'inset-y-0 end-0 grid w-[156px] content-center overflow-y-auto border-s'
          : 'inset-x-0 bottom-0 border-t pb-[max(12px,env(safe-area-inset-bottom))] lg:static lg:rounded-card lg:border lg:pb-3',
      )}
    >
      <div className={cn('mx-auto grid w-full max-w-[720px] gap-1.5 pt-2', sideways ? 'px-3' : 'px-4')}>
        <SaveLine state={recorded} onRetry={recorder.retry} />
        <div
          className={cn(
            'grid items-center gap-x-3',
            sideways
              ? 'justify-items-center gap-y-4 [&_div]:flex-wrap [&>button]:min-w-full [&>button[aria-label]]:min-w-0'
              : 'grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-y-1.5',
          )}
        >
          <LivePhotos
            key={scope?.id}
            scope={scope}
            enabled={editable}
            category={category}
            shoot={camera.ready ? camera.shoot : null}
          />
          <RecordToggle
            recording={recording}
            resumes={recorded.seconds > 0 || recorded.totalBytes > 0}
            pending={live.starting}
            // A running recording can always be paused, even after the inspection was submitted elsewhere.
            disabled={!recording && (!camera.ready || (scope !== null && !editable))}
            onToggle={live.toggle}
          />
          <Button
            variant="secondary"
            className="px-2.5 max-[359px]:[&_svg]:hidden"
            disabled={scope === null}
            pending={finishing}
            onClick={onFinish}
          >
            {!finishing && <Flag aria-hidden="true" />}
            {finishLabel}
          </Button>
        </div>
      </div>
    </footer>
  );
}
