import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

/** A switch. It needs a label: `aria-label`, `aria-labelledby` or a wrapping label. */
export function Switch({ className, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  return (
    <span className={cn('relative inline-grid h-11 w-[46px] shrink-0 items-center', className)}>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox brings its own checked state
        role="switch"
        className="peer col-start-1 row-start-1 h-[26px] w-[46px] cursor-pointer appearance-none rounded-full border border-line-field bg-sunken transition-colors checked:border-accent checked:bg-accent disabled:cursor-not-allowed disabled:opacity-50"
        {...props}
      />
      <span
        aria-hidden="true"
        className="pointer-events-none col-start-1 row-start-1 ms-[3px] size-5 rounded-full bg-ink-2 transition-[translate,background-color] peer-checked:translate-x-5 rtl:peer-checked:-translate-x-5 peer-checked:bg-accent-ink"
      />
    </span>
  );
}
