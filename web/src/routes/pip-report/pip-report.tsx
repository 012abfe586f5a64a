import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import type { PlanItem } from '#contract/plans.ts';
import { planQuery } from '#web/features/plans/api.ts';
import { ItemList } from '#web/features/plans/components/item-list.tsx';
import { AddLineButton } from '#web/features/plans/components/line-actions.tsx';
import { CostCard, PlanDetails, PlanFigures } from '#web/features/plans/components/plan-figures.tsx';
import { PlanDecision, PlanHeader } from '#web/features/plans/components/plan-header.tsx';
import { TimelineCard } from '#web/features/plans/components/timeline-card.tsx';
import { PlanNotes } from '#web/features/plans/components/plan-notes.tsx';
import { VersionsCard } from '#web/features/plans/components/versions-card.tsx';
import { PropertyZone } from '#web/features/plans/property-times.ts';
import { usePrintInLight } from '#web/features/plans/use-print-in-light.ts';
import { useUser } from '#web/lib/auth.tsx';
import { Card } from '#web/ui/card.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { isMissing, NotFoundState } from '#web/ui/not-found-state.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';

// The player's code is loaded only when a recording is opened.
const ItemVideoDialog = lazy(() => import('./video-dialog.tsx'));

const route = getRouteApi('/guarded/pip-report/$id');

function PlanNotFound() {
  return (
    <NotFoundState icon={FileX} title={t('Report Not Found')} back={<Link to="/reports">{t('Back to Reports')}</Link>}>
      {t("The PIP report you're looking for doesn't exist or you don't have permission to view it.")}
    </NotFoundState>
  );
}

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{t('Loading the plan')}</span>
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
export default function PlanScreen() {
  const { id } = route.useParams();
  const { data: plan, error, refetch } = useQuery(planQuery(id));
  const [filmed, setFilmed] = useState<PlanItem | null>(null);
  const phone = !useMedia('(min-width: 768px)');
  usePrintInLight();
  const { admin } = useUser().abilities;

  if (isMissing(error))
    return (
      <Page>
        <PlanNotFound />
      </Page>
    );
  return (
    <>
      <Page className="flex-1">
        {plan ? (
          <PropertyZone value={plan.property.timeZone}>
            <PlanHeader plan={plan} decision={!phone && <PlanDecision plan={plan} size="sm" />} />
            <PlanNotes plan={plan} admin={admin} />
            <PlanFigures plan={plan} />
            <TimelineCard plan={plan} />
            <ItemList
              items={plan.items}
              withArea={plan.source === 'property'}
              onVideo={setFilmed}
              unconfirmed={(plan.unconfirmedFindings ?? 0) > 0}
              footer={plan.abilities.addLine && <AddLineButton planId={plan.id} />}
            />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2 print:grid-cols-2">
              <CostCard plan={plan} />
              <PlanDetails plan={plan} />
            </div>
            <VersionsCard plan={plan} />
            {filmed && (
              <Suspense>
                <ItemVideoDialog item={filmed} items={plan.items} onClose={() => setFilmed(null)} />
              </Suspense>
            )}
          </PropertyZone>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} screen />
        ) : (
          <Loading />
        )}
      </Page>
      {phone && plan && (plan.abilities.accept || plan.abilities.submit) && (
        <footer className="sticky bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 grid border-t border-line bg-surface px-4 py-3 print:hidden">
          <PlanDecision plan={plan} size="md" />
        </footer>
      )}
    </>
  );
}
