import { Link, useNavigate } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { Property } from '#contract/properties.ts';
import { photoSearchOf } from '#web/features/areas/area-search.ts';
import { useStartInspection } from '#web/features/inspections/api.ts';
import { newSessionId } from '#web/features/inspections/session-id.ts';
import { Button } from '#web/ui/button.tsx';
import type { useLiveRecording } from './use-live-recording.ts';

interface UsePhotosInsteadProps {
  live: Pick<ReturnType<typeof useLiveRecording>, 'areaSession' | 'inspection' | 'inspectionId' | 'editable'>;
  area: string;
  property: Pick<Property, 'id' | 'name'>;
}

/** Leads on without a camera: to the photos of the area, or to the photo inspection, which is started if there is none. */
export function UsePhotosInstead({ live, area, property }: UsePhotosInsteadProps) {
  const { areaSession, inspection, inspectionId, editable } = live;
  const start = useStartInspection();
  const navigate = useNavigate();
  // One id for the whole page, so that pressing again after a lost answer does not create a second inspection.
  const [sessionId] = useState(newSessionId);
  const label = (
    <>
      <Images aria-hidden="true" />
      {t('Use photos instead')}
    </>
  );
  if (inspection && !editable) return null;
  if (areaSession || inspectionId)
    return (
      <Button asChild>
        <Link
          to="/photo-upload"
          search={areaSession ? photoSearchOf(areaSession) : { inspectionId: inspectionId ?? '' }}
        >
          {label}
        </Link>
      </Button>
    );
  return (
    <Button
      pending={start.isPending}
      onClick={() =>
        start.mutate(
          { propertyId: property.id, propertyName: property.name, sessionId, area },
          { onSuccess: ({ id }) => void navigate({ to: '/photo-upload', search: { inspectionId: id } }) },
        )
      }
    >
      {label}
    </Button>
  );
}
