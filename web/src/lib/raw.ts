import { NoConnection } from '#web/lib/api-error.ts';

/** Replaces the error messages of browsers for a broken connection, which differ and are not meant for people. */
export const connectionError = (error: unknown): unknown =>
  error instanceof TypeError ? new NoConnection(error) : error;

/**
 * One request to the server with its cookies, whatever the status of the response; throws NoConnection without one.
 * `api.ts` adds the CSRF token, the errors and the schemas.
 * Separate file: csrf.ts fetches the token with it, and api.ts uses csrf.ts.
 */
export async function fetchRaw(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'include', ...init });
  } catch (error) {
    throw connectionError(error);
  }
}
