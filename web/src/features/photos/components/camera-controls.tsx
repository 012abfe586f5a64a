import { Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react';
import type { useCamera } from '#web/lib/camera/use-camera.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type CameraInUse = ReturnType<typeof useCamera>;

const toolClass =
  'grid size-12 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 focus-visible:outline-white in-[footer]:bg-white/15 in-[footer]:hover:bg-white/25 [&_svg]:size-5';

/** The buttons for the light and for the next camera, where the device has them. */
export function CameraTools({ camera, className }: { camera: CameraInUse; className?: string }) {
  const { toggleTorch, switchCamera, torchOn } = camera;
  return (
    <div className={cn('flex gap-2', className)}>
      {toggleTorch && (
        <button
          type="button"
          aria-label="Light"
          aria-pressed={torchOn}
          className={toolClass}
          onClick={() => void toggleTorch()}
        >
          {torchOn ? <Flashlight aria-hidden="true" /> : <FlashlightOff aria-hidden="true" />}
        </button>
      )}
      {switchCamera && (
        <button type="button" aria-label="Switch camera" className={toolClass} onClick={switchCamera}>
          <SwitchCamera aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Covers the picture while there is none, with the problem and a retry button or a spinner. */
export function CameraCurtain({ camera }: { camera: CameraInUse }) {
  if (camera.problem)
    return (
      <div
        role="alert"
        className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black p-6 text-center"
      >
        <p className="max-w-[38ch]">{camera.problem}</p>
        <Button variant="secondary" onClick={camera.retry}>
          Try again
        </Button>
      </div>
    );
  if (camera.ready) return null;
  if (camera.interrupted)
    return (
      <p role="status" className="absolute inset-0 grid place-content-center bg-black/80 p-6 text-center">
        The camera is paused by the device. It resumes by itself.
      </p>
    );
  return (
    <div className="absolute inset-0 grid place-items-center">
      <Spinner className="size-8" label="Opening the camera" />
    </div>
  );
}
