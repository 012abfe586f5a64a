import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, productionEnv, type TestApp } from '#test/app.ts';

const address = '/.well-known/security.txt';
const year = 366 * 86_400_000;
const fieldsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );

describe('security.txt', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { ...productionEnv, SECURITY_CONTACT: 'security@example.com' }, work: false });
  });
  afterAll(() => app.close());
  afterEach(() => vi.useRealTimers());

  it('is public and follows RFC 9116', async () => {
    const { status, headers, body } = await app.visitor().get(address);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(fieldsOf(body)).toEqual({
      Contact: 'mailto:security@example.com',
      Expires: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/),
      'Preferred-Languages': 'en',
      Canonical: 'https://innspect.example/.well-known/security.txt',
    });
  });

  it('expires in the future and within a year, however long the server runs', async () => {
    for (const now of [Date.now(), Date.now() + 5 * year]) {
      vi.useFakeTimers({ toFake: ['Date'], now });
      const left = Date.parse(fieldsOf((await app.visitor().get(address)).body).Expires ?? '') - now;
      expect(left).toBeGreaterThan(0);
      expect(left).toBeLessThan(year);
    }
  });
});

it('leaves out the canonical address when it is unknown, and does not exist without the setting', async () => {
  const form = 'https://example.com/report?kind=hole';
  const named = await createTestApp({ env: { SECURITY_CONTACT: form }, work: false });
  const silent = await createTestApp({ work: false });
  try {
    const fields = fieldsOf((await named.visitor().get(address)).body);
    expect(Object.keys(fields)).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
    expect(fields.Contact).toBe(form);
    const missing = await silent.visitor().get(address);
    expect([missing.status, missing.body.code]).toEqual([404, 'address_not_found']);
  } finally {
    await named.close();
    await silent.close();
  }
});
