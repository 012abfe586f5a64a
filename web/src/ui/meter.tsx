import { cn } from '#web/lib/cn.ts';

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
