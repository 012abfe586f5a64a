import { useEffect, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { changeArea } from './area-outbox.ts';
import {
  browserPermission,
  isRemembered,
  permissionFields,
  permissionKinds,
  type PermissionKind,
} from './permissions.ts';

export interface AreaPermissions {
  /** Those allowed in this area, or in another one before as long as the browser still allows them. */
  allowed: Record<PermissionKind, boolean>;
  /** Their states in the browser, which does not ask again for one that is blocked. */
  states: ReadonlyMap<PermissionKind, PermissionState | null>;
  /** Saves in the area what was allowed in another one. Call when work begins, because it starts the area. */
  save: () => void;
}

function useBrowserPermissions(): AreaPermissions['states'] {
  const [states, setStates] = useState<AreaPermissions['states']>(new Map());
  useEffect(() => {
    let mounted = true;
    void Promise.all(permissionKinds.map(async (kind) => [kind, await browserPermission(kind)] as const)).then(
      (found) => {
        if (mounted) setStates(new Map(found));
      },
    );
    return () => {
      mounted = false;
    };
  }, []);
  return states;
}

/** The permissions of an area. Only looking at an area does not start it, even if all were allowed in another one. */
export function useAreaPermissions(areaSession: AreaSession): AreaPermissions {
  const states = useBrowserPermissions();
  const isAllowed = (kind: PermissionKind): boolean =>
    areaSession[permissionFields[kind]] || (states.get(kind) === 'granted' && isRemembered(kind));
  return {
    allowed: { camera: isAllowed('camera'), location: isAllowed('location'), microphone: isAllowed('microphone') },
    states,
    save() {
      const unsaved = permissionKinds.filter((kind) => isAllowed(kind) && !areaSession[permissionFields[kind]]);
      if (unsaved.length > 0)
        changeArea(areaSession, Object.fromEntries(unsaved.map((kind) => [permissionFields[kind], true])));
    },
  };
}
