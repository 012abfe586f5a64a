import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { scoreTone } from '#web/ui/badge.tsx';

const fills = {
  accent: 'bg-accent',
  good: 'bg-good',
  plain: 'bg-ink-3',
  medium: 'bg-medium',
  critical: 'bg-critical',
} as const;

interface BarProps {
  /** 0-100; values outside are clamped. */
  value: number;
  /** The name for screen readers. */
  label: string;
  tone?: keyof typeof fills;
  className?: string;
}

const clamp = (value: number) => Math.min(100, Math.max(0, value));

function Bar({ kind, value, label, tone = 'accent', className }: BarProps & { kind: 'meter' | 'progressbar' }) {
  const percent = Math.round(clamp(value));
  return (
    <div
      role={kind}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`${percent}%`}
      className={cn('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={cn('h-full rounded-full transition-[width] duration-300', fills[tone])}
        style={{ width: `${clamp(value)}%` }}
      />
    </div>
  );
}

/** A progress bar. */
export const Progress = (props: BarProps) => <Bar kind="progressbar" {...props} />;

/** A bar for a measured value that is not progress, such as a score. */
export const Meter = (props: BarProps) => <Bar kind="meter" {...props} />;

/** A compliance score as a bar and a rounded percentage. */
export function ScoreMeter({
  score,
  label = t('Score'),
  className,
}: {
  score: number | null;
  label?: string;
  className?: string;
}) {
  if (score === null)
    return <span className={cn('block text-small text-ink-2', className)}>{t('Not enough evidence')}</span>;
  return (
    <span className={cn('flex items-center gap-2', className)}>
      <Meter value={score} label={label} tone={scoreTone(score)} className="min-w-6 flex-1" />
      <span className="w-[5.2ch] text-end whitespace-nowrap">{Math.round(score)}%</span>
    </span>
  );
}
