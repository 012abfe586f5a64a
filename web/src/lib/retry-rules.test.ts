import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callDelays, isRetryable, partDelays, withRetries } from '#web/lib/retry-rules.ts';
import { answerError, NoConnection } from '#web/lib/api-error.ts';
import { uploadProblem } from '#web/lib/transfer/upload-problem.ts';

const expired = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>';
const problem = (detail: string) => JSON.stringify({ type: 'about:blank', title: 'x', status: 0, detail });

describe('the meaning of an answer', () => {
  it.each([
    [401, problem('Sign in first'), 'Authorization required'],
    [403, expired, 'Request has expired'],
    [403, problem('Request has expired'), 'Request has expired'],
    [403, '<Error><Message>SignatureDoesNotMatch</Message></Error>', 'Non 2xx'],
    [413, problem('The file is larger than the limit of 10 bytes.'), 'The file is larger than the limit of 10 bytes.'],
    [500, '', 'Non 2xx'],
    [502, '<html>Bad Gateway</html>', 'Non 2xx'],
    [503, '{"detail":7}', 'Non 2xx'],
  ])('%i with %s is "%s" [8.widget.2, 8.widget.3, 8.widget.4]', (status, body, message) => {
    const error = answerError(status, 'Text', body, null);
    expect([uploadProblem(error), error.status, error.retryAfter]).toEqual([message, status, null]);
  });

  it('is an unknown error when there was no answer [8.widget.5]', () => {
    expect(uploadProblem(new NoConnection(undefined))).toBe('Unknown error');
  });

  it('includes the seconds to wait that the server sent', () => {
    expect(answerError(429, '', '', '7').retryAfter).toBe(7000);
    expect(answerError(429, '', '', 'tomorrow').retryAfter).toBeNull();
  });
});

describe('which failures are retried', () => {
  it.each([408, 409, 418, 423, 429, 500, 502, 503, 504, 507, 599])('status %i is retried [8.widget.7]', (status) => {
    expect(isRetryable(answerError(status, '', '', null))).toBe(true);
  });
  it('a 403 for an expired address and a broken connection are retried [8.widget.7]', () => {
    expect(isRetryable(answerError(403, '', expired, null))).toBe(true);
    const ofServer = JSON.stringify({ code: 'upload_address_expired', detail: 'In other words' });
    expect(isRetryable(answerError(403, '', ofServer, null))).toBe(true);
    const otherCode = JSON.stringify({ code: 'signature_invalid', detail: 'Request has expired' });
    expect(isRetryable(answerError(403, '', otherCode, null))).toBe(false);
    expect(isRetryable(new NoConnection(undefined))).toBe(true);
  });
  it.each([400, 401, 402, 403, 404, 405, 410, 411, 412, 413, 415, 416, 422, 424, 428, 431, 451, 501, 505, 301])(
    'status %i is not retried [8.widget.7, 8.widget.8]',
    (status) => {
      expect(isRetryable(answerError(status, '', '', null))).toBe(false);
    },
  );
  it('a bug in our own code is not retried', () => {
    expect(isRetryable(new TypeError('undefined is not a function'))).toBe(false);
    expect(isRetryable(new DOMException('stopped', 'AbortError'))).toBe(false);
  });
});

describe('withRetries', () => {
  const never = new AbortController().signal;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('waits 0, 1000, 3000 and 5000 ms before the retries of a part [9.uploads.7]', async () => {
    const at: number[] = [];
    const start = Date.now();
    const failing = withRetries(
      async () => {
        at.push(Date.now() - start);
        throw answerError(503, '', '', null);
      },
      { delays: partDelays, signal: never },
    );
    const outcome = expect(failing).rejects.toMatchObject({ status: 503 });
    await vi.runAllTimersAsync();
    await outcome;
    expect(at).toEqual([0, 0, 1000, 4000, 9000]);
  });

  it('retries a call ten times, doubling the wait up to 30 s [9.uploads.8]', async () => {
    const work = vi.fn(async () => {
      throw new NoConnection(undefined);
    });
    const outcome = expect(withRetries(work, { delays: callDelays, signal: never })).rejects.toBeInstanceOf(
      NoConnection,
    );
    await vi.runAllTimersAsync();
    await outcome;
    expect(work).toHaveBeenCalledTimes(11);
    expect(callDelays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000]);
  });

  it('continues after a temporary failure and stops at once after a permanent one', async () => {
    const passing = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(answerError(423, '', '', null))
      .mockResolvedValue('there');
    const result = withRetries(passing, { delays: partDelays, signal: never });
    await vi.runAllTimersAsync();
    expect(await result).toBe('there');
    const lasting = vi.fn().mockRejectedValue(answerError(413, '', '', null));
    await expect(withRetries(lasting, { delays: partDelays, signal: never })).rejects.toMatchObject({ status: 413 });
    expect(lasting).toHaveBeenCalledTimes(1);
  });

  it('does not multiply the retries of a nested call', async () => {
    const call = vi.fn().mockRejectedValue(answerError(503, '', '', null));
    const whole = withRetries(() => withRetries(call, { delays: [1000], signal: never }), {
      delays: partDelays,
      signal: never,
    });
    const outcome = expect(whole).rejects.toMatchObject({ status: 503 });
    await vi.runAllTimersAsync();
    await outcome;
    expect(call).toHaveBeenCalledTimes(2);
  });

  it('waits as long as Retry-After says', async () => {
    const work = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(answerError(429, '', '', '4'))
      .mockResolvedValue('there');
    const result = withRetries(work, { delays: partDelays, signal: never });
    await vi.advanceTimersByTimeAsync(3999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('there');
  });

  it('stops waiting when it is aborted', async () => {
    const stop = new AbortController();
    const work = vi.fn().mockRejectedValue(answerError(503, '', '', null));
    const outcome = expect(withRetries(work, { delays: [60_000], signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    await outcome;
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('uses no retry while the device is offline', async () => {
    const device = { onLine: false };
    vi.stubGlobal('navigator', device);
    vi.stubGlobal('window', new EventTarget());
    const work = vi.fn().mockResolvedValue('there');
    const result = withRetries(work, { delays: [0], signal: never });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).not.toHaveBeenCalled();
    device.onLine = true;
    window.dispatchEvent(new Event('online'));
    expect(await result).toBe('there');
  });

  it('lets a single attempt fail at once while the device is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false });
    const work = vi.fn().mockRejectedValue(new NoConnection(undefined));
    await expect(withRetries(work, { delays: [], signal: never })).rejects.toBeInstanceOf(NoConnection);
  });
});
