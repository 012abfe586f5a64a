/** The caches of the service worker that hold what a person has read; signing out deletes them. */
export const answersCache = 'innspect-answers';
export const picturesCache = 'innspect-pictures';

/** What the screens of the field work read. */
const fieldPaths =
  /^\/api\/(analysis|config|user|properties|inspection-areas|inspection-cases|inspection-runs|area-sessions|inspections|pip-reports|notifications|messages)(\/|$)/;
/** Made for one download. */
const downloadPaths = /\/(export|report)$/;
/** The small copies; a file at full size is too large to keep. */
const picturePaths = /^\/api\/photos\/[^/]+\/(thumbnail|preview)$/;

/** The cache that keeps the answer of this path for later without a connection; null when it is not kept. */
export function cacheOf(pathname: string): string | null {
  if (picturePaths.test(pathname)) return picturesCache;
  return fieldPaths.test(pathname) && !downloadPaths.test(pathname) ? answersCache : null;
}
