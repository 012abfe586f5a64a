import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { Page } from '#web/ui/page.tsx';
import { isMissing, NotFoundState } from '#web/ui/not-found-state.tsx';
import { ErrorState } from '#web/ui/states.tsx';

function InspectionNotFound() {
  return (
    <NotFoundState title={t('Inspection Not Found')} back={<Link to="/">{t('Back to Dashboard')}</Link>}>
      {t("The inspection you're looking for doesn't exist or you don't have permission to view it.")}
    </NotFoundState>
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
      {isMissing(error) ? (
        <InspectionNotFound />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} screen />
      ) : (
        loading
      )}
    </Page>
  );
}
