import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Camera, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t, textOf } from '#contract/language.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { plural } from '#contract/texts.ts';
import { photoSearchOf } from '#web/features/areas/area-search.ts';
import { AreaSessionMenu } from '#web/features/areas/components/area-session-menu.tsx';
import { standaloneInspectionsQuery, useStartInspection } from '#web/features/inspections/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { newSessionId } from '#web/features/inspections/session-id.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/states.tsx';

/** The area name of a photo inspection that covers the whole property. */
const wholeProperty = textOf('All Areas');

interface StartPhotoInspectionProps {
  property: Pick<PropertyListItem, 'id' | 'name'>;
  /** The area sessions of the current run that can be worked on; null if there is no run. */
  ofRun: readonly AreaSession[] | null;
}

/**
 * Opens the photo inspection of an area in the current run. Without a run, starts one that covers the whole property.
 */
export function StartPhotoInspection({ property, ofRun }: StartPhotoInspectionProps) {
  if (!ofRun) return <StartWholeProperty property={property} />;
  return (
    <AreaSessionMenu icon={Camera} label={t('Photo Inspection')} areaSessions={ofRun}>
      {(areaSession, content) => (
        <Link to="/photo-upload" search={photoSearchOf(areaSession)}>
          {content}
        </Link>
      )}
    </AreaSessionMenu>
  );
}

function StartWholeProperty({ property }: Pick<StartPhotoInspectionProps, 'property'>) {
  const start = useStartInspection();
  const navigate = useNavigate();
  // One id for the whole page, so that pressing again after a lost answer does not create a second inspection.
  const [sessionId] = useState(newSessionId);
  return (
    <Button
      variant="secondary"
      pending={start.isPending}
      onClick={() =>
        start.mutate(
          { propertyId: property.id, propertyName: property.name, sessionId, area: wholeProperty },
          { onSuccess: ({ id }) => void navigate({ to: '/photo-upload', search: { inspectionId: id } }) },
        )
      }
    >
      {!start.isPending && <Camera aria-hidden="true" />}
      {t('Photo Inspection')}
    </Button>
  );
}

function Row({ inspection, named }: { inspection: Inspection; named: boolean }) {
  const open = inspection.abilities.work;
  const live = inspection.videoUrl !== null;
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
  if (open && live)
    return (
      <Link
        to="/live-inspection"
        search={{ propertyId: inspection.propertyId, area: inspection.area }}
        className={className}
      >
        {content}
      </Link>
    );
  return open ? (
    <Link to="/photo-upload" search={{ inspectionId: inspection.id }} className={className}>
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
