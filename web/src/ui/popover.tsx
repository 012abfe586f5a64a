import { Popover as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export const Popover = Radix.Root;
export const PopoverTrigger = Radix.Trigger;
export const PopoverClose = Radix.Close;

/** A small panel next to its button, closed by Escape or a press outside. `label` is its name for screen readers. */
export function PopoverContent({
  label,
  className,
  ...props
}: ComponentProps<typeof Radix.Content> & { label: string }) {
  return (
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className={cn(
          'z-40 w-[min(340px,calc(100vw-24px))] animate-fade-in rounded-card border border-line bg-surface p-4 shadow-lifted focus:outline-none',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}
