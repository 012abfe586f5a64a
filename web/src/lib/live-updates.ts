import { useEffect, useSyncExternalStore } from 'react';
import type { LiveEvent } from '#contract/events.ts';
import { userKey } from '#web/lib/auth.tsx';
import { connectLive, onLiveEvent, publishLiveEvent } from '#web/lib/live.ts';
import { invalidate, queryClient } from '#web/lib/query.ts';
import { sessionHold } from '#web/lib/session-hold.ts';

/** The paths whose answers an event made outdated. Only what is on screen is read again. */
export function outdatedPaths(event: LiveEvent): string[] {
  switch (event.type) {
    case 'photo_analysed':
    case 'photo_changed':
    case 'issue_changed':
      return ['/api/area-sessions', '/api/inspections', '/api/inspection-runs'];
    case 'ai_detection':
      return ['/api/inspections'];
    // A report of what is known by then, and a word to this page alone.
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
 * Keeps the signed-in person's screens up to date with what others and the server's jobs do.
 * The server decides at connection what a person hears, so another `role` connects anew, and so does a new session.
 */
export function useLiveUpdates(role: string): void {
  const { renewals } = useSyncExternalStore(sessionHold.subscribe, sessionHold.get);
  useEffect(
    () =>
      connectLive({
        onEvent: (event) => {
          void invalidate(...outdatedPaths(event));
          publishLiveEvent(event);
        },
        onReconnect: () => void queryClient.invalidateQueries(),
        onUnauthorized: () => void queryClient.invalidateQueries({ queryKey: userKey }),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- another session needs another connection
    [role, renewals],
  );
}

/** Runs the handler for each live event while the component is shown. Give it a stable function. */
export function useLiveEvent(handler: (event: LiveEvent) => void): void {
  useEffect(() => onLiveEvent(handler), [handler]);
}
