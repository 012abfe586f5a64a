import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { PipItem } from '#contract/reports.ts';
import { reportQuery } from '#web/features/reports/api.ts';
import { ItemList } from '#web/features/reports/components/item-list.tsx';
import { CostCard, ReportDetails, ReportFigures } from '#web/features/reports/components/report-figures.tsx';
import { PlanDecision, ReportHeader } from '#web/features/reports/components/report-header.tsx';
import { TimelineCard } from '#web/features/reports/components/timeline-card.tsx';
import { usePrintInLight } from '#web/features/reports/use-print-in-light.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';

// The player is loaded when a recording is opened.
const ItemVideoDialog = lazy(() => import('./video-dialog.tsx'));

const route = getRouteApi('/guarded/pip-report/$id');

function ReportNotFound() {
  usePageTitle('Report Not Found');
  return (
    <EmptyState
      icon={FileX}
      title={
        <span role="heading" aria-level={1}>
          Report Not Found
        </span>
      }
      actions={
        <Button asChild variant="secondary">
          <Link to="/reports">Back to Reports</Link>
        </Button>
      }
      className="min-h-[50dvh] content-center"
    >
      The PIP report you're looking for doesn't exist or you don't have permission to view it.
    </EmptyState>
  );
}

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">Loading the report</span>
    <div className="grid gap-2">
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="h-7 w-72 max-w-full" />
    </div>
    <div className="grid gap-3.5 grid-cols-2 lg:grid-cols-4">
      {Array.from({ length: 4 }, (_, card) => (
        <Skeleton key={card} className="h-[101px] rounded-card" />
      ))}
    </div>
    <Skeleton className="h-[220px] rounded-card" />
    <Card>
      <SkeletonRows rows={5} />
    </Card>
  </div>
);

/** A property improvement plan: figures, timeline, costs and items. */
export default function PipReportScreen() {
  const { id } = route.useParams();
  const { data: report, error, refetch } = useQuery(reportQuery(id));
  const [filmed, setFilmed] = useState<PipItem | null>(null);
  const phone = !useMedia('(min-width: 768px)');
  usePrintInLight();

  if (hasStatus(error, 403, 404))
    return (
      <Page>
        <ReportNotFound />
      </Page>
    );
  return (
    <>
      <Page className="flex-1">
        {report ? (
          <>
            <ReportHeader report={report} decision={!phone && <PlanDecision report={report} size="sm" />} />
            {report.status === 'draft' && !report.abilities.submit && (
              <p role="note" className="rounded-card border border-line bg-sunken px-4 py-3 text-ink-2">
                Draft. The brand reviews it before you accept.
              </p>
            )}
            <ReportFigures report={report} />
            <TimelineCard report={report} />
            <ItemList items={report.items} withArea={report.source === 'property'} onVideo={setFilmed} />
            <div className="grid items-start gap-5 lg:grid-cols-2 print:grid-cols-2">
              <CostCard report={report} />
              <ReportDetails report={report} />
            </div>
            {filmed && (
              <Suspense>
                <ItemVideoDialog item={filmed} items={report.items} onClose={() => setFilmed(null)} />
              </Suspense>
            )}
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} className="min-h-[50dvh] content-center" />
        ) : (
          <Loading />
        )}
      </Page>
      {phone && report && (report.abilities.accept || report.abilities.submit) && (
        <footer className="sticky bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 grid border-t border-line bg-surface px-4 py-3 print:hidden">
          <PlanDecision report={report} size="md" />
        </footer>
      )}
    </>
  );
}
