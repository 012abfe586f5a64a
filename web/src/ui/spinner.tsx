import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';

/** Decorative, unless `label` gives it a name for screen readers. */
export function Spinner({ className, label }: { className?: string; label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cn('inline-block size-5', className)}>
      <svg viewBox="0 0 20 20" fill="none" className="size-full animate-spin" aria-hidden="true">
        <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
        <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** A centered spinner for a loading screen. */
export function ScreenSpinner({ label = t('Loading'), className }: { label?: string; className?: string }) {
  return (
    <div className={cn('grid min-h-[60dvh] place-items-center text-accent', className)}>
      <Spinner className="size-8" label={label} />
    </div>
  );
}
