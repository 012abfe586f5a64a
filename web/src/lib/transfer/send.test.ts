import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NoConnection } from '#web/lib/api-error.ts';
import { isRetryable } from '#web/lib/retry-rules.ts';
import { send } from '#web/lib/transfer/send.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';

/** A stand-in for XMLHttpRequest whose progress and answer the test controls. */
class SlowRequest extends EventTarget {
  static last: SlowRequest;
  readonly upload = new EventTarget();
  status = 0;
  statusText = '';
  responseText = '';
  contentType: string | null = null;
  aborted = false;
  readonly headers: [string, string][] = [];

  constructor() {
    super();
    SlowRequest.last = this;
  }
  open() {}
  send() {}
  setRequestHeader(name: string, value: string) {
    this.headers.push([name, value]);
  }
  getResponseHeader(name: string): string | null {
    if (name === 'content-type') return this.contentType;
    return name === 'etag' && this.status === 200 ? '"abc"' : null;
  }
  abort() {
    this.aborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
  }
  answer(status: number, statusText = '') {
    Object.assign(this, { status, statusText });
    this.dispatchEvent(new Event('load'));
  }
}

const minutes = (count: number) => count * 60_000;
const start = (signal = new AbortController().signal, onProgress?: (sent: number) => void) =>
  send({ method: 'PUT', url: '/there', body: new Blob(['x']), headers: { 'content-type': 'a/b' }, signal, onProgress });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', SlowRequest);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('one request to send a file', () => {
  it('is aborted only after 5 minutes without progress [9.uploads.9]', async () => {
    const sent: number[] = [];
    const outcome = expect(start(undefined, (bytes) => sent.push(bytes))).rejects.toThrow(
      'Nothing was sent for 5 minutes',
    );
    await vi.advanceTimersByTimeAsync(minutes(4));
    SlowRequest.last.progress(10);
    await vi.advanceTimersByTimeAsync(minutes(5) - 1);
    expect(SlowRequest.last.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await outcome;
    expect(SlowRequest.last.aborted).toBe(true);
    expect(sent).toEqual([10]);
  });

  it('returns the ETag without quotes and clears its timeout', async () => {
    const sending = start();
    expect(SlowRequest.last.headers).toEqual([['content-type', 'a/b']]);
    SlowRequest.last.answer(200);
    expect(await sending).toBe('abc');
    expect(vi.getTimerCount()).toBe(0);
  });

  it("fails with the status and the server's message, or with an unknown error [8.widget.5]", async () => {
    const sending = expect(start()).rejects.toMatchObject({ status: 507, statusText: 'Insufficient Storage' });
    SlowRequest.last.answer(507, 'Insufficient Storage');
    await sending;
    const broken = start().catch(uploadProblem);
    SlowRequest.last.dispatchEvent(new Event('error'));
    expect(await broken).toBe('Unknown error');
  });

  it('distinguishes an unreadable file from a lost connection', async () => {
    const gone = new Blob(['x']);
    gone.slice = () =>
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) });
    const signal = new AbortController().signal;
    const sending = send({ method: 'PUT', url: '/there', body: gone, signal });
    const outcome = expect(sending).rejects.toThrow('This file can no longer be read on this device. Choose it again');
    SlowRequest.last.dispatchEvent(new Event('error'));
    await outcome;
    await expect(sending.catch(isRetryable)).resolves.toBe(false);
  });

  it('takes the page of a Wi-Fi that asks for a sign-in as no answer', async () => {
    const sending = start();
    SlowRequest.last.contentType = 'text/html; charset=utf-8';
    SlowRequest.last.responseText = '<html>Sign in to the Wi-Fi</html>';
    SlowRequest.last.answer(200);
    await expect(sending).rejects.toThrow(NoConnection);
  });

  it('takes an empty page as the answer of a storage that has the file', async () => {
    const sending = start();
    SlowRequest.last.contentType = 'text/html; charset=utf-8';
    SlowRequest.last.answer(200);
    expect(await sending).toBe('abc');
  });

  it('stops when it is aborted', async () => {
    const stop = new AbortController();
    const sending = expect(start(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    stop.abort();
    await sending;
    expect(SlowRequest.last.aborted).toBe(true);
    await expect(start(stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  });
});
