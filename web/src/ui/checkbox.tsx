import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';

/** A native checkbox with its label. On touch screens the whole row is the target. */
export function Checkbox({
  label,
  hint,
  className,
  ...props
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label
      className={cn('flex items-start gap-2.5 py-1 has-disabled:opacity-60 touch:min-h-11 touch:py-2.5', className)}
    >
      <span className="relative mt-px grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          className="peer size-5 appearance-none rounded-[5px] border border-line-field bg-surface checked:border-accent checked:bg-accent aria-invalid:border-critical"
          {...props}
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-accent-ink opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>
        {label}
        {hint && <span className="block text-small text-ink-2">{hint}</span>}
      </span>
    </label>
  );
}
