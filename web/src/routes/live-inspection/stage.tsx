import { MicOff, Pause, Sparkles } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { t } from '#contract/language.ts';
import { formatTimestamp } from '#contract/texts.ts';
import type { AiState } from '#web/features/frames/frame-loop.ts';
import type { useCamera } from '#web/lib/camera/use-camera.ts';
import { cn } from '#web/lib/cn.ts';
import { BoxLayer, type PhotoBox } from '#web/ui/box-layer.tsx';
import { CameraCurtain, CameraTools } from '#web/features/photos/components/camera-controls.tsx';

interface LiveStageProps {
  video: RefObject<HTMLVideoElement | null>;
  camera: ReturnType<typeof useCamera>;
  recording: boolean;
  /** Seconds recorded so far. */
  seconds: number;
  /** What the AI is doing; null while paused. */
  ai: AiState | null;
  boxes: readonly PhotoBox[];
  /** What to do without a camera. */
  instead: ReactNode;
  className?: string;
}

const chipClass =
  'flex min-h-7 items-center gap-1.5 rounded-full bg-black/65 px-2.5 text-small font-semibold text-white [&_svg]:size-3.5';

const aiTexts: Record<AiState, string> = {
  watching: t('AI watching'),
  waiting: t('AI reconnecting…'),
  on_device: t('AI watching on this device'),
  on_device_waiting: t('AI watching, findings wait for signal'),
  off: t('AI is off on this server'),
  closed: t('AI stopped: the inspection is closed'),
};

function Chip({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={cn(chipClass, className)}>{children}</span>;
}

/** The camera picture with the AI's boxes, the recording time and the camera controls. */
export function LiveStage({ video, camera, recording, seconds, ai, boxes, instead, className }: LiveStageProps) {
  const [ratio, setRatio] = useState<number | null>(null);
  const measure = ({ videoWidth, videoHeight }: HTMLVideoElement) => {
    if (videoHeight > 0) setRatio(videoWidth / videoHeight);
  };
  return (
    <section
      aria-label={t('Camera')}
      className={cn('relative overflow-hidden bg-black text-white [container-type:size]', className)}
    >
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={t('Camera picture')}
        className="absolute inset-0 size-full object-contain"
        onLoadedMetadata={({ currentTarget }) => measure(currentTarget)}
        onResize={({ currentTarget }) => measure(currentTarget)}
      />
      {ratio !== null && (
        <div aria-hidden="true" data-testid="live-boxes">
          <BoxLayer boxes={boxes} ratio={ratio} fit="contain" />
        </div>
      )}
      {/* Above the curtain, because switching the camera may solve the problem that the curtain shows. */}
      <CameraCurtain camera={camera} instead={instead} />
      <CameraTools camera={camera} className="absolute top-3 end-3" />
      {/* At the bottom, because box labels are at the top of their boxes. */}
      <div className="absolute inset-x-3 bottom-3 flex flex-wrap items-center gap-2">
        <Chip className={recording ? 'bg-accent text-accent-ink' : undefined}>
          {recording ? (
            <span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-current" />
          ) : (
            <Pause aria-hidden="true" />
          )}
          <span role="status">{recording ? t('Recording') : t('Paused')}</span>
          <span role="timer" aria-label={t('Recorded')} className="tabular-nums">
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
            {t('No sound')}
          </Chip>
        )}
      </div>
    </section>
  );
}
