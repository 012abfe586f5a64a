import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { serverText, t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';

export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The message below the control; it marks the control as invalid. */
  error?: string;
  required?: boolean;
  /** An element at the end of the label line, such as a link. */
  aside?: ReactNode;
  className?: string;
  /** Receives the props that connect the control with its label, hint and error. */
  children: (control: FieldControlProps) => ReactNode;
}

/** A form control with its label, hint and error, connected for screen readers. */
export function Field({ label, hint, error, required, aside, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
          {!required && required !== undefined && <span className="font-normal text-ink-3"> {t('(optional)')}</span>}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-small font-medium text-critical">
          <CircleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
          {serverText(error)}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-small text-ink-2">
          {hint}
        </p>
      )}
    </div>
  );
}
