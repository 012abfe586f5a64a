import { NoConnection } from '#web/lib/api-error.ts';
import { nextTask } from '#web/lib/next-task.ts';
import { isPage } from '#web/service-worker/cached-answers.ts';

/** Replaces a browser's error for a broken connection, because its wording varies and is not meant for people. */
export const connectionError = (error: unknown): unknown =>
  error instanceof TypeError ? new NoConnection(error) : error;

/** The answers to the requests that inline/theme.js sent before the scripts ran. */
const firstAnswers = (globalThis as { firstAnswers?: Record<string, Promise<Response>> }).firstAnswers ?? {};

/** The paths that this page read while no service worker controlled it, so that none of the answers is stored. */
export const unstoredPaths = new Set<string>();

let onAnswer = (_answer: Response | null): void => undefined;
/** Calls the listener with each answer, and with null for a request without one. */
export function watchAnswers(listener: typeof onAnswer): void {
  onAnswer = listener;
}

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
    // A screen asks for ten things at once, and to send one takes a phone up to 10 ms. A change is sent at once.
    if (reads && !early) await nextTask();
    const answer = await (early ?? fetch(path, { credentials: 'include', ...init }));
    // The server has not got the request.
    if (answer.ok && isPage(answer.headers.get('content-type'))) throw new NoConnection(undefined);
    onAnswer(answer);
    return answer;
  } catch (error) {
    const reason = connectionError(error);
    if (reason instanceof NoConnection) onAnswer(null);
    throw reason;
  }
}

/** Waiting longer, in ms, is like no answer. */
const probeTimeout = 8000;

/** Whether the server itself responds, and not what stands before it; a device can be online without reaching it. */
export async function isReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(probeTimeout);
    const { headers } = await fetchRaw('/api/health', { cache: 'no-store', signal });
    return headers.get('content-type')?.includes('json') ?? false;
  } catch {
    return false;
  }
}
