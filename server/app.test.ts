import { hash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { csrfTokenOf } from '#server/platform/auth/tokens.ts';
import { refuseSlowBodies } from '#server/platform/http/slow-bodies.ts';
import { admin, anonymous, anybody, route } from '#server/platform/http/route.ts';
import { createTestApp, password, productionEnv, type TestApp } from '#test/app.ts';
import { statementsOf } from '#test/query-plans.ts';

const sessionSecret = 'x'.repeat(32);

/** The application with what all routes share, but without the product's routes. */
const appWithoutRoutes = (options: Partial<Parameters<typeof buildApp>[0]> = {}) =>
  buildApp({
    logger: createLogger({ level: 'fatal' }),
    sessionSecret,
    cookies: { secure: false },
    publicOrigin: null,
    trustedProxies: [],
    inlineCode: { styles: [], scripts: [] },
    uploadOrigin: null,
    allowsHost: null,
    resolveSession: async () => null,
    resolveKey: () => Promise.reject(new Error('nobody has a key')),
    ...options,
  });

describe('a call with the same answer for all callers', () => {
  it('does not look up the caller', async () => {
    const app = await createTestApp();
    try {
      const person = await app.person('property');
      const sent = await statementsOf(app.pool, async () => {
        expect((await person.get('/api/health')).status).toBe(200);
      });
      expect(sent).toEqual([]);
    } finally {
      await app.close();
    }
  });

  it.each([
    ['without declared access', {}, 'does not say who may call it'],
    ['that changes something', { access: anonymous }, 'changes something without looking at who calls'],
  ])('prevents the start of a server with a route %s', async (_what, config, reason) => {
    const app = await appWithoutRoutes();
    const start = async () => {
      app.post('/api/call', { config }, () => null);
      await app.ready();
    };
    await expect(start()).rejects.toThrow(reason);
  });
});

describe('a list', () => {
  const list = Array.from({ length: 200 }, (_, id) => ({ id, name: 'Harbor View Inn' }));
  const answerTo = async (body: unknown, headers: Record<string, string>) => {
    const app = await appWithoutRoutes();
    app.get('/api/list', { config: { access: anonymous } }, () => body);
    const answer = await app.inject({ url: '/api/list', headers });
    await app.close();
    return answer;
  };

  it('is compressed for who can read that', async () => {
    const { headers, rawPayload } = await answerTo(list, { 'accept-encoding': 'gzip, deflate, br' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-8' });
    expect(String(headers.vary).toLowerCase()).toContain('accept-encoding');
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(list);
    const plain = await answerTo(list, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.json()).toEqual(list);
  });

  it('is sent as it is where it is short, as those with a token are', async () => {
    const { headers, json } = await answerTo(list.slice(0, 50), { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(json()).toHaveLength(50);
  });

  it('does not make the server unpack what is sent to it', async () => {
    const app = await appWithoutRoutes();
    app.post('/api/list', { config: { access: anybody } }, (request) => request.body ?? null);
    const headers = {
      'content-type': 'application/json',
      'x-csrf-token': csrfTokenOf(sessionSecret, 'visitor', 'v1'),
      cookie: 'innspect_visitor=v1',
    };
    const send = (payload: string | Buffer, more = {}) =>
      app.inject({ method: 'POST', url: '/api/list', headers: { ...headers, ...more }, payload });
    const text = JSON.stringify(list);
    expect((await send(text)).statusCode).toBe(200);
    expect((await send(gzipSync(text), { 'content-encoding': 'gzip' })).statusCode).toBe(400);
    await app.close();
  });
});

describe('the address of the client', () => {
  let direct: TestApp;
  let proxied: TestApp;
  beforeAll(async () => {
    direct = await createTestApp({ env: { RATE_LIMIT: 'on' } });
    proxied = await createTestApp({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '10.1.0.0/16, ::1' } });
  });
  afterAll(async () => {
    await direct.close();
    await proxied.close();
  });

  /** Requests a password reset from a proxy's address; the proxy names the client's. */
  async function forgot(app: TestApp, remoteAddress: string, client: string): Promise<number> {
    const visitor = app.visitor();
    const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
    const headers = { 'x-csrf-token': csrfToken, 'x-forwarded-for': client };
    const payload = { email: 'nobody@example.com' };
    return (await visitor.send({ method: 'POST', url: '/api/password/forgot', remoteAddress, headers, payload }))
      .status;
  }
  const statuses = async (app: TestApp, remoteAddress: string) => {
    const found: number[] = [];
    for (let n = 0; n < 12; n += 1) found.push(await forgot(app, remoteAddress, `198.51.100.${n}`));
    return found;
  };
  const refusedAfterTen = [...Array.from({ length: 10 }, () => 202), 429, 429];

  it.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '::1'])(
    'is the connecting address, so that no header evades a limit: %s',
    async (address) => {
      expect(await statuses(direct, address)).toEqual(refusedAfterTen);
    },
  );

  it('is the address that a trusted proxy names, and that of no other proxy [api.running.8]', async () => {
    expect(await statuses(proxied, '10.1.2.3')).toEqual(Array.from({ length: 12 }, () => 202));
    expect(await statuses(proxied, '10.2.2.3')).toEqual(refusedAfterTen);
  });

  it.each([
    ['no setting', [], '10.1.2.3'],
    ['another setting', ['10.2.0.0/16'], '10.1.2.3'],
  ])('is missed by a proxy that %s names, which the log says once', async (_what, trustedProxies, remoteAddress) => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) };
    const app = await appWithoutRoutes({ trustedProxies, logger: createLogger({ level: 'warn', destination }) });
    const call = (headers: Record<string, string>, from = remoteAddress) =>
      app.inject({ method: 'GET', url: '/', remoteAddress: from, headers });
    await call({});
    // A proxy that the setting names may send what it wants.
    if (trustedProxies.length > 0) await call({ 'x-forwarded-for': '198.51.100.1' }, '10.2.3.4');
    expect(lines).toEqual([]);
    for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']) await call({ [name]: 'https' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      proxy: remoteAddress,
      msg: expect.stringContaining('TRUSTED_PROXIES does not name its sender'),
    });
    await app.close();
  });

  it('allows a secure cookie only behind a trusted proxy that uses https [api.common.4]', async () => {
    const cookieFrom = async (app: TestApp, remoteAddress: string) => {
      const person = await app.person('property');
      const visitor = app.visitor();
      const proto = { 'x-forwarded-proto': 'https' };
      const asked = await visitor.send({ method: 'GET', url: '/api/csrf-token', remoteAddress, headers: proto });
      const { headers } = await visitor.send({
        method: 'POST',
        url: '/api/login',
        remoteAddress,
        payload: { username: person.user.username, password },
        headers: { 'x-csrf-token': asked.body.csrfToken, ...proto },
      });
      return [headers['set-cookie']].flat().map(String).join('\n');
    };
    expect(await cookieFrom(proxied, '10.1.2.3')).toMatch(/__Host-innspect_session=.*; Path=\/; .*Secure/);
    expect(await cookieFrom(direct, '10.1.2.3')).not.toMatch(/Secure/);
  });
});

describe('a page whose host name was pointed at this server (DNS rebinding)', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { ALLOWED_HOSTS: 'demo.example.com', HOST: 'inn.example' } });
  });
  afterAll(() => app.close());
  const ask = (host: string, url = '/api/health') => app.visitor().send({ method: 'GET', url, headers: { host } });

  it('is refused in evaluation mode, whatever it requests', async () => {
    for (const url of ['/api/health', '/api/csrf-token', '/metrics', '/', '/uploads/x']) {
      const { status, body } = await ask('evil.example:3000', url);
      expect([url, status, body.code]).toEqual([url, 421, 'host_not_allowed']);
    }
  });

  it('is allowed by an IP address, a private name, or a configured name', async () => {
    for (const host of ['127.0.0.1:3000', 'localhost', '[::1]:3000', 'web:80', 'demo.example.com', 'inn.example']) {
      expect([host, (await ask(host)).status]).toEqual([host, 200]);
    }
  });
});

describe('the security token', () => {
  it("of a session cannot be obtained by using its id as a visitor's id", async () => {
    const app = await createTestApp();
    try {
      const person = await app.person('property');
      const { rows } = await app.database.pool.query('select id from sessions');
      const visitor = app.visitor();
      visitor.cookies.set('innspect_visitor', rows[0].id);
      const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
      const headers = { 'x-csrf-token': csrfToken };
      expect((await person.send({ method: 'POST', url: '/api/logout', headers })).status).toBe(403);
      expect((await person.get('/api/user')).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

describe('a body that arrives slowly', () => {
  /** A server with a very short time limit for bodies, so that the test need not wait. */
  async function listening(): Promise<{ app: FastifyInstance; port: number }> {
    const app = Fastify();
    refuseSlowBodies(app, { graceTime: 200, minBytesPerSecond: 1000, interval: 50 });
    app.post('/', async () => 'received');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    if (!address || typeof address === 'string') throw new Error('No port');
    return { app, port: address.port };
  }

  it('is cut off with 408, and a body in time is not', async () => {
    const { app, port } = await listening();
    try {
      const socket = connect(port, '127.0.0.1');
      socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\na');
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      // Unread bytes reset the connection, perhaps before the answer is read, and `once` would throw that error.
      socket.on('error', () => undefined);
      const closed = new Promise((resolve) => socket.on('close', resolve));
      const dribble = setInterval(() => socket.write('a'), 40);
      await closed;
      clearInterval(dribble);
      expect(answer === '' || /^HTTP\/1.1 408 [^]*The request did not arrive in time/.test(answer)).toBe(true);
      const quick = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x'.repeat(1000) });
      expect(await quick.text()).toBe('received');
    } finally {
      await app.close();
    }
  });
});

describe('a server that is stopping', () => {
  it(
    'does not wait for a browser that keeps its connection open after the last answer',
    { timeout: 20_000 },
    async () => {
      const app = await appWithoutRoutes();
      const asked = Promise.withResolvers<void>();
      const answer = Promise.withResolvers<string>();
      app.get('/api/slow', { config: { access: anonymous } }, () => {
        asked.resolve();
        return answer.promise;
      });
      const origin = await app.listen({ port: 0, host: '127.0.0.1' });
      const agent = new Agent({ keepAlive: true });
      const received = new Promise<number | undefined>((resolve, reject) =>
        get(`${origin}/api/slow`, { agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        }).once('error', reject),
      );
      await asked.promise;
      const closed = app.close();
      await expect.poll(() => app.server.listening).toBe(false);
      answer.resolve('late');
      expect(await received).toBe(200);
      await closed;
      agent.destroy();
    },
  );
});

describe('the headers of every answer', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: productionEnv, work: false });
  });
  afterAll(() => app.close());

  const expectProtected = (headers: Record<string, unknown>) => {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  };

  it.each(['/api/health', '/api/user', '/api/inspections/x'])('of %s let a browser do nothing with it', async (url) => {
    const { headers } = await app.visitor().get(url);
    expectProtected(headers);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    });
  });

  it.each(['/', '/api/docs', '/api/photos/x/voice-note', '/no/such/page', '/uploads/x'])(
    'of %s keep a browser from what no page needs',
    async (url) => {
      const { headers } = await app.visitor().get(url);
      expectProtected(headers);
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(part);
      }
      expect(policy).toMatch(/script-src 'self'/);
      expect(policy).toMatch(/style-src 'self'/);
      expect(policy).not.toContain('unsafe');
      expect(headers['permissions-policy']).toMatch(/camera=\(self\).*payment=\(\)/);
    },
  );

  it("allows the built page's own styles and scripts by their hash, and no others in a page", async () => {
    const inlineCode = { styles: ['i { color: red }'], scripts: ['load()'] };
    const app = await appWithoutRoutes({ inlineCode });
    const { headers } = await app.inject('/');
    const policy = String(headers['content-security-policy']);
    const sourcesOf = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1];
    expect(sourcesOf('style-src')).toBe(`'self' 'sha256-${hash('sha256', 'i { color: red }', 'base64')}'`);
    expect(sourcesOf('script-src')).toBe(`'self' 'sha256-${hash('sha256', 'load()', 'base64')}'`);
    await app.close();
  });

  it.each(['TRACE', 'PROPFIND', 'OPTIONS'] as const)('are all that a %s request gets', async (method) => {
    const { status, headers } = await app.visitor().send({ method: method as 'GET', url: '/api/user' });
    expect(status).toBe(404);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('the log of a refused or failed request', () => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } });
  afterEach(() => lines.splice(0));

  it('has one line with status, code, route and client, without the address, which may contain a token', async () => {
    const app = await appWithoutRoutes({ logger });
    const response = { 200: z.object({}) };
    route(app, 'GET', '/api/desk', { summary: '', tag: '', access: admin, response, handle: async () => ({}) });
    route(app, 'POST', '/api/open', { summary: '', tag: '', access: anybody, response, handle: async () => ({}) });
    const numbered = { query: z.object({ n: z.coerce.number() }), access: anybody, response };
    route(app, 'GET', '/api/numbered', { summary: '', tag: '', ...numbered, handle: async () => ({}) });
    await app.ready();
    const remoteAddress = '203.0.113.9';
    await app.inject({ method: 'GET', url: '/api/desk?token=secret', remoteAddress });
    await app.inject({ method: 'POST', url: '/api/open?token=secret', remoteAddress });
    await app.inject({ method: 'GET', url: '/api/nothing?token=secret', remoteAddress });
    await app.inject({ method: 'GET', url: '/api/numbered?n=secret', remoteAddress });
    await app.close();
    const shared = { level: 'info', msg: 'request refused', client: remoteAddress, userId: null };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...shared, status: 401, code: 'not_signed_in', method: 'GET', route: '/api/desk' },
      { ...shared, status: 403, code: 'security_token_refused', method: 'POST', route: '/api/open' },
      { ...shared, status: 400, code: 'invalid_input', method: 'GET', route: '/api/numbered' },
    ]);
    expect(lines.join('')).not.toContain('secret');
  });

  it('has the request and the cause of an error, which is never part of the answer', async () => {
    const app = await appWithoutRoutes({ logger });
    const handle = async () => {
      throw new Error('the inside');
    };
    const response = { 200: z.object({}) };
    route(app, 'GET', '/api/open', { summary: '', tag: '', access: anybody, response, handle });
    await app.ready();
    const { statusCode, body, headers } = await app.inject({ url: '/api/open?token=x', remoteAddress: '203.0.113.9' });
    await app.close();
    expect([statusCode, JSON.parse(body).code]).toEqual([500, 'server_error']);
    expect(body).not.toContain('inside');
    const [line = '', ...more] = lines;
    expect(more).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      level: 'error',
      msg: 'request failed',
      reqId: headers['x-request-id'],
      method: 'GET',
      route: '/api/open',
      client: '203.0.113.9',
      userId: null,
    });
    expect(line).not.toContain('token');
  });

  it('also covers a foreign host name and a body that is too large', async () => {
    const app = await appWithoutRoutes({ logger, allowsHost: (host) => host === 'inn.example' });
    const body = z.object({}).loose();
    const response = { 200: z.object({}) };
    route(app, 'POST', '/api/open', {
      summary: '',
      tag: '',
      access: anybody,
      body,
      response,
      handle: async () => ({}),
    });
    await app.ready();
    const visitor = 'v'.repeat(24);
    const headers = {
      cookie: `innspect_visitor=${visitor}`,
      'x-csrf-token': csrfTokenOf(sessionSecret, 'visitor', visitor),
    };
    const send = (host: string, size: number) =>
      app.inject({
        method: 'POST',
        url: '/api/open',
        payload: { text: 'x'.repeat(size) },
        headers: { ...headers, host },
      });
    expect((await send('inn.example', 10)).statusCode).toBe(200);
    expect((await send('evil.example', 10)).statusCode).toBe(421);
    expect((await send('inn.example', 20_000)).statusCode).toBe(413);
    await app.close();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'request refused', status: 421, code: 'host_not_allowed', client: '127.0.0.1' },
      { msg: 'request refused', status: 413, code: 'too_large', route: '/api/open' },
    ]);
  });
});
