export type PermissionKind = 'camera' | 'location' | 'microphone';
export type Answer = 'granted' | 'denied' | 'missing';

export const deniedText = (kind: PermissionKind): string =>
  `Permission denied for ${kind}. Please allow access to continue.`;

/** Opens the device for a moment, which makes the browser ask; it is closed again at once. */
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
      // Without a fix the permission may still have been given.
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'granted'),
      { timeout: 10_000 },
    );
  });

/** Asks the browser for a permission; it shows its own prompt where it has not been decided yet. */
export function askPermission(kind: PermissionKind): Promise<Answer> {
  if (kind === 'location') return askLocation();
  if (!navigator.mediaDevices) return Promise.resolve('missing');
  return askMedia(kind === 'camera' ? { video: { facingMode: { ideal: 'environment' } } } : { audio: true });
}

/** What the browser has decided before; null where it does not tell. */
export async function knownPermission(kind: PermissionKind): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: kind === 'location' ? 'geolocation' : kind })).state;
  } catch {
    return null;
  }
}
