import { useEffect, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { changeArea } from './area-outbox.ts';
import {
  isRemembered,
  permissionFields,
  permissionKinds,
  watchBrowserPermission,
  type PermissionKind,
} from './permissions.ts';

export interface AreaPermissions {
  /** Those allowed in this area, or in another one before as long as the browser still allows them. */
  allowed: Record<PermissionKind, boolean>;
  /** Their states in the browser, which does not ask again for one that is blocked. */
  states: ReadonlyMap<PermissionKind, PermissionState | null>;
  /** Saves in the area what was allowed in another one. Call with the first photo, because it starts the area. */
  save: () => void;
}

function useBrowserPermissions(): AreaPermissions['states'] {
  const [states, setStates] = useState<AreaPermissions['states']>(new Map());
  useEffect(() => {
    const stops = permissionKinds.map((kind) =>
      watchBrowserPermission(kind, (state) => setStates((before) => new Map(before).set(kind, state))),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return states;
}

/** The permissions of an area. Only looking at an area does not start it, even if all were allowed in another one. */
export function useAreaPermissions(areaSession: AreaSession): AreaPermissions {
  const states = useBrowserPermissions();
  // Until the browser has told, what it allowed before counts as allowed, so that the page does not jump.
  const isStillGranted = (kind: PermissionKind): boolean => !states.has(kind) || states.get(kind) === 'granted';
  const isAllowed = (kind: PermissionKind): boolean =>
    areaSession[permissionFields[kind]] || (isRemembered(kind) && isStillGranted(kind));
  return {
    allowed: { camera: isAllowed('camera'), location: isAllowed('location'), microphone: isAllowed('microphone') },
    states,
    save() {
      // One by one, because a server in production refuses all three at once: only the test mode grants them so.
      for (const kind of permissionKinds) {
        const field = permissionFields[kind];
        if (isAllowed(kind) && !areaSession[field]) changeArea(areaSession, { [field]: true });
      }
    },
  };
}
