import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** The round shutter button, 68 px. */
export function Shutter({
  label,
  inverted,
  className,
  ...props
}: ComponentProps<'button'> & { label: string; inverted?: boolean }) {
  return (
    <button
      type="button"
      aria-label={label}
      className={cn(
        'group grid size-[68px] shrink-0 place-items-center rounded-full transition-transform disabled:opacity-40 enabled:active:scale-95',
        inverted ? 'bg-transparent' : 'bg-surface',
        className,
      )}
      style={{ border: `4px solid ${inverted ? '#fff' : 'var(--accent)'}` }}
      {...props}
    >
      <span
        className={cn(
          'size-[50px] rounded-full transition-transform group-enabled:group-active:scale-90',
          inverted ? 'bg-white' : 'bg-accent',
        )}
      />
    </button>
  );
}
