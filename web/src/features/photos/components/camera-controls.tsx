import type { ReactNode } from 'react';
import { Flashlight, FlashlightOff, Grid3x3, Square, SwitchCamera } from 'lucide-react';
import { t } from '#contract/language.ts';
import { requestOrientation, levelTolerance, useTilt } from '#web/features/photos/level.ts';
import type { useCamera } from '#web/lib/camera/use-camera.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type CameraInUse = ReturnType<typeof useCamera>;

const toolClass =
  'grid size-12 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 focus-visible:outline-white in-[footer]:bg-white/15 in-[footer]:hover:bg-white/25 [&_svg]:size-5';

/** Buttons to turn the light on and to switch cameras, if the device supports them. */
export function CameraTools({ camera, className }: { camera: CameraInUse; className?: string }) {
  const { toggleTorch, switchCamera, torchOn } = camera;
  return (
    <div className={cn('flex gap-2', className)}>
      {toggleTorch && (
        <button
          type="button"
          aria-label={t('Light')}
          aria-pressed={torchOn}
          className={toolClass}
          onClick={() => void toggleTorch()}
        >
          {torchOn ? <Flashlight aria-hidden="true" /> : <FlashlightOff aria-hidden="true" />}
        </button>
      )}
      {switchCamera && (
        <button type="button" aria-label={t('Switch camera')} className={toolClass} onClick={switchCamera}>
          <SwitchCamera aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Chooses the zoom factor, if the camera can zoom. */
export function ZoomChoice({ camera: { zoom } }: { camera: CameraInUse }) {
  if (!zoom) return null;
  return (
    <div role="group" aria-label={t('Zoom')} className="flex justify-center gap-2 pt-2">
      {zoom.factors.map((factor) => (
        <button
          key={factor}
          type="button"
          aria-pressed={zoom.factor === factor}
          className="grid size-12 place-items-center rounded-full bg-white/15 text-small font-semibold text-white hover:bg-white/25 focus-visible:outline-white aria-pressed:bg-white aria-pressed:text-black"
          onClick={() => void zoom.zoomTo(factor)}
        >
          {factor}×
        </button>
      ))}
    </div>
  );
}

/** Lines at the thirds of the picture. If the device reports its orientation, also a line that stays horizontal. */
export function Grid() {
  const tilt = useTilt(true);
  return (
    <div aria-hidden="true" data-testid="grid" className="pointer-events-none absolute inset-0">
      <div className="absolute inset-y-0 left-1/3 w-1/3 border-x border-white/60" />
      <div className="absolute inset-x-0 top-1/3 h-1/3 border-y border-white/60" />
      {tilt !== null && (
        <div
          data-testid="level"
          data-level={Math.abs(tilt) <= levelTolerance}
          className="absolute top-1/2 left-1/2 h-0.5 w-1/4 -translate-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)] data-[level=true]:bg-[#3ddc84]"
          style={{ rotate: `${-tilt}deg` }}
        />
      )}
    </div>
  );
}

export function GridButton({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  return (
    <button
      type="button"
      aria-label={t('Grid and level')}
      aria-pressed={on}
      className={toolClass}
      onClick={() => {
        if (!on) requestOrientation();
        onChange(!on);
      }}
    >
      {on ? <Grid3x3 aria-hidden="true" /> : <Square aria-hidden="true" />}
    </button>
  );
}

/** Covers the picture while there is none, with a spinner, or the problem and a retry button. */
export function CameraCurtain({ camera, instead }: { camera: CameraInUse; instead?: ReactNode }) {
  if (camera.problem)
    return (
      <div
        role="alert"
        className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black p-6 text-center"
      >
        <p className="max-w-[38ch]">{camera.problem}</p>
        <div className="flex flex-wrap justify-center gap-2.5">
          <Button variant="secondary" onClick={camera.retry}>
            {t('Try again')}
          </Button>
          {instead}
        </div>
      </div>
    );
  if (camera.ready) return null;
  if (camera.interrupted)
    return (
      <p role="status" className="absolute inset-0 grid place-content-center bg-black/80 p-6 text-center">
        {t('The device paused the camera. It will resume automatically.')}
      </p>
    );
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Spinner className="size-8" label={t('Opening the camera')} />
    </div>
  );
}
