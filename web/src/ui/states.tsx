import { CircleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';

interface TitleProps {
  title: string;
  /** It is all that the screen shows. */
  screen?: boolean | undefined;
}

/** The title of a state. That of a whole screen is also the title of the browser tab. */
function Title({ title, screen }: TitleProps) {
  usePageTitle(screen ? title : null);
  const Heading = screen ? 'h1' : 'p';
  return <Heading className="heading">{title}</Heading>;
}

const layout = (screen: boolean | undefined, className: string | undefined) =>
  cn('grid justify-items-center gap-2 px-6 py-10 text-center', screen && 'min-h-[60dvh] content-center', className);

interface EmptyStateProps extends TitleProps {
  icon?: LucideIcon;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
}

/** An empty list, with what to do next. */
export function EmptyState({ icon: Icon, title, screen, children, actions, className }: EmptyStateProps) {
  return (
    <div className={layout(screen, className)}>
      {Icon && (
        <span className="mb-1 grid size-12 place-items-center rounded-full bg-sunken text-ink-2">
          <Icon aria-hidden="true" className="size-6" />
        </span>
      )}
      <Title title={title} screen={screen} />
      {children && <div className="max-w-[46ch] text-ink-2">{children}</div>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2.5">{actions}</div>}
    </div>
  );
}

interface ErrorStateProps extends Partial<TitleProps> {
  error?: unknown;
  onRetry?: () => void;
  className?: string;
}

/** Content that could not be loaded, with the reason and a retry button. */
export function ErrorState({ title = t('Could not be loaded'), screen, error, onRetry, className }: ErrorStateProps) {
  return (
    <div role="alert" className={layout(screen, className)}>
      <span className="mb-1 grid size-12 place-items-center rounded-full bg-critical-soft text-critical">
        <CircleAlert aria-hidden="true" className="size-6" />
      </span>
      <Title title={title} screen={screen} />
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
