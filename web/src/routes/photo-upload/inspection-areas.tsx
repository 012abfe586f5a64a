import type { UseQueryResult } from '@tanstack/react-query';
import { Check, ChevronDown, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { Area } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import type { AreaProgress, PhotoProgress } from '#web/features/photos/photo-areas.ts';
import { cn } from '#web/lib/cn.ts';
import { AreaUploader } from './inspection-uploader.tsx';
import type { InspectionUploads } from './use-inspection-uploads.ts';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

interface PhotoAreasProps {
  inspection: Inspection;
  areas: UseQueryResult<Area[]>;
  progress: PhotoProgress;
  uploads: InspectionUploads;
  chosen: AreaCode | null;
  onChoose: (code: AreaCode | null) => void;
  onCamera: () => void;
}

function AreaHead({ area, progress, open }: { area: Area; progress: AreaProgress; open: boolean }) {
  const documented = progress.photos.length > 0;
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3 text-start">
      <span
        className={cn(
          'relative grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-ink-2',
          open && 'bg-accent-soft text-accent',
        )}
      >
        <AreaIcon name={area.icon} />
        {documented && (
          <span className="absolute -end-1.5 -bottom-1.5 grid size-5 place-items-center rounded-full border-2 border-surface bg-good text-surface">
            <Check aria-hidden="true" className="size-3" />
          </span>
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t(area.name)}</span>
        <span className="block text-small text-ink-2">
          {plural(progress.photos.length, 'photo')}
          {documented && <span className="sr-only"> {t('documented')}</span>}
        </span>
      </span>
      {progress.hasIssues && (
        <Badge tone="high">
          <TriangleAlert aria-hidden="true" />
          {t('Has issues')}
        </Badge>
      )}
    </span>
  );
}

/** The ten areas; the chosen one is expanded so that photos can be added to it. */
export function PhotoAreas({ inspection, areas, progress, uploads, chosen, onChoose, onCamera }: PhotoAreasProps) {
  const panel = useRef<HTMLDivElement>(null);
  const open = inspection.abilities.work;
  useEffect(() => {
    if (chosen) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <Card>
      <CardHeader title={t('Areas')} note={open ? t('Choose an area to add photos') : undefined} />
      {areas.error && !areas.data ? (
        <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />
      ) : !areas.data ? (
        <SkeletonRows rows={10} label={t('Loading areas')} />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {areas.data.map((area) => {
            const areaProgress = progress.areas.find(({ code }) => code === area.code);
            if (!areaProgress) return null;
            const expanded = open && chosen === area.code;
            const head = <AreaHead area={area} progress={areaProgress} open={expanded} />;
            return (
              <li key={area.code}>
                {open ? (
                  <button
                    type="button"
                    aria-expanded={expanded}
                    onClick={() => onChoose(expanded ? null : area.code)}
                    className="flex w-full items-center gap-3 px-[18px] py-3 hover:bg-sunken/60 focus-visible:-outline-offset-2"
                  >
                    {head}
                    <ChevronDown
                      aria-hidden="true"
                      className={cn('size-5 shrink-0 text-ink-3 transition-transform', expanded && 'rotate-180')}
                    />
                  </button>
                ) : (
                  <div className="flex items-center px-[18px] py-3">{head}</div>
                )}
                {expanded && (
                  <div ref={panel} className="scroll-mb-40 px-[18px] pb-4">
                    <AreaUploader inspection={inspection} area={area} uploads={uploads} onCamera={onCamera} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
