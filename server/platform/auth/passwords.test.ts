import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import { createPasswords } from './passwords.ts';

describe('hashing', () => {
  const passwords = createPasswords({ threads: 1, waiting: 2 });
  afterAll(() => passwords.close());

  it('creates Argon2id hashes that match their password only, even with more than 64 characters', async () => {
    const long = 'correct horse battery staple '.repeat(6);
    const hash = await passwords.hash(long);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
    expect(await passwords.verify(hash, long)).toBe(true);
    expect(await passwords.verify(hash, long.slice(0, -1))).toBe(false);
    expect(await passwords.verify(null, long)).toBe(false);
  });

  it('refuses a request that would wait too long', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => passwords.hash('x')));
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(12);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ status: 503, code: 'too_many_passwords', headers: { 'retry-after': '5' } });
    }
    expect(await passwords.hash('afterwards')).toMatch(/^\$argon2id/);
  });
});

describe('a flood of sign-ins with unknown names', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMIT: 'on' }, passwords: { threads: 1, waiting: 8 } });
  });
  afterAll(() => app.close());

  it('is refused beyond a few, while files and pages stay fast', async () => {
    const person = await app.person('property');
    const visitor = app.visitor();
    const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
    const bytes = Buffer.from('not a picture, but a file');
    let isOver = false;
    const flood = Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        visitor.send({
          method: 'POST',
          url: '/api/login',
          payload: { username: `nobody${n}`, password },
          remoteAddress: `203.0.113.${n}`,
          headers: { 'x-csrf-token': csrfToken },
        }),
      ),
    ).finally(() => {
      isOver = true;
    });
    await app.upload(person, bytes);
    expect((await person.get('/api/user')).status).toBe(200);
    expect(isOver).toBe(false);
    const answers = await flood;
    const counts = Map.groupBy(answers, ({ status }) => status);
    expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual([401, 503]);
    expect(counts.get(401)?.length).toBeGreaterThanOrEqual(8);
    for (const { headers, body } of counts.get(503) ?? []) {
      expect([headers['retry-after'], body.code]).toEqual(['5', 'too_many_passwords']);
    }
    const login = { username: person.user.username, password };
    expect((await app.visitor().post('/api/login', login)).status).toBe(200);
  });
});
