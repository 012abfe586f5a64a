import { t } from '#contract/language.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Shown while the inspection of a photo page loads. */
export const PhotoInspectionSkeleton = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">{t('Loading the inspection')}</span>
    <div className="grid gap-2">
      <Skeleton className="h-4 w-48" />
      <Skeleton className="h-7 w-64" />
    </div>
    <Card className="grid gap-4 p-[18px]">
      <Skeleton className="h-6 w-52" />
      <Skeleton className="h-2 w-full" />
    </Card>
    <Card className="grid gap-4 p-[18px]">
      {Array.from({ length: 6 }, (_, row) => (
        <Skeleton key={row} className="h-11 w-full" />
      ))}
    </Card>
  </div>
);
