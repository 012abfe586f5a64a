import { Play } from 'lucide-react';
import { useRef, type KeyboardEvent } from 'react';
import { t } from '#contract/language.ts';
import type { Recording } from '#contract/recordings.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { PlayerControls } from '#web/features/recordings/components/player-controls.tsx';
import { PlayerMarks } from '#web/features/recordings/components/player-marks.tsx';
import { PlayerTimeline } from '#web/features/recordings/components/player-timeline.tsx';
import { fillScreen } from '#web/features/recordings/fill-screen.ts';
import type { RecordingMark } from '#web/features/recordings/recording-mark.ts';
import { usePlayback } from '#web/features/recordings/use-playback.ts';
import { Button } from '#web/ui/button.tsx';

interface PlayerFrameProps {
  recordings: readonly Recording[];
  at: number | null;
  marks: readonly RecordingMark[];
}

const notices = {
  pending: t('Still processing; seeking may not work yet.'),
  failed: t('Processing failed; seeking may not work.'),
  done: null,
};

/**
 * The video with its controls. Keys: Space or K plays and pauses, J and L jump 10 s, M mutes, F toggles full screen.
 */
export function PlayerFrame({ recordings, at, marks }: PlayerFrameProps) {
  const playback = usePlayback(recordings, at);
  const frame = useRef<HTMLDivElement>(null);
  const { video, current, total, position, playing, failed, muted } = playback;
  const notice = notices[current?.preparation ?? 'done'];
  const fill = () => fillScreen(frame.current, video.current);

  const keys: Record<string, () => void> = {
    ' ': playback.toggle,
    k: playback.toggle,
    j: () => playback.seek(position - 10),
    l: () => playback.seek(position + 10),
    m: playback.mute,
    f: fill,
  };
  function press(event: KeyboardEvent) {
    const action = keys[event.key.toLowerCase()];
    // A focused button handles the space bar itself.
    const taken = event.key === ' ' && event.target instanceof HTMLButtonElement;
    if (!action || taken || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys work from any control within
    <section
      ref={frame}
      aria-label={t('Recording')}
      onKeyDown={press}
      className="grid content-start gap-1 bg-surface [&:fullscreen]:content-center [&:fullscreen]:p-4 [&:fullscreen_video]:max-h-[72dvh]"
    >
      <div className="relative overflow-hidden rounded-card bg-black">
        {/* The speech in a walkthrough has no captions, because nobody writes any. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          src={playback.source}
          muted={muted}
          playsInline
          preload="metadata"
          aria-label={t('Recording, {total} long', { total: formatTimestamp(total) })}
          className="aspect-video w-full bg-black object-contain"
          onClick={playback.toggle}
          {...playback.events}
        />
        {!playing && !failed && position === 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-1/2 grid size-16 -translate-1/2 place-items-center rounded-full bg-black/60 text-white"
          >
            <Play className="ms-1 size-8 fill-current" />
          </span>
        )}
        {failed && (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/80 p-4 text-center text-white"
          >
            <p className="heading">
              {current?.filesDeletedAt ? t('This recording was deleted') : t('This recording could not be played')}
            </p>
            <div className="flex flex-wrap justify-center gap-2.5">
              {!current?.filesDeletedAt && (
                <Button variant="secondary" onClick={playback.reload}>
                  {t('Try again')}
                </Button>
              )}
              {current && !current.filesDeletedAt && (
                <Button variant="secondary" asChild>
                  <a href={`${current.url}?copy=original`} download={current.filename}>
                    {t('Download it')}
                  </a>
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
      <PlayerTimeline position={position} total={total} marks={marks} onSeek={playback.seek} />
      <PlayerControls playback={playback} onFillScreen={fill} />
      {notice && (
        <p role="status" className="py-1 text-small text-ink-2">
          {notice}
        </p>
      )}
      <PlayerMarks marks={marks} onSeek={playback.seek} />
    </section>
  );
}
