import { t } from '#contract/language.ts';
import type { PhotoProgress } from '#web/features/photos/photo-areas.ts';
import { Card } from '#web/ui/card.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface ProgressCardProps {
  progress: PhotoProgress;
  /** The number of all photos, including those in no area; null while loading. */
  photos: number | null;
}

/** The progress of a photo inspection. */
export function ProgressCard({ progress: { documented, total, percent }, photos }: ProgressCardProps) {
  const figure = (value: string) => (photos === null ? <Skeleton className="my-1.5 h-6 w-12" /> : value);
  return (
    <Card className="grid gap-4 p-[18px]">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))] gap-3">
        <div className="grid content-between">
          <dt className="text-small text-ink-2">{t('Areas documented')}</dt>
          <dd className="figure">{figure(`${documented} / ${total}`)}</dd>
        </div>
        <div className="grid content-between">
          <dt className="text-small text-ink-2">{t('Total photos')}</dt>
          <dd className="figure">{figure(String(photos))}</dd>
        </div>
        <div className="grid content-between">
          <dt className="text-small text-ink-2">{t('Percent complete')}</dt>
          <dd className="figure">{figure(`${percent}%`)}</dd>
        </div>
      </dl>
      <Progress value={photos === null ? 0 : percent} label={t('Areas documented')} className="h-2" />
    </Card>
  );
}
