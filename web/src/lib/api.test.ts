import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { api, getFile, getOrNull, getPage, setUnauthorizedHandler } from '#web/lib/api.ts';
import { ApiError, NoConnection } from '#web/lib/api-error.ts';
import { csrfToken, setCsrfToken, setPersonCheck } from '#web/lib/csrf.ts';
import { sessionEnd } from '#web/lib/session-end.ts';

type Answer = (request: {
  path: string;
  method: string;
  token: string | null;
  body: string | null;
  credentials: string | undefined;
}) => Response;

/** A stand-in for the network: it records requests and answers them with `answer`. */
function network(answer: Answer) {
  const requests: Parameters<Answer>[0][] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request = {
      path,
      method: init.method ?? 'GET',
      token: new Headers(init.headers).get('x-csrf-token'),
      body: typeof init.body === 'string' ? init.body : null,
      credentials: init.credentials,
    };
    requests.push(request);
    return answer(request);
  });
  return requests;
}

const problem = (status: number, detail: string, errors?: Record<string, string>) =>
  new Response(JSON.stringify({ type: 'about:blank', title: 'T', status, detail, errors }), { status });

beforeEach(() => setCsrfToken(null));
afterEach(() => vi.unstubAllGlobals());

describe('the API client', () => {
  it('fetches a token before the first write and reuses it [7.common.1, 7.common.4, 7.common.5, 7.common.6]', async () => {
    const requests = network(({ path }) =>
      path === '/api/csrf-token' ? Response.json({ csrfToken: 'one' }) : Response.json({ id: 1 }, { status: 201 }),
    );
    await api.post('/api/things', { a: 1 }, z.object({ id: z.number() }));
    await api.delete('/api/things/1');
    expect(requests.map(({ method, path, token }) => [method, path, token])).toEqual([
      ['GET', '/api/csrf-token', null],
      ['POST', '/api/things', 'one'],
      ['DELETE', '/api/things/1', 'one'],
    ]);
    expect(requests[1]?.body).toBe('{"a":1}');
    await getOrNull('/api/user', z.unknown());
    expect(requests).toHaveLength(4);
    for (const { credentials } of requests) expect(credentials).toBe('include');
  });

  it("gets a file with its name, and fails with the server's message", async () => {
    const headers = { 'content-disposition': `attachment; filename="plan-7.csv"; filename*=UTF-8''plan-7.csv` };
    network(({ path }) =>
      path === '/file' ? new Response('a,b', { headers }) : problem(404, 'There is no such plan'),
    );
    const { content, filename } = await getFile('/file');
    expect([await content.text(), filename]).toEqual(['a,b', 'plan-7.csv']);
    await expect(getFile('/none')).rejects.toMatchObject({ status: 404, detail: 'There is no such plan' });
  });

  it('retries once with a fresh token, and not when the token had not changed', async () => {
    setCsrfToken('stale');
    const requests = network(({ path, token }) =>
      path === '/api/csrf-token'
        ? Response.json({ csrfToken: 'fresh' })
        : token === 'fresh'
          ? new Response(null, { status: 204 })
          : problem(403, 'Wrong token'),
    );
    await api.put('/api/things/1', {});
    expect(requests).toHaveLength(3);

    requests.length = 0;
    network(({ path }) =>
      path === '/api/csrf-token' ? Response.json({ csrfToken: 'fresh' }) : problem(403, 'Not yours to change'),
    );
    await expect(api.put('/api/things/1', {})).rejects.toThrow('403: Not yours to change');
  });

  it('invents no message for a failure that the server did not explain', async () => {
    network(() => problem(500, ''));
    await expect(getOrNull('/api/user', z.unknown())).rejects.toMatchObject({ detail: '', explained: false });
  });

  it('lets its token be set and cleared [7.common.7]', async () => {
    const requests = network(() => Response.json({ csrfToken: 'fetched' }));
    setCsrfToken('given');
    expect(await csrfToken()).toBe('given');
    expect(requests).toEqual([]);
    setCsrfToken(null);
    expect(await csrfToken()).toBe('fetched');
    expect(await csrfToken()).toBe('fetched');
    expect(requests).toHaveLength(1);
  });

  it('continues without a token that could not be fetched, and logs it [8.general.2]', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    network(() => problem(503, 'Down'));
    expect(await csrfToken()).toBeNull();
    expect(logged).toHaveBeenCalledOnce();
    network(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await csrfToken()).toBeNull();
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  it('reports a lost connection in words for a person', async () => {
    network(() => {
      throw new TypeError('Load failed');
    });
    await expect(api.get('/api/areas', z.unknown())).rejects.toThrow(
      'No connection to the server. Try again when you are online.',
    );
  });

  it.each(['post', 'put', 'patch', 'delete'] as const)(
    'sends JSON and the token with %s [7.common.4, 7.common.5]',
    async (method) => {
      setCsrfToken('held');
      const requests = network(() => new Response(null, { status: 204 }));
      await api[method]('/api/things/1', { a: [1, null] });
      expect(requests).toEqual([
        {
          path: '/api/things/1',
          method: method.toUpperCase(),
          token: 'held',
          body: '{"a":[1,null]}',
          credentials: 'include',
        },
      ]);
    },
  );

  it('throws the status, the message and the field messages of a refusal [8.general.1, api.common.20]', async () => {
    setCsrfToken('t');
    network(() => problem(409, 'This username is taken', { username: 'This username is taken' }));
    await expect(api.post('/api/register', {})).rejects.toMatchObject({
      message: '409: This username is taken',
      status: 409,
      errors: { username: 'This username is taken' },
    });
    network(() => new Response('<html>Bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }));
    await expect(api.get('/api/user', z.unknown())).rejects.toThrow('502: Bad Gateway');
    network(() => new Response('', { status: 504, statusText: 'Gateway Timeout' }));
    await expect(api.get('/api/user', z.unknown())).rejects.toThrow('504: Gateway Timeout');
    network(() => problem(500, ''));
    await expect(api.get('/api/user', z.unknown())).rejects.toMatchObject({ status: 500, detail: '' });
    network(() => new Response('Out of order', { status: 503 }));
    await expect(api.get('/api/user', z.unknown())).rejects.toThrow('503: Out of order');
  });

  it('reports that nobody is signed in, as null or through the 401 handler [7.common.3, 4.auth.2]', async () => {
    const heard = vi.fn();
    setUnauthorizedHandler(heard);
    network(() => problem(401, 'Sign in first'));
    expect(await getOrNull('/api/user', z.object({ id: z.string() }))).toBeNull();
    expect(heard).not.toHaveBeenCalled();
    await expect(api.get('/api/properties', z.unknown())).rejects.toThrow('401: Sign in first');
    expect(heard).toHaveBeenCalledOnce();
  });

  it('repeats a request that the session before was refused for, once it is renewed', async () => {
    const heard = vi.fn();
    setUnauthorizedHandler(heard);
    setCsrfToken('before');
    const requests = network(() => {
      if (requests.length % 2 === 0) return Response.json({ id: 1 });
      sessionEnd.renew();
      setCsrfToken('renewed');
      return problem(401, 'Sign in first');
    });
    const schema = z.object({ id: z.number() });
    expect(await getOrNull('/api/user', schema)).toEqual({ id: 1 });
    expect(await api.get('/api/things/1', schema)).toEqual({ id: 1 });
    setCsrfToken('before');
    expect(await api.post('/api/things', { a: 1 }, schema)).toEqual({ id: 1 });
    expect(requests.map(({ path, token }) => [path, token])).toEqual([
      ['/api/user', null],
      ['/api/user', null],
      ['/api/things/1', null],
      ['/api/things/1', null],
      ['/api/things', 'before'],
      ['/api/things', 'renewed'],
    ]);
    expect(heard).not.toHaveBeenCalled();
  });

  it('sends no change of this page as somebody else who has signed in in another tab', async () => {
    setPersonCheck(() => Promise.reject(new ApiError(401, 'Somebody else is signed in')));
    setCsrfToken('own');
    const requests = network(({ path, token }) => {
      if (path === '/api/csrf-token') return Response.json({ csrfToken: 'theirs' });
      return token === 'theirs' ? Response.json({}) : problem(403, 'The security token does not match');
    });
    await expect(api.post('/api/things', {})).rejects.toThrow('401: Somebody else is signed in');
    await expect(api.post('/api/things', {})).rejects.toThrow('401: Somebody else is signed in');
    expect(requests.filter(({ path }) => path === '/api/things').map(({ token }) => token)).toEqual(['own']);
    // Signing in takes their place.
    await api.post('/api/login', {}, undefined, { byAnybody: true });
    expect(requests.at(-1)).toMatchObject({ path: '/api/login', token: 'theirs' });
    setPersonCheck(async () => undefined);
  });

  it('takes the page of a Wi-Fi that asks for a sign-in as no answer', async () => {
    setCsrfToken('one');
    network(() => new Response('<html>Welcome, guest</html>', { headers: { 'content-type': 'text/html' } }));
    await expect(api.get('/api/things/1', z.unknown())).rejects.toThrow(NoConnection);
    await expect(api.delete('/api/things/1')).rejects.toThrow(NoConnection);
    await expect(getOrNull('/api/user', z.unknown())).rejects.toThrow(NoConnection);
  });

  it('reads a list page by page, following its links', async () => {
    network(({ path }) =>
      path.includes('cursor')
        ? Response.json([{ id: 2 }])
        : Response.json([{ id: 1 }], { headers: { link: '</api/things?limit=1&cursor=abc>; rel="next"' } }),
    );
    const schema = z.object({ id: z.number() });
    const first = await getPage('/api/things?limit=1', schema);
    expect(first).toEqual({ rows: [{ id: 1 }], next: '/api/things?limit=1&cursor=abc' });
    expect(await getPage(first.next ?? '', schema)).toEqual({ rows: [{ id: 2 }], next: null });
  });

  it('rejects an answer that does not match the contract', async () => {
    network(() => Response.json({ id: 1 }));
    await expect(api.get('/api/user', z.object({ id: z.string() }))).rejects.toBeInstanceOf(z.ZodError);
  });
});
