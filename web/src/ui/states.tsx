import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';

interface EmptyStateProps {
  icon?: LucideIcon;
  title: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** An empty list, with what to do next. */
export function EmptyState({ icon: Icon, title, children, actions, className }: EmptyStateProps) {
  return (
    <div className={cn('grid justify-items-center gap-2 px-6 py-10 text-center', className)}>
      {Icon && (
        <span className="mb-1 grid size-12 place-items-center rounded-full bg-sunken text-ink-2">
          <Icon aria-hidden="true" className="size-6" />
        </span>
      )}
      <p className="heading">{title}</p>
      {children && <div className="max-w-[46ch] text-ink-2">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2.5">{actions}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: ReactNode;
  error?: unknown;
  onRetry?: () => void;
  className?: string;
}

/** Content that could not be loaded, with the reason and a retry button. */
export function ErrorState({ title = t('Could not be loaded'), error, onRetry, className }: ErrorStateProps) {
  return (
    <div role="alert" className={cn('grid justify-items-center gap-2 px-6 py-10 text-center', className)}>
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-critical-soft text-critical">
        <CircleAlert aria-hidden="true" className="size-6" />
      </span>
      <p className="heading">{title}</p>
      {error instanceof Error && <p className="max-w-[52ch] text-ink-2">{error.message}</p>}
      {/* What does not exist is not there the next time either. */}
      {onRetry && !hasStatus(error, 404) && (
        <Button variant="secondary" className="mt-3" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}
