import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { areaSessionQuery } from '#web/features/areas/api.ts';
import { withAreaChanges } from '#web/features/areas/area-kinds.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { useItems } from '#web/lib/use-items.ts';
import { useReady } from '#web/lib/use-ready.ts';
import { scopePath } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

function AreaNotFound() {
  return (
    <EmptyState
      icon={MapPinOff}
      title={t('Area not found')}
      screen
      actions={
        <Button asChild>
          <Link to="/properties">{t('My Properties')}</Link>
        </Button>
      }
    >
      {t('Choose an area from the inspection of one of your properties.')}
    </EmptyState>
  );
}

/** Loads an area session and renders the children with it, including the changes that this device has not sent yet. */
export function AreaSessionGate({
  areaSessionId,
  loading = <ScreenSpinner label={t('Loading the area')} />,
  children,
}: {
  areaSessionId: string | undefined;
  loading?: ReactNode;
  children: (areaSession: AreaSession) => ReactNode;
}) {
  const { data, error, refetch } = useQuery({
    ...areaSessionQuery(areaSessionId ?? ''),
    enabled: areaSessionId !== undefined,
  });
  const items = useItems(scopePath({ of: 'area-sessions', id: areaSessionId ?? '' }));
  const isReady = useReady(data);
  if (data && isReady) return children(withAreaChanges(data, items));
  if (!areaSessionId || hasStatus(error, 404, 400)) return <AreaNotFound />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} screen />;
  return loading;
}
