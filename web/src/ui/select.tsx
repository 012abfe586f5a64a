import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';
import { fieldBoxClass } from '#web/ui/field-box.ts';

/** The native select, because it comes with phone pickers, type-ahead and screen reader support. */
export function Select({ className, dense, children, ...props }: ComponentProps<'select'> & { dense?: boolean }) {
  return (
    <span className={cn('relative block', className)}>
      <select
        className={cn(
          fieldBoxClass,
          'appearance-none truncate pe-9',
          dense ? 'h-[34px] rounded-control touch:h-11' : 'h-11',
        )}
        {...props}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
