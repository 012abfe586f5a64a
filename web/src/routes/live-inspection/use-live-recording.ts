import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type RefObject } from 'react';
import type { Area, AreaSession } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { areaSessionQuery, usePatchAreaSession } from '#web/features/areas/api.ts';
import { rememberPermission } from '#web/features/areas/permissions.ts';
import { inspectionQuery, useStartInspection } from '#web/features/inspections/api.ts';
import { newSessionId } from '#web/features/inspections/session-id.ts';
import { recordings } from '#web/features/recordings/recording-outbox.ts';
import { useRecorder } from '#web/features/recordings/use-recorder.ts';
import { useCamera } from '#web/lib/camera/use-camera.ts';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';
import { invalidate } from '#web/lib/query.ts';
import type { Scope } from '#web/lib/scope.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';

export interface LiveInspectionStart {
  property: Pick<PropertyListItem, 'id' | 'name'>;
  area: Pick<Area, 'id' | 'name' | 'code'>;
  /** The area session that the inspection belongs to; null for a standalone inspection. */
  areaSession: AreaSession | null;
  /** The inspection in progress for this area; null if the first recording has to create it. */
  existing: Inspection | null;
  /** How many seconds were recorded before this page was opened. */
  recordedSeconds: number;
}

function useCurrentArea(opened: AreaSession | null): AreaSession | null {
  const { data = opened } = useQuery({ ...areaSessionQuery(opened?.id ?? ''), enabled: opened !== null });
  return opened && data;
}

/**
 * Remembers that the camera may be used, so that the area's page does not ask again. The area itself is told only once work in it
 * has begun, because that starts it.
 */
function useGrantedCamera(
  areaSession: AreaSession | null,
  { ready, recording }: Record<'ready' | 'recording', boolean>,
) {
  const { mutate } = usePatchAreaSession(areaSession?.id ?? '');
  const isMissing = areaSession !== null && areaSession.abilities.work && !areaSession.permissionCamera;
  const grants = ready && isMissing && (recording || areaSession.status !== 'not_started');
  useEffect(() => {
    if (ready) rememberPermission('camera');
  }, [ready]);
  useEffect(() => {
    if (grants) mutate({ permissionCamera: true });
  }, [grants, mutate]);
}

/** The scope of photos, findings and checks: the area session, or a standalone inspection once it has started. */
function useScope(areaSessionId: string | null, inspectionId: string | null): Scope | null {
  // Stable reference: a new one would restart the frame loop.
  return useMemo(() => {
    if (areaSessionId !== null) return { of: 'area-sessions', id: areaSessionId };
    return inspectionId === null ? null : { of: 'inspections', id: inspectionId };
  }, [areaSessionId, inspectionId]);
}

/**
 * The camera, the recorder and the inspection of the live inspection page. The first recording creates the
 * inspection.
 */
export function useLiveRecording(
  video: RefObject<HTMLVideoElement | null>,
  { property, area, areaSession: opened, existing, recordedSeconds }: LiveInspectionStart,
) {
  const areaSession = useCurrentArea(opened);
  const [inspectionId, setInspectionId] = useState(existing?.id ?? null);
  const { data = existing } = useQuery({ ...inspectionQuery(inspectionId ?? ''), enabled: inspectionId !== null });
  const camera = useCamera(video, { withPlace: usePlaceGranted(), width: 1920, height: 1080, audio: true });
  const [recorded, recorder] = useRecorder(recordedSeconds);
  const recording = recorded.phase === 'recording';
  const start = useStartInspection();
  // One id for the whole page, so that pressing again after a lost answer does not create a second inspection.
  const [sessionId] = useState(newSessionId);
  useWakeLock(recording);
  useGrantedCamera(areaSession, { ready: camera.ready, recording });

  // The stream ends when the camera is switched or lost; the person then decides when to continue recording.
  const { stream } = camera;
  useEffect(() => {
    if (stream === null) recorder.pause();
  }, [stream, recorder]);

  function record(id: string) {
    if (!stream) return;
    recorder.record(stream, area.code, (file) => recordings.begin({ inspectionId: id, ...file }));
  }

  function toggle() {
    if (recording) return recorder.pause();
    if (inspectionId !== null) return record(inspectionId);
    start.mutate(
      {
        propertyId: property.id,
        propertyName: property.name,
        area: area.name,
        ...(areaSession ? { sessionId: areaSession.id, areaSessionId: areaSession.id } : { sessionId }),
      },
      {
        onSuccess: ({ id }) => {
          setInspectionId(id);
          record(id);
        },
      },
    );
  }

  const save = useCallback(async () => {
    await recorder.close();
    await invalidate('/api/inspections', '/api/admin/inspections', '/api/area-sessions');
  }, [recorder]);

  const scope = useScope(areaSession?.id ?? null, inspectionId);
  const inspection = inspectionId === null ? null : data;
  return {
    inspectionId,
    inspection,
    areaSession,
    scope,
    editable: (areaSession ?? inspection)?.abilities.work ?? false,
    camera,
    recorder,
    recorded,
    recording,
    starting: start.isPending,
    toggle,
    save,
  };
}
export type LiveRecording = ReturnType<typeof useLiveRecording>;
