import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { closedReason } from '#web/features/areas/area-status.ts';
import { AreaSessionGate } from '#web/features/areas/components/area-session-gate.tsx';
import { inspectionQuery, standaloneInspectionsQuery } from '#web/features/inspections/api.ts';
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

function Unavailable({ title, children, action }: { title: string; children: string; action?: ReactNode }) {
  return (
    <EmptyState
      icon={MapPinOff}
      title={title}
      screen
      actions={<Button asChild>{action ?? <Link to="/properties">{t('My Properties')}</Link>}</Button>}
    >
      {children}
    </EmptyState>
  );
}

/**
 * The inspection to continue and its recorded seconds; null until they are known. `existing` is undefined while it
 * loads.
 */
function useLiveStart(existing: Inspection | null | undefined) {
  const user = useUser();
  // Decided once: a refetch must not close a running camera.
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
  return [start, recorded] as const;
}

/** Loads the inspection of an area session before the camera opens. */
function LiveInspectionOfArea({ areaSession }: { areaSession: AreaSession }) {
  const { areaId, inspectionId, property, area, abilities } = areaSession;
  const inspection = useQuery({ ...inspectionQuery(inspectionId ?? ''), enabled: inspectionId !== null });
  // Used only before the start: if the area is completed elsewhere meanwhile, a running camera must not close.
  const existing = inspectionId === null ? null : inspection.data;
  const [start, recorded] = useLiveStart(abilities.work ? existing : undefined);
  const error = inspection.error ?? recorded.error;
  if (start)
    return <LiveInspection property={property} area={{ ...area, id: areaId }} areaSession={areaSession} {...start} />;
  const closed = closedReason(areaSession);
  if (closed)
    return (
      <Unavailable
        title={closed.title}
        action={
          <Link to="/area-inspection" search={areaSearchOf(areaSession)}>
            {t('Back to {name}', { name: area.name })}
          </Link>
        }
      >
        {closed.text}
      </Unavailable>
    );
  if (error)
    return (
      <ErrorState error={error} onRetry={() => void Promise.all([inspection.refetch(), recorded.refetch()])} screen />
    );
  return <ScreenSpinner label={t('Loading the live inspection')} />;
}

/** Loads what a standalone live inspection needs before the camera opens. */
function LiveInspectionLoader({ propertyId, area }: { propertyId: string; area: string }) {
  const user = useUser();
  const property = useQuery(propertyQuery(propertyId));
  const areas = useQuery(areasQuery);
  const inspections = useQuery(standaloneInspectionsQuery({ propertyId }));
  const selectedArea = areas.data && areaByName(areas.data, area);
  // The cached list of an earlier screen may lack the inspection to continue, so the reload is awaited.
  const upToDate = inspections.data && !inspections.isFetching && selectedArea ? inspections.data : undefined;
  // Continues an inspection that was started earlier, here or on another device.
  const existing =
    upToDate && (upToDate.find((each) => each.area === selectedArea?.name && each.abilities.work) ?? null);
  const [start, recorded] = useLiveStart(existing);
  if (hasStatus(property.error, 400, 404))
    return (
      <Unavailable title={t('Property not found.')}>
        {t('Choose one of your properties for the live inspection.')}
      </Unavailable>
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
        screen
      />
    );
  if (!ready) return <ScreenSpinner label={t('Loading the live inspection')} />;
  if (property.data.userId !== user.id)
    return (
      <Unavailable title={t("Only the property's owner can inspect it")}>
        {t('You can review the live inspection once the owner has submitted it.')}
      </Unavailable>
    );
  return <LiveInspection property={property.data} area={selectedArea} areaSession={null} {...start} />;
}

/** The live inspection of one area of a property. */
export default function LiveInspectionScreen() {
  const { propertyId, area, sessionId } = route.useSearch();
  if (!propertyId || !area) return <Navigate to="/properties" replace />;
  if (sessionId)
    return (
      <AreaSessionGate areaSessionId={sessionId} loading={<ScreenSpinner label={t('Loading the live inspection')} />}>
        {(areaSession) => <LiveInspectionOfArea key={areaSession.id} areaSession={areaSession} />}
      </AreaSessionGate>
    );
  return <LiveInspectionLoader key={`${propertyId} ${area}`} propertyId={propertyId} area={area} />;
}
