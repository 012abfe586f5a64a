import { useEffect, useSyncExternalStore } from 'react';
import type { ServerEvent } from '#contract/events.ts';
import { userKey } from '#web/lib/auth.tsx';
import { connectEvents, onReconnect, onServerEvent } from '#web/lib/events.ts';
import { invalidate, queryClient } from '#web/lib/query.ts';
import { sessionEnd } from '#web/lib/session-end.ts';

/** The paths whose answers are outdated after an event. Only those on screen are read again. */
function outdatedPaths(event: ServerEvent): string[] {
  switch (event.type) {
    case 'photo_analysed':
    case 'photo_changed':
    case 'issue_changed':
      return ['/api/area-sessions', '/api/inspections', '/api/inspection-runs'];
    case 'ai_detection':
      return ['/api/inspections'];
    // Neither changes stored data: one reports a detection, the other answers a message of this page.
    case 'inspection_update':
    case 'error':
      return [];
    case 'inspection_changed':
      return [
        '/api/inspections',
        '/api/admin/inspections',
        '/api/admin/analytics',
        '/api/area-sessions',
        '/api/inspection-runs',
        '/api/properties',
        '/api/inspection-cases',
        '/api/user/stats',
      ];
    case 'recording_changed':
      return [`/api/inspections/${event.payload.inspectionId}`];
    case 'area_session_changed':
      return ['/api/area-sessions', '/api/inspection-runs', '/api/properties', '/api/user/stats'];
    case 'case_changed':
      return [
        '/api/inspection-cases',
        '/api/admin/inspection-cases',
        '/api/admin/analytics',
        '/api/properties',
        '/api/user/stats',
      ];
    case 'pip_changed':
      return ['/api/pip-reports', '/api/admin/pip-reports', '/api/admin/analytics', '/api/user/stats'];
    case 'notification':
      return ['/api/notifications', '/api/messages'];
    case 'sample_progress':
      return ['/api/config', ...(event.payload.state === 'ready' ? ['/api'] : [])];
  }
}

/**
 * Keeps the screens of the signed-in person up to date with what other people and the server's jobs change.
 * The server decides at connection which events a person receives, so a new `role` or a renewed session reconnects.
 */
export function useRefreshOnEvents(role: string): void {
  const { renewals } = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  useEffect(
    () => {
      const stops = [
        onServerEvent((event) => void invalidate(...outdatedPaths(event))),
        onReconnect(() => void queryClient.invalidateQueries()),
        connectEvents(() => void queryClient.invalidateQueries({ queryKey: userKey })),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [role, renewals],
  );
}
