import { expect, it } from 'vitest';
import { newSessionId } from '#web/features/inspections/session-id.ts';

it('is a random string of 21 letters, digits, - or _ [7.calls.29]', () => {
  const ids = Array.from({ length: 500 }, newSessionId);
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/);
  expect(new Set(ids).size).toBe(500);
});
