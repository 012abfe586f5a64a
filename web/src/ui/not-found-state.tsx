import { SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasStatus } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

interface NotFoundStateProps {
  icon?: LucideIcon;
  title: string;
  /** The link to go on with. */
  back: ReactNode;
  children: ReactNode;
}

/** A whole screen about something that does not exist, or that this person may not see. */
export const NotFoundState = ({ icon = SearchX, title, back, children }: NotFoundStateProps) => (
  <EmptyState
    icon={icon}
    title={title}
    actions={
      <Button asChild variant="secondary">
        {back}
      </Button>
    }
    screen
  >
    {children}
  </EmptyState>
);

/** Whether something does not exist, may not be seen, or has an address that nothing can have. */
export const isMissing = (error: unknown): boolean => hasStatus(error, 400, 403, 404);
