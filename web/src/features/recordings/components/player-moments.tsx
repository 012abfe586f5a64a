import type { RecordingMark } from '#web/features/recordings/components/recording-player.tsx';
import { markColours } from '#web/features/recordings/mark-colours.ts';
import { cn } from '#web/lib/cn.ts';
import { formatTimestamp } from '#web/lib/format.ts';

interface PlayerMomentsProps {
  marks: readonly RecordingMark[];
  onSeek: (seconds: number) => void;
}

/** What was found, by its time: each a button that goes there. */
export function PlayerMoments({ marks, onSeek }: PlayerMomentsProps) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label="Moments" className="-m-1 flex gap-2 overflow-x-auto p-1">
      {marks
        .toSorted((a, b) => a.seconds - b.seconds)
        .map((mark, index) => (
          <li key={`${mark.seconds} ${mark.label} ${index}`} className="shrink-0">
            <button
              type="button"
              onClick={() => onSeek(mark.seconds)}
              className="flex h-11 max-w-64 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-small hover:bg-sunken"
            >
              <span aria-hidden="true" className={cn('size-2.5 shrink-0 rounded-full', markColours[mark.severity])} />
              <span className="font-semibold tabular-nums">{formatTimestamp(mark.seconds)}</span>
              <span className="truncate">
                <span className="sr-only">{mark.severity}: </span>
                {mark.label}
              </span>
            </button>
          </li>
        ))}
    </ul>
  );
}
