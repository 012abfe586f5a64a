import type { CSSProperties } from 'react';
import { t } from '#contract/language.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { markColors, type RecordingMark } from '#web/features/recordings/recording-mark.ts';
import { cn } from '#web/lib/cn.ts';

interface PlayerTimelineProps {
  position: number;
  total: number;
  marks: readonly RecordingMark[];
  onSeek: (seconds: number) => void;
}

/** The center of the thumb stays half the thumb's width away from both ends. */
const placeOf = (share: number): string => `calc(8px + (100% - 16px) * ${share})`;

const track = [
  '[&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full',
  '[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--accent)_var(--played),var(--line-field)_var(--played))]',
  '[&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-field',
  '[&::-moz-range-progress]:h-1.5 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-accent',
];
const thumb = [
  '[&::-webkit-slider-thumb]:-mt-[5px] [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none',
  '[&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent',
  '[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent',
  'focus-visible:outline-none',
  'focus-visible:[&::-webkit-slider-thumb]:outline-2 focus-visible:[&::-webkit-slider-thumb]:outline-offset-3 focus-visible:[&::-webkit-slider-thumb]:outline-accent',
  'focus-visible:[&::-moz-range-thumb]:outline-2 focus-visible:[&::-moz-range-thumb]:outline-offset-3 focus-visible:[&::-moz-range-thumb]:outline-accent',
];

/** A slider for the whole timeline, with a tick for each mark. */
export function PlayerTimeline({ position, total, marks, onSeek }: PlayerTimelineProps) {
  const shareOf = (seconds: number) => (total > 0 ? Math.min(1, seconds / total) : 0);
  const played = { '--played': placeOf(shareOf(position)) } as CSSProperties;
  return (
    <div className="relative">
      <div aria-hidden="true" className="pointer-events-none absolute inset-0">
        {marks.map((mark, index) => (
          <span
            key={`${mark.seconds} ${mark.label} ${index}`}
            style={{ left: placeOf(shareOf(mark.seconds)) }}
            className={cn('absolute top-1/2 h-[18px] w-1 -translate-1/2 rounded-full', markColors[mark.severity])}
          />
        ))}
      </div>
      <input
        type="range"
        min={0}
        max={Math.max(1, total)}
        step={1}
        value={Math.round(position)}
        aria-label={t('Position in the recording')}
        aria-valuetext={t('{position} of {total}', {
          position: formatTimestamp(position),
          total: formatTimestamp(total),
        })}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        style={played}
        className={cn('relative block h-11 w-full cursor-pointer appearance-none bg-transparent', track, thumb)}
      />
    </div>
  );
}
