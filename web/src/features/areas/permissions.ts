import { t } from '#contract/language.ts';

export type PermissionKind = 'camera' | 'location' | 'microphone';
/** The field of an area session that says whether a permission was allowed in it. */
export const permissionFields = {
  camera: 'permissionCamera',
  location: 'permissionLocation',
  microphone: 'permissionMicrophone',
} as const;
export const permissionKinds = Object.keys(permissionFields) as PermissionKind[];
export type Answer = 'granted' | 'denied' | 'missing';

export const deniedText = (kind: PermissionKind): string =>
  t('Permission denied for {kind}. Please allow access to continue.', { kind });

/** Opens the device and closes it at once, because only opening it makes the browser ask. */
async function askMedia(constraints: MediaStreamConstraints): Promise<Answer> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(constraints);
    for (const track of stream.getTracks()) track.stop();
    return 'granted';
  } catch (error) {
    const missing = error instanceof DOMException && ['NotFoundError', 'OverconstrainedError'].includes(error.name);
    return missing ? 'missing' : 'denied';
  }
}

const askLocation = (): Promise<Answer> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve('missing');
    navigator.geolocation.getCurrentPosition(
      () => resolve('granted'),
      // Only PERMISSION_DENIED is a refusal; a timeout or a missing position is not.
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'granted'),
      { timeout: 10_000 },
    );
  });

/** Requests a permission. The browser asks the person unless they have decided before. */
export function askPermission(kind: PermissionKind): Promise<Answer> {
  if (kind === 'location') return askLocation();
  if (!navigator.mediaDevices) return Promise.resolve('missing');
  return askMedia(kind === 'camera' ? { video: { facingMode: { ideal: 'environment' } } } : { audio: true });
}

const storageKey = (kind: PermissionKind): string => `innspect.allowed-${kind}`;

/** Remembers on this device that a permission was allowed in an area, so that no other area asks for it. */
export function rememberPermission(kind: PermissionKind): void {
  try {
    localStorage.setItem(storageKey(kind), 'yes');
  } catch {
    // Without storage every area asks.
  }
}

/** Whether the permission was allowed on this device before. */
export function isRemembered(kind: PermissionKind): boolean {
  try {
    return localStorage.getItem(storageKey(kind)) !== null;
  } catch {
    return false;
  }
}

/**
 * Calls `onState` with the state of a permission in the browser, now and whenever a person changes it there; with null if the
 * browser cannot report it. Returns a function that stops it.
 */
export function watchBrowserPermission(
  kind: PermissionKind,
  onState: (state: PermissionState | null) => void,
): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const watch = async () => {
    const status = await navigator.permissions.query({ name: kind === 'location' ? 'geolocation' : kind });
    if (signal.aborted) return;
    onState(status.state);
    status.addEventListener('change', () => onState(status.state), { signal });
  };
  watch().catch(() => {
    if (!signal.aborted) onState(null);
  });
  return () => stopped.abort();
}
