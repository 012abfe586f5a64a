import { expect, test } from 'vitest';
import { registerSchema } from './users.ts';

const fields = { email: 'a@example.com', password: 'correct horse battery' };
const parsed = (username: string) => registerSchema.safeParse({ ...fields, username });

test.each([
  ['mara', 'mara'],
  ['  Mara Quill ', 'Mara Quill'],
  ['Übersee_7', 'Übersee_7'],
  ['ｍａｒａ', 'mara'],
  ['o\u0308zil', 'özil'],
  ['Мария', 'Мария'],
  ['田中 Tanaka', '田中 Tanaka'],
  ['김min', '김min'],
  ['x@example.com', 'x@example.com'],
])('%j is the name %j', (given, name) => expect(parsed(given).data?.username).toBe(name));

test.each([
  ['a Cyrillic а', 'm\u0430ra'],
  ['a Greek ο', 'r\u03bfbin'],
  ['a Cherokee letter', 'mar\u13aa'],
  ['a zero-width space', 'ma\u200bra'],
  ['a right-to-left mark', 'ma\u202era'],
  ['a soft hyphen', 'ma\u00adra'],
  ['a Hangul filler', 'ma\u3164ra'],
  ['a variation selector', 'mara\ufe0f'],
  ['a tab', 'ma\tra'],
  ['a private character', 'ma\ue000ra'],
])('%s in a name is refused', (_what, given) => {
  const { error } = parsed(given);
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['username', expect.stringMatching(/^Username /)],
  ]);
});
