import { useEffect, useSyncExternalStore } from 'react';
import type { ServerEvent } from '#contract/events.ts';
import { userKey } from '#web/lib/auth.tsx';
import { connectEvents, onReconnect, onServerEvent } from '#web/lib/events.ts';
import { gather } from '#web/lib/gather.ts';
import { invalidate, queryClient } from '#web/lib/query.ts';
import { sessionEnd } from '#web/lib/session-end.ts';

/** The API paths whose data an event makes outdated; the ones in use are reloaded. */
function outdatedPaths(event: ServerEvent): string[] {
  switch (event.type) {
    case 'photo_analysed':
    case 'photo_changed':
    case 'issue_changed':
      return ['/api/area-sessions', '/api/inspections', '/api/inspection-runs'];
    case 'ai_detection':
      return ['/api/inspections', '/api/area-sessions'];
    // Neither event is about stored data: pages send the first, and the second reports a rejected message.
    case 'inspection_update':
    case 'error':
      return [];
    case 'inspection_changed':
      return [
        '/api/inspections',
        '/api/admin/inspections',
        '/api/admin/inspection-cases',
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
      return [
        '/api/pip-reports',
        '/api/admin/pip-reports',
        '/api/admin/analytics',
        '/api/properties',
        '/api/user/stats',
      ];
    case 'learning_changed':
      return [event.payload.running ? '/api/admin/learning/run' : '/api/admin/learning'];
    case 'notification':
      return ['/api/notifications', '/api/messages'];
    case 'sessions_changed':
      return ['/api/user/sessions'];
    case 'sample_progress':
      return ['/api/config', ...(event.payload.state === 'ready' ? ['/api'] : [])];
  }
}

/** Many things may happen at once: an owner sends twenty photos, or a reviewer approves a hundred inspections. */
const pause = 500;

/**
 * Reloads data that other people or jobs have changed. The server decides at connection time which events a person
 * receives, so a changed `role` or a renewed session reconnects.
 */
export function useRefreshOnEvents(role: string): void {
  const { renewals } = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  useEffect(
    () => {
      const outdated = gather<string>(pause, (paths) => void invalidate(...paths));
      const stops = [
        onServerEvent((event) => outdated(outdatedPaths(event))),
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
