import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { standaloneInspectionsQuery } from '#web/features/inspections/api.ts';
import { workLink } from '#web/features/inspections/open-inspections.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/states.tsx';

function Row({ inspection, named }: { inspection: Inspection; named: boolean }) {
  const open = inspection.abilities.work;
  const className =
    'flex items-center gap-3 px-[18px] py-3 hover:bg-sunken/60 focus-visible:-outline-offset-2 touch:min-h-[60px]';
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{named ? inspection.propertyName : t(inspection.area)}</span>
        <span className="block text-small text-ink-2">
          {named && `${t(inspection.area)} · `}
          {formatDate(inspection.createdAt)} · {plural(inspection.photoCount, 'photo')} ·{' '}
          {plural(inspection.issuesDetected, 'finding')}
        </span>
      </span>
      <StatusBadge status={inspection.status} />
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
    </>
  );
  return open ? (
    <Link {...workLink(inspection)} className={className}>
      {content}
    </Link>
  ) : (
    <Link to="/inspection-review/$id" params={{ id: inspection.id }} className={className}>
      {content}
    </Link>
  );
}

/** The newest live and photo inspections of one property or of all; hidden if there are none. */
export function StandaloneInspections(filter: { propertyId?: string; limit?: number }) {
  const { data, error, refetch } = useQuery(standaloneInspectionsQuery(filter));
  if (error)
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data || data.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Photo and live inspections')} note={t('Separate from your case')} />
      <ul className="divide-y divide-line border-t border-line">
        {data.map((inspection) => (
          <li key={inspection.id} className="grid">
            <Row inspection={inspection} named={!filter.propertyId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
