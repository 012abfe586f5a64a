import { z } from 'zod';
import { problemSchema } from '#contract/errors.ts';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { csrfToken, setCsrfToken } from '#web/lib/csrf.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = z.ZodType;
interface RequestOptions {
  signal?: AbortSignal;
}

let onUnauthorized: () => void = () => undefined;

/** Called after every 401, so that a session that ended elsewhere leads to the sign-in screen. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

async function failure(response: Response): Promise<ApiError> {
  const text = await response.text();
  try {
    const problem = problemSchema.parse(JSON.parse(text));
    return new ApiError(response.status, problem.detail, problem.errors);
  } catch {
    // A proxy in between may answer with a page of its own: its first line says enough.
    const line = text.startsWith('<') ? '' : text.trim().slice(0, 300);
    return new ApiError(response.status, line || response.statusText || 'The server did not say why');
  }
}

async function send(
  method: Method,
  path: string,
  body: unknown,
  token: string | null,
  options: RequestOptions,
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['x-csrf-token'] = token;
  const file = body instanceof Blob ? body : null;
  if (body !== undefined) headers['content-type'] = file ? file.type : 'application/json';
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'include',
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal: options.signal,
    });
  } catch (error) {
    // Each browser has words of its own for it, and none of them for a person.
    throw error instanceof TypeError ? new NoConnection(error) : error;
  }
}

async function request(method: Method, path: string, body?: unknown, options: RequestOptions = {}): Promise<Response> {
  const token = method === 'GET' ? null : await csrfToken();
  let response = await send(method, path, body, token, options);
  if (response.status === 403 && method !== 'GET') {
    // The session may have changed in another tab, and with it the token: one more try if there is a newer one.
    setCsrfToken(null);
    const fresh = await csrfToken();
    if (fresh && fresh !== token) response = await send(method, path, body, fresh, options);
  }
  if (response.ok) return response;
  if (response.status === 401) onUnauthorized();
  throw await failure(response);
}

async function parsed<S extends Schema>(response: Response, schema: S): Promise<z.output<S>> {
  return schema.parse(await response.json());
}

/** The JSON of a GET, checked against its contract; throws ApiError on any non-OK answer. */
async function get<S extends Schema>(path: string, schema: S, options?: RequestOptions): Promise<z.output<S>> {
  return parsed(await request('GET', path, undefined, options), schema);
}

/** Rows of one page, and the path of the next one. */
export interface LinkedPage<T> {
  rows: T[];
  next: string | null;
}

/** The path of `Link: <…>; rel="next"` (RFC 8288). */
const nextLink = (header: string | null): string | null =>
  /<([^>]+)>\s*;\s*rel="?next"?/.exec(header ?? '')?.[1] ?? null;

/** A GET of a list that is a bare array, whose next page the answer's Link header names. */
export async function getPage<S extends Schema>(
  path: string,
  schema: S,
  options?: RequestOptions,
): Promise<LinkedPage<z.output<S>>> {
  const response = await request('GET', path, undefined, options);
  const rows = await parsed(response, z.array(schema));
  return { rows, next: nextLink(response.headers.get('link')) };
}

function writer(method: Exclude<Method, 'GET'>) {
  async function write(path: string, body?: unknown): Promise<void>;
  async function write<S extends Schema>(path: string, body: unknown, schema: S): Promise<z.output<S>>;
  async function write<S extends Schema>(path: string, body?: unknown, schema?: S): Promise<z.output<S> | void> {
    const response = await request(method, path, body);
    if (schema) return parsed(response, schema);
  }
  return write;
}

/**
 * Calls of the HTTP contract. Writes carry the CSRF token; a Blob goes as it is, with its own type; without a schema the
 * answer's body is not read.
 */
export const api = { get, post: writer('POST'), put: writer('PUT'), patch: writer('PATCH'), delete: writer('DELETE') };

/** As `api.get`, but a 401 is null: nobody is signed in. */
export async function getOrNull<S extends Schema>(
  path: string,
  schema: S,
  options?: RequestOptions,
): Promise<z.output<S> | null> {
  const response = await send('GET', path, undefined, null, options ?? {});
  if (response.status === 401) return null;
  if (!response.ok) throw await failure(response);
  return parsed(response, schema);
}
