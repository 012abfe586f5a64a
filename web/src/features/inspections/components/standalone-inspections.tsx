import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { standaloneInspectionPages, type StandaloneFilter } from '#web/features/inspections/api.ts';
import { workLink } from '#web/features/inspections/open-inspections.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
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

/** The live and photo inspections of one property and area or of all, newest first; hidden if there are none. */
export function StandaloneInspections(filter: StandaloneFilter) {
  const list = useInfiniteQuery({ ...standaloneInspectionPages(filter), placeholderData: keepPreviousData });
  const { error, refetch } = list;
  const inspections = list.data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (error)
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (inspections.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('Photo and live inspections')} note={t('Separate from your case')} />
      <ul className="divide-y divide-line border-t border-line">
        {inspections.map((inspection) => (
          <li key={inspection.id} className="grid">
            <Row inspection={inspection} named={!filter.propertyId} />
          </li>
        ))}
      </ul>
      {filter.limit === undefined && <LoadMore list={list} />}
    </Card>
  );
}
