import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import type { Coverage } from '#contract/coverage.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { shownStatus } from '#web/features/areas/area-status.ts';
import { useLocalCoverage } from '#web/features/checklists/use-local-coverage.ts';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import type { Scope } from '#web/lib/scope.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { Progress } from '#web/ui/meter.tsx';

interface LiveHeaderProps {
  property: { id: string; name: string };
  area: string;
  /** Null until the inspection has started. */
  inspection: Inspection | null;
  /** The area session that the inspection belongs to; null for a standalone inspection. */
  areaSession: AreaSession | null;
}

/** How many checks have an answer, those that wait on this device included. */
function CheckProgress({ scope, coverage }: { scope: Scope; coverage: Coverage }) {
  const { answered: done, checks: total } = useLocalCoverage(scope, coverage);
  if (total === 0) return null;
  return (
    <div className="flex items-center gap-2.5">
      <Progress value={(done / total) * 100} label={t('Checks done')} className="flex-1" />
      <span className="text-small whitespace-nowrap text-ink-2">{t('{done} of {total} checks', { done, total })}</span>
    </div>
  );
}

/** The property, the area and the progress of its checks. */
export function LiveHeader({ property, area, inspection, areaSession }: LiveHeaderProps) {
  usePageTitle(t('Live: {area}, {name}', { area, name: property.name }));
  const status = areaSession ? shownStatus(areaSession) : (inspection?.status ?? 'not_started');
  const backClass = cn(iconButtonClass(), '-ms-3');
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-2 px-4 py-2.5 md:px-6 lg:px-10">
        <div className="flex items-center gap-1">
          {areaSession ? (
            <Link
              to="/area-inspection"
              search={areaSearchOf(areaSession)}
              aria-label={t('Back to {area}', { area })}
              className={backClass}
            >
              <ChevronLeft aria-hidden="true" />
            </Link>
          ) : (
            <Link
              to="/inspection-setup"
              search={{ propertyId: property.id }}
              aria-label={t('Back to {name}', { name: property.name })}
              className={backClass}
            >
              <ChevronLeft aria-hidden="true" />
            </Link>
          )}
          <div className="min-w-0 flex-1">
            <div className="truncate text-small text-ink-2">
              {t('{name} · Live inspection', { name: property.name })}
            </div>
            <h1 className="heading truncate">{t(area)}</h1>
          </div>
          <StatusBadge status={status} />
        </div>
        {areaSession ? (
          <CheckProgress scope={{ of: 'area-sessions', id: areaSession.id }} coverage={areaSession.coverage} />
        ) : (
          inspection && (
            <CheckProgress scope={{ of: 'inspections', id: inspection.id }} coverage={inspection.coverage} />
          )
        )}
      </div>
    </header>
  );
}
