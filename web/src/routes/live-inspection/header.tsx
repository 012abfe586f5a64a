import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { Inspection } from '#contract/inspections.ts';
import { cn } from '#web/lib/cn.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';
import { Progress } from '#web/ui/meter.tsx';

interface LiveHeaderProps {
  property: { id: string; name: string };
  area: string;
  /** Null until it is started. */
  inspection: Inspection | null;
}

/** The property, the area and the progress of its checks. */
export function LiveHeader({ property, area, inspection }: LiveHeaderProps) {
  usePageTitle(`Live: ${area}, ${property.name}`);
  const { itemsChecked, totalItems } = inspection ?? { itemsChecked: 0, totalItems: 0 };
  return (
    <header className="border-b border-line bg-surface">
      <div className="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-2 px-4 py-2.5 md:px-6 lg:px-10">
        <div className="flex items-center gap-1">
          <Link
            to="/inspection-setup"
            search={{ propertyId: property.id }}
            aria-label={`Back to ${property.name}`}
            className={cn(iconButtonClass(), '-ml-3')}
          >
            <ChevronLeft aria-hidden="true" />
          </Link>
          <div className="min-w-0 flex-1">
            <div className="truncate text-small text-ink-2">{property.name} · Live inspection</div>
            <h1 className="heading truncate">{area}</h1>
          </div>
          <StatusBadge status={inspection?.status ?? 'not_started'} />
        </div>
        {totalItems > 0 && (
          <div className="flex items-center gap-2.5">
            <Progress value={(itemsChecked / totalItems) * 100} label="Checks done" className="flex-1" />
            <span className="text-small whitespace-nowrap text-ink-2">
              {itemsChecked} of {totalItems} checks
            </span>
          </div>
        )}
      </div>
    </header>
  );
}
