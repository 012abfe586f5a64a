import { t } from '#contract/language.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Shown while a list of photos is loading. */
export const PhotoRowsSkeleton = ({ rows = 3 }: { rows?: number }) => (
  <div role="status" className="grid gap-4 py-3.5">
    <span className="sr-only">{t('Loading photos')}</span>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex gap-3.5">
        <Skeleton className="h-[84px] w-[84px] sm:h-[96px] sm:w-[112px]" />
        <div className="grid flex-1 content-start gap-2">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
    ))}
  </div>
);
