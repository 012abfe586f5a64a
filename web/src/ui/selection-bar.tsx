import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';

interface SelectionBarProps {
  /** Its name for screen readers. */
  label: string;
  /** How much is selected, or how far a joint decision has come. */
  status: string;
  /** Selects the rows that are not selected yet. */
  all?: { label: string; onClick: () => void };
  /** Missing while something else is done with them. */
  approve?: { label: string; pending: boolean; onClick: () => void };
  onClear?: () => void;
  className?: string;
  children?: ReactNode;
}

/** Decides on the selected rows together. */
export const SelectionBar = ({ label, status, all, approve, onClear, className, children }: SelectionBarProps) => (
  <div
    role="region"
    aria-label={label}
    className={cn('flex flex-wrap items-center gap-2 rounded-card bg-accent-soft p-2', className)}
  >
    <span className="me-auto ps-2 font-strong" aria-live="polite">
      {status}
    </span>
    {all && (
      <Button size="sm" variant="ghost" disabled={approve?.pending} onClick={all.onClick}>
        {all.label}
      </Button>
    )}
    {onClear && (
      <Button
        size="sm"
        variant="ghost"
        disabled={approve?.pending}
        onClick={() => {
          onClear();
          // The bar goes, and the focus would go with it.
          document.getElementById('main')?.focus({ preventScroll: true });
        }}
      >
        {t('Clear selection')}
      </Button>
    )}
    {approve && (
      <Button
        size="sm"
        pending={approve.pending}
        aria-keyshortcuts="Shift+A"
        className="max-sm:w-full"
        onClick={approve.onClick}
      >
        {approve.label}
      </Button>
    )}
    {children}
  </div>
);
