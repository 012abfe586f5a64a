import { Maximize, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { t } from '#contract/language.ts';
import { formatTimestamp } from '#contract/texts.ts';
import type { Playback } from '#web/features/recordings/use-playback.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Play, sound, time, speed and full screen in one row. */
export function PlayerControls({ playback, onFillScreen }: { playback: Playback; onFillScreen: () => void }) {
  const { playing, muted, position, total, speed } = playback;
  return (
    <div className="-mx-2 -mt-1 flex flex-wrap items-center gap-0.5">
      <IconButton label={playing ? t('Pause') : t('Play')} aria-keyshortcuts="k" onClick={playback.toggle}>
        {playing ? <Pause /> : <Play />}
      </IconButton>
      <IconButton label={muted ? t('Sound on') : t('Sound off')} aria-keyshortcuts="m" onClick={playback.mute}>
        {muted ? <VolumeX /> : <Volume2 />}
      </IconButton>
      <span className="px-1 text-small whitespace-nowrap text-ink-2 tabular-nums">
        {formatTimestamp(position)} / {formatTimestamp(total)}
      </span>
      <Button
        variant="ghost"
        className="ms-auto min-w-11 px-2 tabular-nums"
        aria-label={t('Speed {speed} times', { speed })}
        onClick={playback.nextSpeed}
      >
        {speed}×
      </Button>
      <IconButton label={t('Full screen')} aria-keyshortcuts="f" onClick={onFillScreen}>
        <Maximize />
      </IconButton>
    </div>
  );
}
