import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';

/** A placeholder block for loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-pulse rounded-small bg-line opacity-60', className)} />;
}

/** Placeholder rows of a loading list; `label` is for screen readers. */
export function SkeletonRows({
  rows = 4,
  className,
  label = t('Loading'),
}: {
  rows?: number;
  className?: string;
  label?: string;
}) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={cn('flex items-center gap-3 px-[18px] py-3.5', className)}>
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
          <Skeleton className="h-[22px] w-20 rounded-full" />
        </div>
      ))}
    </div>
  );
}
