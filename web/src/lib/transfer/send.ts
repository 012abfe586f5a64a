import { answerError, NoConnection, StorageError } from '#web/lib/api-error.ts';
import { uploadAborted } from '#web/lib/retry-rules.ts';
import { isPage } from '#web/service-worker/cached-answers.ts';
import { StalledUpload, unreadableMessage } from '#web/lib/transfer/upload-problem.ts';

/** A request during which no byte is sent or received for this long, in ms, is aborted. */
export const stallTimeout = 5 * 60_000;

export interface Sending {
  method: 'PUT' | 'POST';
  url: string;
  body: Blob | FormData;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Bytes of the body that have been sent. */
  onProgress?: (sent: number) => void;
}

/**
 * Finds out why a request got no answer. A browser reports the same error for a lost connection and for a file that
 * was moved, changed or withdrawn by the app that provided it. Only the first is worth a retry.
 */
async function networkError(body: Blob | FormData): Promise<Error> {
  const file = body instanceof Blob ? body : body.get('file');
  try {
    if (file instanceof Blob) await file.slice(0, 1).arrayBuffer();
    return new NoConnection(undefined);
  } catch (error) {
    return new Error(unreadableMessage, { cause: error });
  }
}

/**
 * Sends a file, or a part of one, in a single request. Returns the ETag of the stored content without quotes, if the
 * storage exposes it. Throws StorageError for a non-2xx status, NoConnection for a broken connection, Error for a
 * file that can no longer be read, and an AbortError when the signal is aborted. It uses XMLHttpRequest because fetch
 * does not report upload progress.
 */
export function send({ method, url, body, headers = {}, signal, onProgress }: Sending): Promise<string | null> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(uploadAborted());
    const request = new XMLHttpRequest();
    let watch: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const settle = (finish: () => void) => {
      clearTimeout(watch);
      signal.removeEventListener('abort', stop);
      finish();
    };
    const moved = () => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        settle(() => reject(new StalledUpload()));
        request.abort();
      }, stallTimeout);
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      moved();
      onProgress?.(loaded);
    });
    request.addEventListener('load', () =>
      settle(() => {
        const isOfWifi = request.responseText !== '' && isPage(request.getResponseHeader('content-type'));
        if (request.status === 200 && isOfWifi) {
          // The storage has not got the file. One that has it may call its empty answer a page.
          reject(new NoConnection(undefined));
        } else if (request.status >= 200 && request.status < 300) {
          resolve(request.getResponseHeader('etag')?.replace(/^"+|"+$/g, '') ?? null);
        } else {
          const { status, statusText, responseText } = request;
          reject(
            new StorageError(answerError(status, statusText, responseText, request.getResponseHeader('retry-after'))),
          );
        }
      }),
    );
    request.addEventListener('error', () => settle(() => void networkError(body).then(reject)));
    request.addEventListener('abort', () => settle(() => reject(uploadAborted())));
    signal.addEventListener('abort', stop, { once: true });
    moved();
    request.send(body);
  });
}
