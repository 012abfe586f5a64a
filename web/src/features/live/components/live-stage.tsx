import { Flashlight, FlashlightOff, MicOff, Pause, Sparkles, SwitchCamera } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';
import type { AiState } from '#web/features/live/frame-loop.ts';
import type { useCamera } from '#web/lib/camera/use-camera.ts';
import { cn } from '#web/lib/cn.ts';
import { formatTimestamp } from '#web/lib/format.ts';
import { BoxLayer, type PhotoBox } from '#web/ui/box-layer.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface LiveStageProps {
  video: RefObject<HTMLVideoElement | null>;
  camera: ReturnType<typeof useCamera>;
  recording: boolean;
  /** Recorded so far. */
  seconds: number;
  /** What the AI does; null while nothing is recorded. */
  ai: AiState | null;
  boxes: readonly PhotoBox[];
  className?: string;
}

const toolClass =
  'grid size-11 place-items-center rounded-full bg-black/55 text-white hover:bg-black/75 focus-visible:outline-white [&_svg]:size-5';
const chipClass =
  'flex min-h-7 items-center gap-1.5 rounded-full bg-black/65 px-2.5 text-small font-semibold text-white [&_svg]:size-3.5';

const aiTexts: Record<AiState, string> = {
  watching: 'AI is looking',
  waiting: 'AI waits for the connection',
  off: 'AI is switched off on this server',
};

function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={cn(chipClass, className)}>{children}</span>;
}

/** The picture of the camera with what the AI sees in it, the recording's time and the camera's own switches. */
export function LiveStage({ video, camera, recording, seconds, ai, boxes, className }: LiveStageProps) {
  const [ratio, setRatio] = useState<number | null>(null);
  const measure = ({ videoWidth, videoHeight }: HTMLVideoElement) => {
    if (videoHeight > 0) setRatio(videoWidth / videoHeight);
  };
  return (
    <section
      aria-label="Camera"
      className={cn('relative overflow-hidden bg-black text-white [container-type:size]', className)}
    >
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label="Camera picture"
        className="absolute inset-0 size-full object-contain"
        onLoadedMetadata={({ currentTarget }) => measure(currentTarget)}
        onResize={({ currentTarget }) => measure(currentTarget)}
      />
      {ratio !== null && (
        <div aria-hidden="true" data-testid="live-boxes">
          <BoxLayer boxes={boxes} ratio={ratio} fit="contain" />
        </div>
      )}
      <div className="absolute top-3 right-3 flex gap-2">
        {camera.toggleTorch && (
          <button
            type="button"
            aria-label="Light"
            aria-pressed={camera.torchOn}
            className={toolClass}
            onClick={() => void camera.toggleTorch?.()}
          >
            {camera.torchOn ? <Flashlight aria-hidden="true" /> : <FlashlightOff aria-hidden="true" />}
          </button>
        )}
        {camera.switchCamera && (
          <button type="button" aria-label="Switch camera" className={toolClass} onClick={camera.switchCamera}>
            <SwitchCamera aria-hidden="true" />
          </button>
        )}
      </div>
      {camera.problem ? (
        <div
          role="alert"
          className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black p-6 text-center"
        >
          <p className="max-w-[38ch]">{camera.problem}</p>
          <Button variant="secondary" onClick={camera.retry}>
            Try again
          </Button>
        </div>
      ) : (
        !camera.ready && (
          <div className="absolute inset-0 grid place-items-center">
            <Spinner className="size-8" label="Opening the camera" />
          </div>
        )
      )}
      {/* At the lower edge: the words of a box stand above it. */}
      <div className="absolute inset-x-3 bottom-3 flex flex-wrap items-center gap-2">
        <Chip className={recording ? 'bg-accent text-accent-ink' : undefined}>
          {recording ? (
            <span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-current" />
          ) : (
            <Pause aria-hidden="true" />
          )}
          <span role="status">{recording ? 'Recording' : 'Paused'}</span>
          <span role="timer" aria-label="Recorded" className="tabular-nums">
            {formatTimestamp(seconds)}
          </span>
        </Chip>
        {ai && (
          <Chip>
            <Sparkles aria-hidden="true" />
            {aiTexts[ai]}
          </Chip>
        )}
        {camera.ready && !camera.hasSound && (
          <Chip>
            <MicOff aria-hidden="true" />
            No sound
          </Chip>
        )}
      </div>
    </section>
  );
}
