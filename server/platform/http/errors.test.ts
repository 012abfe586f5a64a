import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#test/app.ts';
import type { Answer, Client } from '#test/client.ts';
import { caseFields, expectOk, startedRun } from '#test/factories.ts';

type Person = Awaited<ReturnType<TestApp['person']>>;
let app: TestApp;
let owner: Person;
let admin: Person;
let publishedCodes: string[];
beforeAll(async () => {
  app = await createTestApp();
  const { components } = (await app.visitor().get('/api/openapi.json')).body;
  publishedCodes = components.schemas.Problem.properties.code.enum;
  owner = await app.person('property');
  admin = await app.person('admin');
});
afterAll(() => app.close());

function expectProblem(answer: Answer, status: number, detail?: string | RegExp) {
  expect([answer.status, answer.headers['content-type']]).toEqual([
    status,
    expect.stringMatching(/^application\/problem\+json/),
  ]);
  expect(answer.body).toMatchObject({ type: 'about:blank', title: expect.any(String), status });
  expect(publishedCodes).toContain(answer.body.code);
  expect(answer.body.detail).toMatch(detail ?? /\S/);
  const extra = Object.keys(answer.body).filter(
    (key) => !['type', 'title', 'status', 'code', 'detail', 'errors'].includes(key),
  );
  expect(extra).toEqual([]);
  expect(answer.raw.toString()).not.toMatch(/\bat .*\.(ts|js):\d|node_modules|select |insert |FST_/);
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
}

const raw = (client: Client, url: string, payload: string, contentType?: string) =>
  client.send({
    method: 'POST',
    url,
    payload,
    headers: { 'x-csrf-token': client.csrfToken ?? '', ...(contentType ? { 'content-type': contentType } : {}) },
  });

describe('refusals', () => {
  it('have codes for programs, which stay the same whatever the sentence says [api.common.31]', async () => {
    const { id } = await expectOk(
      owner.post('/api/properties', { name: 'N', address: 'A', city: 'C', state: 'S', zipCode: 'Z' }),
      'Adding',
    );
    const missing = '/api/properties/00000000-0000-4000-8000-000000000000';
    const refusal = async (answer: Promise<Answer>) => {
      const { code, detail } = (await answer).body;
      return { code, detail };
    };
    expect(await refusal(app.visitor().get(missing))).toMatchObject({ code: 'not_signed_in' });
    expect(await refusal(owner.get(missing))).toMatchObject({ code: 'property_not_found' });
    expect(await refusal(owner.get('/api/admin/inspections'))).toMatchObject({ code: 'admins_only' });
    const name = await refusal(owner.put(`/api/properties/${id}`, { name: '' }));
    const rooms = await refusal(owner.put(`/api/properties/${id}`, { totalRooms: -1 }));
    expect([name.code, rooms.code]).toEqual(['invalid_input', 'invalid_input']);
    expect(name.detail).not.toBe(rooms.detail);
  });

  it('come in this order: signed in, security token, role, existence and ownership, body, state [api.common.21, api.common.5, api.common.8, api.common.10, api.common.11, api.common.12, api.common.13]', async () => {
    const opened = await expectOk(admin.post('/api/inspection-cases', caseFields('a@example.com')), 'Opening');
    const url = `/api/inspection-cases/${opened.id}`;
    const missing = '/api/inspection-cases/00000000-0000-4000-8000-000000000000';
    const put = (client: Client, to: string, csrf: string | null, payload: unknown = { status: 'nonsense' }) =>
      client.send({
        method: 'PUT',
        url: to,
        payload: payload as object,
        headers: csrf === null ? {} : { 'x-csrf-token': csrf },
      });
    expectProblem(await put(app.visitor(), missing, null), 401);
    expectProblem(await put(owner, missing, null), 403, /security token/);
    expectProblem(await put(owner, missing, 'wrong'), 403, /security token/);
    expectProblem(await put(owner, missing, admin.csrfToken), 403, /security token/);
    expectProblem(await put(owner, missing, owner.csrfToken), 403, /admin privileges/);
    expectProblem(await put(admin, missing, admin.csrfToken), 404);
    expectProblem(await put(admin, url, admin.csrfToken), 400);
    const cancel = { status: 'cancelled' };
    expect((await put(admin, url, admin.csrfToken, cancel)).status).toBe(200);
    expectProblem(await put(admin, url, admin.csrfToken, cancel), 409, /cancelled/);
  });

  it('requires the token before sign-in too, and refuses it afterwards [api.common.5, api.common.6]', async () => {
    const visitor = app.visitor();
    const login = { username: owner.user.username, password: 'x' };
    expectProblem(await visitor.send({ method: 'POST', url: '/api/login', payload: login }), 403);
    const { body } = await visitor.get('/api/csrf-token');
    expect(Object.keys(body)).toEqual(['csrfToken']);
    expectProblem(await visitor.post('/api/login', login), 401);
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const stale = await visitor.send({
      method: 'POST',
      url: '/api/logout',
      headers: { cookie, 'x-csrf-token': body.csrfToken },
    });
    expectProblem(stale, 403);
  });
});

describe('hostile requests', () => {
  it('an unknown address under /api', async () => {
    expectProblem(await app.visitor().get('/api/nothing'), 404);
    expectProblem(await owner.post('/api/nothing/at/all', {}), 404);
    expectProblem(await owner.send({ method: 'PATCH', url: '/api/user', payload: {} }), 404);
  });

  it.each(['/api/properties/%zz', '/api/%', `/api/properties/${'a'.repeat(5000)}`])(
    'an address that cannot be parsed: %s',
    async (url) => {
      const answer = await owner.get(url);
      expectProblem(answer, answer.status);
      expect([400, 404, 414]).toContain(answer.status);
    },
  );

  it('paths that the router or the file server handles', async () => {
    expectProblem(await owner.get('/api/properties/%zz'), 400, 'This address cannot be read');
    expectProblem(await owner.get(`/api/properties/${'a'.repeat(5000)}`), 404, 'Property not found');
  });

  it('what is not HTTP at all is answered in the same form, and the connection is closed', async () => {
    await app.system.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.system.app.server.address() as AddressInfo;
    for (const [request, status] of [
      ['NONSENSE\r\n\r\n', 400],
      [`GET /api/${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(port, '127.0.0.1');
      socket.write(request);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(head).toMatch(/content-type: application\/problem\+json\r\nx-request-id: [0-9a-f-]{36}/);
      expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status, detail: expect.stringMatching(/^The /) });
    }
  });

  it('an input whose schema has no message of its own is refused with a sentence that names the field [api.common.8]', async () => {
    const property = await expectOk(
      owner.post('/api/properties', { name: 'N', address: 'A', city: 'C', state: 'S', zipCode: 'Z', totalRooms: '12' }),
      'Adding',
    );
    expect(property.totalRooms).toBe(12);
    const url = `/api/properties/${property.id}`;
    for (const totalRooms of [true, [5], '0x10', '1e3', {}]) {
      expectProblem(await owner.put(url, { totalRooms }), 400, 'Rooms must be a number');
    }
    const wrong = await owner.put(url, { brandStandard: ['x'], status: 'open' });
    expectProblem(wrong, 400, 'brandStandard must be a text');
    expect(wrong.body.errors).toEqual({
      brandStandard: 'brandStandard must be a text',
      status: 'status must be one of active, inactive',
    });
    const list = await owner.put(url, []);
    expectProblem(list, 400, 'What was sent must be an object');
    expect(list.body.errors).toBeUndefined();
    const sentences: [string, string][] = [
      ['limit=abc', 'limit must be a number'],
      ['limit=0', 'limit must be at least 1'],
      ['limit=201', 'limit must be at most 200'],
      ['limit=1.5', 'limit must be a whole number'],
      ['limit=5&limit=6', 'limit must be a number'],
      ['propertyId=1', 'propertyId must be an id (a UUID)'],
      [`cursor=${'a'.repeat(300)}`, 'cursor must have at most 200 characters'],
      ['status=open', 'status must be one of in_progress, pending_review, approved, requires_action'],
    ];
    for (const [query, sentence] of sentences)
      expectProblem(await owner.get(`/api/inspections?${query}`), 400, sentence);
  });

  it('an invalid id', async () => {
    for (const id of ['1', "x' or 1=1", '%00', '..%2f..%2fetc', 'null', '00000000-0000-0000-0000-00000000000g']) {
      expectProblem(await owner.get(`/api/properties/${encodeURIComponent(id)}`), 404, 'Property not found');
      expectProblem(await owner.get(`/api/photos/${encodeURIComponent(id)}/file`), 404);
    }
  });

  it('a body that is not JSON, of another type, too large or of another shape [api.common.15, api.common.16, api.common.19]', async () => {
    const url = '/api/properties';
    expectProblem(await raw(owner, url, '{"name":', 'application/json'), 400, /JSON/);
    expectProblem(await raw(owner, url, '', 'application/json'), 400);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
      'text/xml',
    ]) {
      expectProblem(await raw(owner, url, 'name=x', type), 415);
    }
    expectProblem(await raw(owner, url, JSON.stringify({ name: 'x'.repeat(3_000_000) }), 'application/json'), 413);
    for (const text of ['[]', '"text"', '17', 'null', 'true', '[[[]]]', '{"__proto__":{"name":"x"}}']) {
      expectProblem(await raw(owner, url, text, 'application/json'), 400);
    }
    expectProblem(await raw(owner, url, '['.repeat(60_000), 'application/json'), 400);
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    expectProblem(await raw(owner, url, deep, 'application/json'), 400);
    expectProblem(await raw(owner, url, '['.repeat(900_000), 'application/json'), 413);
  });

  it('ten concurrent requests with 2 MB of brackets from a visitor do not block the server', async () => {
    const visitor = app.visitor();
    visitor.csrfToken = (await visitor.get('/api/csrf-token')).body.csrfToken;
    const flood = Array.from({ length: 10 }, () =>
      raw(visitor, '/api/login', '['.repeat(2 * 1024 * 1024), 'application/json'),
    );
    for (const answer of await Promise.all(flood)) expectProblem(answer, 413, 'The request is too large');
    expectProblem(await raw(visitor, '/api/login', '['.repeat(16_000), 'application/json'), 400, /nested too deeply/);
    expectProblem(
      await raw(visitor, '/api/login', JSON.stringify({ username: 'x'.repeat(17_000) }), 'application/json'),
      413,
    );
    const values = JSON.stringify({ ...caseFields('a@example.com'), requirements: Array(60_000).fill('') });
    const many = await admin.send({
      method: 'POST',
      url: '/api/inspection-cases',
      payload: values,
      headers: { 'x-csrf-token': admin.csrfToken ?? '', 'content-type': 'application/json' },
    });
    expectProblem(many, 400, /too many values/);
    const whole = { ...caseFields('a@example.com'), requirements: Array(500).fill('x'.repeat(1000)) };
    expect((await admin.post('/api/inspection-cases', whole)).status).toBe(201);
  });

  it('text that the database cannot store [api.common.19]', async () => {
    const fields = { name: 'A\0B', address: 'a', city: 'b', state: 'c', zipCode: 'd' };
    expectProblem(await owner.post('/api/properties', fields), 400);
    expectProblem(await owner.post('/api/properties', { ...fields, name: 'half \ud800 pair' }), 400);
    expectProblem(await owner.post('/api/properties', { ...fields, name: 'ok', ['\0']: 1 }), 400);
    expectProblem(await admin.get('/api/admin/inspection-cases?q=%00'), 400);
    expectProblem(await admin.get('/api/admin/audit-logs?entityId=%00'), 400);
    expectProblem(await app.visitor().post('/api/login', { username: 'a\0b', password: 'x' }), 400);
    const whole = await owner.post('/api/properties', { ...fields, name: 'Café 🏨 “Zum Löwen”' });
    expect([whole.status, whole.body.name]).toEqual([201, 'Café 🏨 “Zum Löwen”']);
  });

  it('values of another type in every field [api.common.19]', async () => {
    const { areas } = await startedRun(owner);
    const patch = (body: unknown) => owner.patch(`/api/area-sessions/${areas[0].id}`, body);
    for (const value of [null, 'x', -1, 1e308, [], {}, 2 ** 53, 101]) {
      expectProblem(await patch({ progressPercent: value }), 400);
    }
    for (const value of [null, 'yes', 1, []]) expectProblem(await patch({ permissionCamera: value }), 400);
    for (const value of ['completed', 'not_started', 'approved', '', null, 1]) {
      expectProblem(await patch({ status: value }), 400);
    }
  });

  it.each(['0', '-1', '201', '1.5', 'many', '', '1e9', '50&limit=60'])('limit=%s [api.common.23]', async (limit) => {
    for (const list of lists) expectProblem(await admin.get(`${list}?limit=${limit}`), 400);
  });

  const uuid = '00000000-0000-4000-8000-000000000000';
  it.each([
    'x',
    Buffer.from('1~').toString('base64url'),
    Buffer.from(`x~${uuid}`).toString('base64url'),
    Buffer.from(`-8000000000000000~${uuid}`).toString('base64url'),
    Buffer.from(`8640000000000000~${uuid}`).toString('base64url'),
    Buffer.from(`1~${'-'.repeat(36)}`).toString('base64url'),
    Buffer.from(`1~${"'".repeat(36)}`).toString('base64url'),
    'a'.repeat(500),
  ])('cursor=%s [api.common.19]', async (cursor) => {
    for (const list of [...lists, '/api/admin/inspection-cases', '/api/admin/inspections', '/api/admin/audit-logs']) {
      expectProblem(await admin.get(`${list}?cursor=${cursor}`), 400);
    }
  });

  it.each([
    ['0000-01-01', 200],
    ['9999-12-31', 200],
    ['2026-02-30', 400],
    ['now', 400],
    ['-000001-01-01T00:00:00Z', 400],
  ])('from=%s is answered with %i', async (from, status) => {
    expect((await admin.get(`/api/admin/inspections?from=${from}`)).status).toBe(status);
  });

  const lists = [
    '/api/properties',
    '/api/inspection-cases',
    '/api/inspection-runs/active',
    '/api/area-sessions',
    '/api/inspections',
    '/api/pip-reports',
    '/api/messages',
  ];
});

describe('a query parameter that is sent twice', () => {
  it.each(['/api/messages?limit=1&limit=2', '/api/messages?cursor=a&cursor=b'])('is refused: %s', async (url) => {
    const { status, body } = await owner.get(url);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});

describe('every answer', () => {
  it('has its own request id and no-store [api.common.28]', async () => {
    const [one, two] = [await owner.get('/api/user'), await owner.get('/api/user')];
    expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
    expect(one.headers['cache-control']).toBe('no-store');
    expect(one.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
    expect(one.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('lets a page connect to this server only', async () => {
    const from = async (host: string) => {
      const { headers } = await app.visitor().send({ method: 'GET', url: '/', headers: { host } });
      return /connect-src ([^;]*);/.exec(String(headers['content-security-policy']))?.[1];
    };
    expect(await from('inn.example:4000')).toBe("'self' ws://inn.example:4000 wss://inn.example:4000");
    expect(await from('[::1]:4000')).toBe("'self' ws://[::1]:4000 wss://[::1]:4000");
    expect(await from('evil.example *')).toBe("'self' 'self'");
  });

  it('of the contract is published [api.common.30]', async () => {
    const { status, body } = await app.visitor().get('/api/openapi.json');
    expect([status, body.openapi]).toEqual([200, '3.1.0']);
    for (const path of [
      '/api/inspection-cases/link',
      '/api/area-sessions/{id}',
      '/api/photos',
      '/api/properties/{id}',
    ]) {
      expect(Object.keys(body.paths)).toContain(path);
    }
    // Scripts and styles of its page need the nonce of the answer.
    const nonces = [];
    for (const page of [await app.visitor().get('/api/docs/'), await app.visitor().get('/api/docs/')]) {
      expect(page.status).toBe(200);
      const policy = String(page.headers['content-security-policy']);
      const [, nonce] = /script-src 'self' ('nonce-[\w+/=]{24}');/.exec(policy) ?? [];
      expect(policy).toContain(`style-src 'self' ${nonce};`);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(2);
  });
});
