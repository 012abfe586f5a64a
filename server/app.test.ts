import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { admin, anybody, route } from '#server/platform/http/route.ts';
import { createTestApp, password, type TestApp } from '#test/app.ts';

describe('who the client is', () => {
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

  /** Asks for a reset from a proxy at an address, which says who it asks for. */
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

  it('is whom a trusted proxy names, and nobody else [api.running.8]', async () => {
    expect(await statuses(proxied, '10.1.2.3')).toEqual(Array.from({ length: 12 }, () => 202));
    expect(await statuses(proxied, '10.2.2.3')).toEqual(refusedAfterTen);
  });

  it('gets a secure cookie only behind a trusted proxy that uses https [api.common.4]', async () => {
    const cookieFrom = async (app: TestApp, remoteAddress: string) => {
      const person = await app.person('property');
      const { headers } = await person.send({
        method: 'POST',
        url: '/api/login',
        remoteAddress,
        payload: { username: person.user.username, password },
        headers: { 'x-csrf-token': person.csrfToken ?? '', 'x-forwarded-proto': 'https' },
      });
      return [headers['set-cookie']].flat().map(String).join('\n');
    };
    expect(await cookieFrom(proxied, '10.1.2.3')).toMatch(/innspect_session=.*; Secure/);
    expect(await cookieFrom(direct, '10.1.2.3')).not.toMatch(/Secure/);
  });
});

describe('what is logged of a refusal', () => {
  const lines: string[] = [];
  afterEach(() => lines.splice(0));

  it('is one line with its status, code, route and client, without the address, which may contain a token', async () => {
    const app = await buildApp({
      logger: createLogger({ level: 'info', destination: { write: (line: string) => void lines.push(line) } }),
      sessionSecret: 'x'.repeat(32),
      cookies: { secure: false },
      publicOrigin: null,
      trustedProxies: [],
      uploadOrigin: null,
      resolveSession: async () => null,
    });
    const response = { 200: z.object({}) };
    route(app, 'GET', '/api/desk', { summary: '', tag: '', access: admin, response, handle: async () => ({}) });
    route(app, 'POST', '/api/open', { summary: '', tag: '', access: anybody, response, handle: async () => ({}) });
    await app.ready();
    const remoteAddress = '203.0.113.9';
    await app.inject({ method: 'GET', url: '/api/desk?token=secret', remoteAddress });
    await app.inject({ method: 'POST', url: '/api/open?token=secret', remoteAddress });
    await app.inject({ method: 'GET', url: '/api/nothing?token=secret', remoteAddress });
    await app.close();
    const shared = { level: 'info', msg: 'request refused', client: remoteAddress, userId: null };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ...shared, status: 401, code: 'not_signed_in', method: 'GET', route: '/api/desk' },
      { ...shared, status: 403, code: 'security_token_refused', method: 'POST', route: '/api/open' },
    ]);
    expect(lines.join('')).not.toContain('secret');
  });
});
