import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { standaloneInspectionsQuery } from '#web/features/inspections/api.ts';
import { sectionOf } from '#web/features/areas/area-by-name.ts';
import { recordedSeconds } from '#web/features/recordings/recording-outbox.ts';
import { propertyQuery } from '#web/features/properties/api.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/auth.tsx';
import { LiveInspection } from './live-inspection-work.tsx';
import { Button } from '#web/ui/button.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const route = getRouteApi('/guarded/live-inspection');

const place = 'min-h-[60dvh] content-center';

function NoSuchProperty({ title, children }: { title: string; children: string }) {
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

/** Everything that a live inspection needs to know before its camera opens. */
function Gate({ propertyId, area }: { propertyId: string; area: string }) {
  const user = useUser();
  const property = useQuery(propertyQuery(propertyId));
  const areas = useQuery(areasQuery);
  const present = useQuery(standaloneInspectionsQuery({ propertyId }));
  const section = areas.data && sectionOf(areas.data, area);
  // What was read on an earlier screen may lack the very inspection that goes on here.
  const fresh = present.data && !present.isFetching && section ? present.data : undefined;
  // One that was begun before, here or on another device, goes on.
  const begun = fresh && (fresh.find((each) => each.area === section?.name && each.abilities.work) ?? null);
  // Decided once: a later reading must not close a running camera.
  const [start, setStart] = useState<{ begun: Inspection | null; seconds: number } | null>(null);
  const before = useQuery({
    queryKey: ['recorded seconds', begun?.id ?? ''],
    queryFn: () => recordedSeconds(begun?.id ?? '', user.id),
    enabled: !start && begun !== null && begun !== undefined,
    // Asked anew each time: a recording may have come since.
    gcTime: 0,
  });
  const seconds = begun === null ? 0 : before.data;
  if (!start && begun !== undefined && seconds !== undefined) setStart({ begun, seconds });
  if (hasStatus(property.error, 400, 404))
    return (
      <NoSuchProperty title="Property not found.">Choose one of your properties to inspect it live.</NoSuchProperty>
    );
  const ready = start && property.data && section;
  const error = property.error ?? areas.error ?? present.error ?? before.error;
  if (error && !ready)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([property.refetch(), areas.refetch(), present.refetch(), before.refetch()])}
        className={place}
      />
    );
  if (!ready) return <ScreenSpinner label="Loading the live inspection" />;
  if (property.data.userId !== user.id)
    return (
      <NoSuchProperty title="Only the property's owner inspects it">
        A live inspection is the field work of whoever owns the property. You can review it once it is submitted.
      </NoSuchProperty>
    );
  return <LiveInspection property={property.data} section={section} {...start} />;
}

/** The live inspection of one area of a property, by camera. */
export default function LiveInspectionScreen() {
  const { propertyId, area } = route.useSearch();
  if (!propertyId || !area) return <Navigate to="/properties" replace />;
  return <Gate key={`${propertyId} ${area}`} propertyId={propertyId} area={area} />;
}
