import { NoConnection } from '#web/lib/api-error.ts';
import { nextTask } from '#web/lib/next-task.ts';

/** Replaces a browser's error for a broken connection, because its wording varies and is not meant for people. */
export const connectionError = (error: unknown): unknown =>
  error instanceof TypeError ? new NoConnection(error) : error;

/** The answers to the requests that inline/theme.js sent before the scripts ran. */
const firstAnswers = (globalThis as { firstAnswers?: Record<string, Promise<Response>> }).firstAnswers ?? {};

/** The paths that this page read while no service worker controlled it, so that none of the answers is stored. */
export const unstoredPaths = new Set<string>();

/** Drops the answers that came before somebody else signed in, or before anybody did. */
export function forgetFirstAnswers(): void {
  for (const path of Object.keys(firstAnswers)) delete firstAnswers[path];
  unstoredPaths.clear();
}

/** The answer to a request that was sent early, once. */
function firstAnswer(path: string, { method = 'GET', cache }: RequestInit): Promise<Response> | undefined {
  const answer = method === 'GET' && cache === undefined ? firstAnswers[path] : undefined;
  delete firstAnswers[path];
  return answer;
}

/**
 * Sends one request to the server with cookies and returns the response whatever its status; throws NoConnection if
 * there is none. `api.ts` adds the CSRF token, the errors and the schemas. This file is separate because csrf.ts
 * needs it to fetch the token, and api.ts needs csrf.ts.
 */
export async function fetchRaw(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    const reads = init.method === undefined || init.method === 'GET';
    if (reads && !navigator.serviceWorker?.controller) unstoredPaths.add(path);
    const early = firstAnswer(path, init);
    if (early) return await early;
    // A screen asks for ten things at once, and to send one takes a phone up to 10 ms. A change is sent at once.
    if (reads) await nextTask();
    return await fetch(path, { credentials: 'include', ...init });
  } catch (error) {
    throw connectionError(error);
  }
}
