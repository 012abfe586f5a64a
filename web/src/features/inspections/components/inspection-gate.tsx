import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

function InspectionNotFound() {
  return (
    <EmptyState
      icon={SearchX}
      title={t('Inspection Not Found')}
      actions={
        <Button asChild variant="secondary">
          <Link to="/">{t('Back to Dashboard')}</Link>
        </Button>
      }
      screen
    >
      {t("The inspection you're looking for doesn't exist or you don't have permission to view it.")}
    </EmptyState>
  );
}

interface InspectionGateProps {
  id: string;
  /** Shown while the inspection is loading. */
  loading: ReactNode;
  children: (inspection: Inspection) => ReactNode;
}

/** Loads an inspection and renders the children with it. */
export function InspectionGate({ id, loading, children }: InspectionGateProps) {
  const { data: inspection, error, refetch } = useQuery(inspectionQuery(id));
  if (inspection) return children(inspection);
  return (
    <Page>
      {hasStatus(error, 400, 403, 404) ? (
        <InspectionNotFound />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} screen />
      ) : (
        loading
      )}
    </Page>
  );
}
