import { expect, test } from 'vitest';
import { welcomeText } from '#web/features/users/welcome.ts';

const user = { firstName: 'Robin', username: 'robin', createdAt: '2026-11-21T09:00:00.000Z' };

test.each([
  ['2026-11-21T09:00:01Z', user, 'Welcome, Robin'],
  ['2026-11-22T08:59:59Z', user, 'Welcome, Robin'],
  ['2026-11-22T09:00:00Z', user, 'Welcome back, Robin'],
  ['2026-12-24T09:00:00Z', { ...user, firstName: null }, 'Welcome back, robin'],
])('at %s the dashboard of %o says %s', (now, person, text) =>
  expect(welcomeText(person, new Date(now).getTime())).toBe(text),
);
