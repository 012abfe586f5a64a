import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, password, type TestApp } from '#test/app.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ log: (line) => void lines.push(line), work: false });
});
afterAll(() => app.close());

it('a wrong password logs the account that was tried, and never what was typed', async () => {
  const person = await app.person('property');
  const typed = 'my-password-in-the-wrong-field';
  for (const username of [person.user.username, person.user.email, typed]) {
    expect((await app.visitor().post('/api/login', { username, password: typed })).status).toBe(401);
  }
  expect((await app.visitor().post('/api/login', { username: person.user.username, password })).status).toBe(200);
  const wrong = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'wrong password');
  const { id: userId } = person.user;
  expect(wrong).toMatchObject([
    { level: 'info', userId, client: '127.0.0.1' },
    { level: 'info', userId, client: '127.0.0.1' },
    { level: 'info', userId: null, client: '127.0.0.1' },
  ]);
  expect(lines.join('')).not.toContain(typed);
});
