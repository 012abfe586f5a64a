import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';
import type { Answer, Client } from '#test/client.ts';
import { createLimits } from './limits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT: 'on' } });
});
afterAll(() => app.close());

function expectRefused(answer: Answer | undefined) {
  expect(answer?.body).toMatchObject({ type: 'about:blank', title: 'Too many tries', status: 429 });
  const seconds = Number(answer?.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
}

describe('limits on attempts', () => {
  it('stop guessing a password, even with many attempts at once [api.common.18]', async () => {
    const person = await app.person('property');
    const guess = { username: person.user.username, password: 'guess' };
    const visitor = app.visitor();
    await visitor.get('/api/csrf-token');
    const answers = await Promise.all(Array.from({ length: 14 }, () => visitor.post('/api/login', guess)));
    const statuses = answers.map((answer) => answer.status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429, 429]);
    expectRefused(answers.find((answer) => answer.status === 429));
    expectRefused(await visitor.post('/api/login', { ...guess, password }));
    // The limit does not affect another account.
    const other = await app.person('property');
    expect((await visitor.post('/api/login', { username: other.user.username, password })).status).toBe(200);
  });

  it('stop guessing one password from many addresses, by username and e-mail address alike', async () => {
    const person = await app.person('property');
    const visitor = app.visitor();
    const { csrfToken } = (await visitor.get('/api/csrf-token')).body;
    const guess = async (n: number, username: string) =>
      (
        await visitor.send({
          method: 'POST',
          url: '/api/login',
          payload: { username, password: 'guess' },
          remoteAddress: `198.51.100.${n}`,
          headers: { 'x-csrf-token': csrfToken },
        })
      ).status;
    const { username, email } = person.user;
    const statuses: number[] = [];
    for (let n = 0; n < 104; n += 1) statuses.push(await guess(n, n % 2 === 0 ? username : email));
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 401), 429, 429, 429, 429]);
    // Nobody is locked out of the browser with which they signed in before, and it may still not guess without end.
    const other = await app.person('property');
    const signIn = async (client: Client, typed: string, n: number) => {
      const token = (await client.get('/api/csrf-token')).body.csrfToken;
      const payload = { username, password: typed };
      const headers = { 'x-csrf-token': token };
      return (
        await client.send({ method: 'POST', url: '/api/login', payload, headers, remoteAddress: `203.0.113.${n}` })
      ).status;
    };
    await person.post('/api/logout');
    await other.post('/api/logout');
    expect(await signIn(app.visitor(), password, 200)).toBe(429);
    expect(await signIn(other, password, 201)).toBe(429);
    expect(await signIn(person, password, 202)).toBe(200);
    await person.post('/api/logout');
    const own: number[] = [];
    for (let n = 0; n < 31; n += 1) own.push(await signIn(person, 'guess', n));
    expect(own).toEqual([...Array.from({ length: 30 }, () => 401), 429]);
  });

  it('do not count successful sign-ins', async () => {
    const person = await app.person('property');
    for (let time = 0; time < 12; time += 1) {
      expect((await person.post('/api/login', { username: person.user.username, password })).status).toBe(200);
    }
  });

  it('stop trying case numbers after ten in a minute [decisions.linking.6, api.common.18]', async () => {
    const person = await app.person('property');
    for (let time = 0; time < 10; time += 1) {
      expect((await person.post('/api/inspection-cases/link', { caseNumber: `CASE-20260101-AAA${time}` })).status).toBe(
        404,
      );
    }
    expectRefused(await person.post('/api/inspection-cases/link', { caseNumber: 'CASE-20260101-AAAB' }));
  });

  it('stop requests for resets', async () => {
    const visitor = app.visitor();
    for (let time = 0; time < 10; time += 1) {
      expect((await visitor.post('/api/password/reset', { token: 'x', password })).status).toBe(410);
    }
    expectRefused(await visitor.post('/api/password/forgot', { email: 'a@example.com' }));
  });

  it('stop sending links to one address after another', async () => {
    const person = await app.person('property');
    const name = (email: string) => person.put('/api/user/profile', { email });
    for (let time = 0; time < 10; time += 1) expect((await name(`stranger${time}@example.com`)).status).toBe(200);
    const refusal = await name('stranger10@example.com');
    expect([refusal.status, refusal.body.code]).toEqual([429, 'too_many_tries']);
    // Saving the form without another address does not count.
    expect((await name('STRANGER9@example.com')).status).toBe(200);
  });

  it('are counted across all processes, and survive a restart', async () => {
    const second = await createTestApp({ env: { RATE_LIMIT: 'on' }, beside: app });
    const person = await app.person('property');
    const guess = { username: person.user.username, password: 'guess' };
    const visitors = [app.visitor(), second.visitor()];
    for (const visitor of visitors) await visitor.get('/api/csrf-token');
    const tries = Array.from({ length: 20 }, () => visitors.map((visitor) => visitor.post('/api/login', guess))).flat();
    const answers = await Promise.all(tries);
    await second.close();
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(30);
    const restarted = await createTestApp({ env: { RATE_LIMIT: 'on' }, beside: app });
    expectRefused(await restarted.visitor().post('/api/login', guess));
    await restarted.close();
  });

  it('store no typed name', async () => {
    const visitor = app.visitor();
    await visitor.post('/api/login', { username: 'mistyped-secret', password: 'guess' });
    const { rows } = await app.pool.query<{ key: string }>('SELECT key FROM try_counts');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ key }) => key).join(' ')).not.toContain('mistyped-secret');
  });

  it('can be turned off', async () => {
    const limits = createLimits(app.database.db, false);
    await Promise.all(Array.from({ length: 200 }, () => limits.signInAccount.consume('x')));
  });
});
