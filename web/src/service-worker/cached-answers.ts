/** The service worker's caches of what a person has read; signing out deletes them. */
export const answersCache = 'innspect-answers';
export const picturesCache = 'innspect-pictures';
/** The header of an answer that the device had stored, because the server gave none. */
export const storedAnswerHeader = 'x-stored-answer';

/** The API paths that the field-work screens read. */
const fieldPaths =
  /^\/api\/(analysis|config|user|properties|inspection-areas|inspection-cases|inspection-runs|area-sessions|inspections|pip-reports|notifications|messages)(\/|$)/;
/** Files made for a download. They are neither cached nor copied in memory, because they may hold all data of a person. */
const downloadPaths = /\/(export|report|file)$/;
/** Only the small copies are cached; full-size files are too large. */
const picturePaths = /^\/api\/photos\/[^/]+\/(thumbnail|preview)$/;

/** The cache for the answers of this path; null when they are not cached. */
export function cacheOf(pathname: string): string | null {
  if (picturePaths.test(pathname)) return picturesCache;
  return fieldPaths.test(pathname) && !downloadPaths.test(pathname) ? answersCache : null;
}

/** Whether the content is a page: that is no answer of the API, but of a Wi-Fi that asks for a sign-in first. */
export const isPage = (contentType: string | null): boolean => contentType?.startsWith('text/html') ?? false;

/** Whether an answer may be cached: whatever a person downloads is theirs to keep, not the browser's. */
export const isKept = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  status === 200 &&
  !headers.get('content-disposition')?.startsWith('attachment') &&
  !isPage(headers.get('content-type'));

/** The device's copy of an answer, marked so that the page knows that the server gave none. */
export function markedAsStored({ body, status, statusText, headers }: Response): Response {
  const marked = new Headers(headers);
  marked.set(storedAnswerHeader, '1');
  return new Response(body, { status, statusText, headers: marked });
}
