import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts';
import { call, type CallOptions, type Resolve } from './call.ts';

let receiver: WebhookReceiver;
let other: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  other = await startWebhookReceiver();
});
afterEach(() => {
  receiver.received.length = 0;
  other.received.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
});
afterAll(async () => {
  await receiver.close();
  await other.close();
});

const post = (url: string, options: Partial<CallOptions> = {}) =>
  call(url, { allowsPrivate: true, headers: { 'x-a': 'b' }, body: '{"é":1}', timeout: 2000, ...options });
const named = (name: string) => receiver.url.replace('127.0.0.1', name);
const fails = (url: string, sentence: string, options: Partial<CallOptions> = {}) =>
  expect(post(url, options)).rejects.toThrow(sentence);

it('posts the body and returns the status', async () => {
  expect(await post(receiver.url)).toBe(204);
  expect(receiver.received).toMatchObject([{ body: '{"é":1}', headers: { 'x-a': 'b', 'content-length': '8' } }]);
});

it('connects to the checked address, which is looked up once', async () => {
  const resolve = vi.fn<Resolve>(async () => [{ address: '127.0.0.1', family: 4 }]);
  expect(await post(named('hooks.example'), { resolve })).toBe(204);
  expect(resolve.mock.calls).toEqual([['hooks.example']]);
});

describe('without private addresses', () => {
  const closed = { allowsPrivate: false };
  const secure = (url: string) => url.replace('http:', 'https:');

  it('refuses a name that points to one, even if it points to others too', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const family = address.includes(':') ? 6 : 4;
      const resolve: Resolve = async () => [
        { address: '1.1.1.1', family: 4 },
        { address, family },
      ];
      await fails(secure(named('hooks.example')), 'not one of the internet', { ...closed, resolve });
    }
    expect(receiver.received).toEqual([]);
  });

  it('does not look up the name again after the check, so that a changing name (DNS rebinding) gains nothing', async () => {
    const answers = ['127.0.0.1', '1.1.1.1'];
    const resolve = vi.fn<Resolve>(async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]);
    await fails(secure(named('hooks.example')), 'not one of the internet', { ...closed, resolve });
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  it('refuses such an address in every notation, and http', async () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:7f00:1]'])
      await fails(secure(named(host)), 'not one of the internet', closed);
    await fails(named('1.1.1.1'), 'does not use https', closed);
    expect(receiver.received).toEqual([]);
  });
});

it('does not follow redirects', async () => {
  for (const status of [301, 302, 307, 308]) {
    receiver.answer = (response) => void response.writeHead(status, { location: other.url }).end();
    await fails(receiver.url, 'redirect');
  }
  expect(other.received).toEqual([]);
});

it('reports the status of a refusal', () => {
  receiver.answer = (response) => void response.writeHead(503).end();
  return expect(post(receiver.url)).rejects.toMatchObject({ status: 503, message: 'The address answered with 503' });
});

it('does not wait for an answer that never starts', async () => {
  receiver.answer = () => undefined;
  await fails(receiver.url, 'no answer in time', { timeout: 200 });
});

it('does not read an answer that never ends', async () => {
  let closed = false;
  receiver.answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1);
    response.on('close', () => {
      clearInterval(timer);
      closed = true;
    });
  };
  expect(await post(receiver.url)).toBe(200);
  await expect.poll(() => closed).toBe(true);
});

it('refuses endless headers', async () => {
  receiver.answer = (response) => void response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end();
  await fails(receiver.url, 'too long');
});

it('reports that nothing listens', async () => {
  const gone = await startWebhookReceiver();
  await gone.close();
  await fails(gone.url, 'refused');
});

it('reports that the name does not exist', () =>
  fails('http://hooks.invalid/', 'name', {
    resolve: () => Promise.reject(Object.assign(new Error('queryA'), { code: 'ENOTFOUND' })),
  }));
