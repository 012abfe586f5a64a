import { t } from '#contract/language.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { markColors, type RecordingMark } from '#web/features/recordings/recording-mark.ts';
import { cn } from '#web/lib/cn.ts';

interface PlayerMarksProps {
  marks: readonly RecordingMark[];
  onSeek: (seconds: number) => void;
}

/** The marks in order of time, each a button that seeks to it. */
export function PlayerMarks({ marks, onSeek }: PlayerMarksProps) {
  if (marks.length === 0) return null;
  return (
    <ul aria-label={t('Findings in the recording')} className="relative -m-1 flex gap-2 overflow-x-auto p-1">
      {marks
        .toSorted((a, b) => a.seconds - b.seconds)
        .map((mark, index) => (
          <li key={`${mark.seconds} ${mark.label} ${index}`} className="shrink-0">
            <button
              type="button"
              onClick={() => onSeek(mark.seconds)}
              className="flex h-11 max-w-64 items-center gap-2 rounded-control border border-line-strong bg-surface px-3 text-small hover:bg-sunken"
            >
              <span aria-hidden="true" className={cn('size-2.5 shrink-0 rounded-full', markColors[mark.severity])} />
              <span className="font-semibold tabular-nums">{formatTimestamp(mark.seconds)}</span>
              <span className="truncate">
                <span className="sr-only">{mark.severity}: </span>
                {t(mark.label)}
              </span>
            </button>
          </li>
        ))}
    </ul>
  );
}
