import type { z } from 'zod';
import { csrfToken, setCsrfToken } from '#web/lib/csrf.ts';
import { callDelays, isRetryable, partDelays, withRetries } from '#web/lib/transfer/retry-rules.ts';
import { answerError, connectionError, isAbort, TransferError } from '#web/lib/transfer/transfer-error.ts';

interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  signal: AbortSignal;
}

async function once({ method, path, body, signal }: Call, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token) headers['x-csrf-token'] = token;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(path, {
      method,
      headers,
      credentials: 'include',
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw connectionError();
  }
}

/** One try of a call. Throws TransferError for any answer but a 2xx and for a broken connection. */
async function callOnce(call: Call): Promise<Response> {
  const token = call.method === 'GET' ? null : await csrfToken();
  let response = await once(call, token);
  if (response.status === 403 && call.method !== 'GET') {
    // Signing in again, here or in another tab, brings another token.
    setCsrfToken(null);
    const fresh = await csrfToken();
    if (fresh && fresh !== token) response = await once(call, fresh);
  }
  if (response.ok) return response;
  throw answerError(response.status, await response.text(), response.headers.get('retry-after'));
}

/**
 * A call that an upload consists of, tried again by the rules of uploads. Unlike the calls of lib/api it does not lead
 * to the sign-in screen on a 401: the widget says so beside the file, which is kept until it can go on.
 */
export const call = (request: Call): Promise<Response> =>
  withRetries(() => callOnce(request), { delays: callDelays, signal: request.signal });

/** As `call`, with the JSON of the answer checked against its contract. */
export async function callJson<S extends z.ZodType>(request: Call, schema: S): Promise<z.output<S>> {
  const response = await call(request);
  return schema.parse(await response.json());
}

const passes = (error: unknown): boolean =>
  isRetryable(error) && !(error instanceof TransferError && error.status === 409);

/** A call that makes a record of what was uploaded. A conflict there is one of the record's state, which does not pass. */
export async function callToRegister<S extends z.ZodType>(request: Call, schema: S): Promise<z.output<S>> {
  const response = await withRetries(() => callOnce(request), { delays: partDelays, signal: request.signal, passes });
  return schema.parse(await response.json());
}
