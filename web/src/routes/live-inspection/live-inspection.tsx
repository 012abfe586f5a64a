import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { standaloneInspectionsQuery } from '#web/features/inspections/api.ts';
import { areaByName } from '#web/features/areas/area-by-name.ts';
import { recordedSeconds } from '#web/features/recordings/recording-outbox.ts';
import { propertyQuery } from '#web/features/properties/api.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/auth.tsx';
import { LiveInspection } from './work.tsx';
import { Button } from '#web/ui/button.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const route = getRouteApi('/guarded/live-inspection');

const place = 'min-h-[60dvh] content-center';

function Unavailable({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      icon={MapPinOff}
      title={
        <span role="heading" aria-level={1}>
          {title}
        </span>
      }
      className={place}
      actions={
        <Button asChild>
          <Link to="/properties">My Properties</Link>
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

/** Loads what the live inspection needs before the camera opens. */
function LiveInspectionLoader({ propertyId, area }: { propertyId: string; area: string }) {
  const user = useUser();
  const property = useQuery(propertyQuery(propertyId));
  const areas = useQuery(areasQuery);
  const inspections = useQuery(standaloneInspectionsQuery({ propertyId }));
  const selectedArea = areas.data && areaByName(areas.data, area);
  // The cached list of an earlier screen may lack the inspection to continue, so the reload is awaited.
  const upToDate = inspections.data && !inspections.isFetching && selectedArea ? inspections.data : undefined;
  // An inspection that was started before, here or on another device, is continued.
  const existing =
    upToDate && (upToDate.find((each) => each.area === selectedArea?.name && each.abilities.work) ?? null);
  // Decided once, because a later reload must not close the running camera.
  const [start, setStart] = useState<{ existing: Inspection | null; recordedSeconds: number } | null>(null);
  const recorded = useQuery({
    queryKey: ['recorded seconds', existing?.id ?? ''],
    queryFn: () => recordedSeconds(existing?.id ?? '', user.id),
    enabled: !start && existing !== null && existing !== undefined,
    // Not cached, because a recording may have been added since.
    gcTime: 0,
  });
  const seconds = existing === null ? 0 : recorded.data;
  if (!start && existing !== undefined && seconds !== undefined) setStart({ existing, recordedSeconds: seconds });
  if (hasStatus(property.error, 400, 404))
    return (
      <Unavailable title="Property not found.">Choose one of your properties for the live inspection.</Unavailable>
    );
  const ready = start && property.data && selectedArea;
  const error = property.error ?? areas.error ?? inspections.error ?? recorded.error;
  if (error && !ready)
    return (
      <ErrorState
        error={error}
        onRetry={() =>
          void Promise.all([property.refetch(), areas.refetch(), inspections.refetch(), recorded.refetch()])
        }
        className={place}
      />
    );
  if (!ready) return <ScreenSpinner label="Loading the live inspection" />;
  if (property.data.userId !== user.id)
    return (
      <Unavailable title="Only the property's owner can inspect it">
        You can review the live inspection once the owner has submitted it.
      </Unavailable>
    );
  return <LiveInspection property={property.data} area={selectedArea} {...start} />;
}

/** The live inspection of one area of a property. */
export default function LiveInspectionScreen() {
  const { propertyId, area } = route.useSearch();
  if (!propertyId || !area) return <Navigate to="/properties" replace />;
  return <LiveInspectionLoader key={`${propertyId} ${area}`} propertyId={propertyId} area={area} />;
}
