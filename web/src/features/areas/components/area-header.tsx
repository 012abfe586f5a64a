import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { AreaSession } from '#contract/areas.ts';
import { checksPercent } from '#contract/coverage.ts';
import { coverageText } from '#contract/coverage-details.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { Progress } from '#web/ui/meter.tsx';

/** The header of an area, sticky where it leaves room for the area: property, area, status and progress. */
export function AreaHeader({ areaSession }: { areaSession: AreaSession }) {
  usePageTitle(`${t(areaSession.area.name)}, ${areaSession.property.name}`);
  return (
    <header className="z-20 border-b border-line bg-surface [@media(min-height:640px)]:sticky [@media(min-height:640px)]:top-0 md:top-[68px]">
      <div className="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-2.5 px-4 pt-3 pb-3 md:px-6 lg:px-10">
        <div className="flex items-center gap-1">
          <Link
            to="/inspection-setup"
            search={{ propertyId: areaSession.property.id }}
            aria-label={t('Back to {name}', { name: areaSession.property.name })}
            className={cn(iconButtonClass(), '-ms-3')}
          >
            <ChevronLeft aria-hidden="true" />
          </Link>
          <div className="min-w-0 flex-1">
            <div className="truncate text-small text-ink-2">
              {areaSession.property.name}
              {areaSession.caseNumber && ` · ${areaSession.caseNumber}`}
            </div>
            <h1 className="heading truncate">{t(areaSession.area.name)}</h1>
          </div>
          <StatusBadge status={areaSession.status} />
        </div>
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="hidden text-small font-medium text-ink-2 sm:inline">{t('Area Progress')}</span>
          <Progress
            value={checksPercent(areaSession.coverage)}
            label={t('Area Progress')}
            className="min-w-[110px] flex-1"
          />
          <span className="text-small text-ink-2">
            {coverageText(areaSession.coverage)} · {plural(areaSession.issuesDetected, 'finding')}
          </span>
        </div>
      </div>
    </header>
  );
}
