import { Link, useNavigate } from '@tanstack/react-router';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t, textOf } from '#contract/language.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { photoSearchOf } from '#web/features/areas/area-search.ts';
import { AreaSessionMenu } from '#web/features/areas/components/area-session-menu.tsx';
import { useStartInspection } from '#web/features/inspections/api.ts';
import { newSessionId } from '#web/features/inspections/session-id.ts';
import { Button } from '#web/ui/button.tsx';

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
