import { answerError, type ApiError } from '#web/lib/api-error.ts';
import { csrfToken, setCsrfToken } from '#web/lib/csrf.ts';
import { clockInput, type ClockReading } from '#web/lib/device-clock.ts';
import { proof } from '#web/lib/proof.ts';
import { connectionError, fetchRaw } from '#web/lib/raw.ts';
import { sessionEnd } from '#web/lib/session-end.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What reads the body of an answer: a schema of the contract, or `asSent`. */
export interface Reader<T> {
  parse(body: unknown): T;
}

/**
 * Takes an answer of this server unchecked. Used by the sign-in screen: zod would be a fifth of what it loads, and the server has
 * already checked its answers with the same schemas.
 */
export const asSent = <T>(): Reader<T> => ({ parse: (body) => body as T });

export interface RequestOptions {
  signal?: AbortSignal;
  /** 'no-store' when an answer cached by the service worker must not be used. */
  cache?: RequestCache;
  /** False where the caller handles a 401 itself, instead of the handler that redirects to the sign-in screen. */
  redirectsOn401?: boolean;
  /** True for a sign-in, which takes the place of whoever is signed in on this device. */
  byAnybody?: boolean;
  /** When the device made the change, for one that may have waited. */
  madeAt?: ClockReading;
}

let onUnauthorized: () => void = () => undefined;

/** Sets the function that is called after every 401, to redirect to the sign-in screen. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

async function failure(response: Response): Promise<ApiError> {
  const { status, statusText, headers } = response;
  return answerError(status, statusText, await response.text(), headers.get('retry-after'));
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  token: string | null,
  { signal, cache, madeAt }: RequestOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['x-csrf-token'] = token;
  if (madeAt) headers['device-clock'] = JSON.stringify(clockInput(madeAt));
  const file = body instanceof Blob ? body : null;
  if (body !== undefined) headers['content-type'] = file ? file.type : 'application/json';
  return fetchRaw(path, {
    method,
    headers,
    body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    signal,
    cache,
  });
}

async function request(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<Response> {
  const { renewals } = sessionEnd.get();
  const token = method === 'GET' ? null : await csrfToken(options);
  let response = await send(method, path, body, token, options);
  if (response.status === 403 && method !== 'GET') {
    // Retry once: the token changes after a sign-in elsewhere.
    setCsrfToken(null);
    const fresh = await csrfToken(options);
    if (fresh && fresh !== token) response = await send(method, path, body, fresh, options);
  }
  if (response.ok) return response;
  if (response.status === 401) {
    // This 401 is about the session before, which was renewed meanwhile.
    if (sessionEnd.get().renewals !== renewals) return request(method, path, body, options);
    if (options.redirectsOn401 !== false) onUnauthorized();
  }
  const refusal = await failure(response);
  if (refusal.code === 'proof_needed' && (await proof.ask())) return request(method, path, body, options);
  throw refusal;
}

async function parsed<T>(response: Response, schema: Reader<T>): Promise<T> {
  const body: unknown = await response.json().catch((error: unknown) => {
    throw connectionError(error);
  });
  return schema.parse(body);
}

/** The parsed response of a GET; throws ApiError for a non-OK response. */
async function get<T>(path: string, schema: Reader<T>, options?: RequestOptions): Promise<T> {
  return parsed(await request('GET', path, undefined, options), schema);
}

/** The rows of one page, and the path of the next page. */
export interface LinkedPage<T> {
  rows: T[];
  next: string | null;
}

/** Reads the path of `Link: <…>; rel="next"` (RFC 8288). */
const nextLink = (header: string | null): string | null =>
  /<([^>]+)>\s*;\s*rel="?next"?/.exec(header ?? '')?.[1] ?? null;

const rowsOf = <T>(schema: Reader<T>): Reader<T[]> => ({
  parse(body) {
    if (!Array.isArray(body)) throw new TypeError('The server sent no list');
    return body.map((row) => schema.parse(row));
  },
});

/** GETs an array whose next page is named by the Link header. */
export async function getPage<T>(path: string, schema: Reader<T>, options?: RequestOptions): Promise<LinkedPage<T>> {
  const response = await request('GET', path, undefined, options);
  const rows = await parsed(response, rowsOf(schema));
  return { rows, next: nextLink(response.headers.get('link')) };
}

/** GETs a file, with its name from Content-Disposition. */
export async function getFile(
  path: string,
  options?: RequestOptions,
): Promise<{ content: Blob; filename: string | null }> {
  const response = await request('GET', path, undefined, options);
  const content = await response.blob().catch((error: unknown) => {
    throw connectionError(error);
  });
  const disposition = response.headers.get('content-disposition') ?? '';
  return { content, filename: /filename="([^"]+)"/.exec(disposition)?.[1] ?? null };
}

/** POSTs and returns the Location header, the address to open next; null without one. */
export const postForLocation = async (path: string): Promise<string | null> =>
  (await request('POST', path)).headers.get('location');

function writer(method: Exclude<Method, 'GET'>) {
  async function write(path: string, body?: unknown, schema?: undefined, options?: RequestOptions): Promise<void>;
  async function write<T>(path: string, body: unknown, schema: Reader<T>, options?: RequestOptions): Promise<T>;
  async function write<T>(
    path: string,
    body?: unknown,
    schema?: Reader<T>,
    options?: RequestOptions,
  ): Promise<T | void> {
    const response = await request(method, path, body, options);
    if (schema) return parsed(response, schema);
  }
  return write;
}

/**
 * The HTTP client. Writes send the CSRF token; a Blob is sent unchanged with its own type; without a schema the response body is
 * not read.
 */
export const api = { get, post: writer('POST'), put: writer('PUT'), patch: writer('PATCH'), delete: writer('DELETE') };

/** Like `api.get`, but null for a 401. A schema given as a function is loaded only when there is an answer to read. */
export async function getOrNull<T>(
  path: string,
  schema: Reader<T> | (() => Promise<Reader<T>>),
  options?: RequestOptions,
): Promise<T | null> {
  const { renewals } = sessionEnd.get();
  const response = await send('GET', path, undefined, null, options ?? {});
  if (response.status === 401) return sessionEnd.get().renewals === renewals ? null : getOrNull(path, schema, options);
  if (!response.ok) throw await failure(response);
  return parsed(response, typeof schema === 'function' ? await schema() : schema);
}
