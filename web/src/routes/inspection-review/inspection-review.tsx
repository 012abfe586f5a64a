import { getRouteApi } from '@tanstack/react-router';
import { InspectionGate } from '#web/features/inspections/components/inspection-gate.tsx';
import { InspectionReview } from './content.tsx';
import { t } from '#contract/language.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';

const route = getRouteApi('/guarded/inspection-review/$id');

const Loading = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{t('Loading the inspection')}</span>
    <div className="grid gap-2">
      <Skeleton className="h-4 w-64 max-w-full" />
      <Skeleton className="h-7 w-80 max-w-full" />
      <Skeleton className="h-4 w-72 max-w-full" />
    </div>
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {Array.from({ length: 4 }, (_, card) => (
        <Skeleton key={card} className="h-[101px] rounded-card" />
      ))}
    </div>
    <Card>
      <SkeletonRows rows={4} />
    </Card>
  </div>
);

/** The review of an inspection, both before and after it is submitted. */
export default function InspectionReviewScreen() {
  const { id } = route.useParams();
  return (
    <InspectionGate id={id} loading={<Loading />}>
      {(inspection) => <InspectionReview key={id} inspection={inspection} />}
    </InspectionGate>
  );
}
