import { RemoteFailure } from './failures.ts';

/** No answer about one picture is longer than this. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Passes on the bytes up to a limit; a broken connection is a failure of the service. */
async function* guarded(body: ReadableStream<Uint8Array>, mayBeBilled: boolean): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxAnswerBytes) throw new RemoteFailure('nonsense', null, mayBeBilled);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof RemoteFailure ? error : new RemoteFailure('unreachable', null, mayBeBilled);
  }
}

/**
 * Like `fetch`, but follows no redirect, which would take the key to another host, and limits the size of the answer.
 */
export async function guardedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, { ...init, redirect: 'manual' }).catch(() => {
    throw new RemoteFailure('unreachable');
  });
  const { body, headers, status, statusText } = answer;
  if (status >= 300 && status < 400) throw new RemoteFailure('refused');
  // A service bills for an answer once it has started, but not for an error.
  return new Response(body && ReadableStream.from(guarded(body, answer.ok)), { headers, status, statusText });
}
