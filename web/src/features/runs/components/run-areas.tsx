import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import type { Run } from '#contract/runs.ts';
import { AreaCard } from '#web/features/runs/components/area-card.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const grid = 'grid gap-3 md:grid-cols-2 xl:grid-cols-3';

function AreaList({ areas }: { areas: readonly AreaSession[] }) {
  return (
    <ul className={grid}>
      {areas.map((areaSession) => (
        <li key={areaSession.id} className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <AreaCard areaSession={areaSession} />
        </li>
      ))}
    </ul>
  );
}

/** The ten areas in their usual order; those that are not at the property come last. */
export function RunAreas({ run }: { run: Run }) {
  const notAtProperty = run.progress.filter(({ status }) => status === 'not_applicable');
  return (
    <>
      <AreaList areas={run.progress.filter(({ status }) => status !== 'not_applicable')} />
      {notAtProperty.length > 0 && (
        <section className="grid gap-3">
          <h2 className="font-strong text-ink-2">{t('Not at this property')}</h2>
          <AreaList areas={notAtProperty} />
        </section>
      )}
    </>
  );
}

export function RunSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">{t('Loading the inspection')}</span>
      <Card className="grid gap-4 p-[18px]">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-2 w-full" />
        <Skeleton className="h-10 w-full" />
      </Card>
      <div className={grid}>
        {Array.from({ length: 10 }, (_, card) => (
          <Card key={card} className="flex gap-3 p-[18px]">
            <Skeleton className="size-10" />
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-4/5" />
              <Skeleton className="mt-2 h-4 w-3/5" />
            </div>
          </Card>
        ))}
      </div>
    </div>
  );
}
