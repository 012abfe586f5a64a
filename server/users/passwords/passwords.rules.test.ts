import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isEasilyGuessed } from './passwords.rules.ts';

const mara = {
  username: 'mquill',
  email: 'mara.quill@example.com',
  firstName: 'Mara',
  lastName: 'Quill',
  propertyName: 'Harbour Inn',
};

test.each([
  'password',
  'PassWord',
  '12345678',
  'qwertyuiop',
  // Long enough, but not among the 3,000 most common of any length.
  'P@ssw0rd',
  'Innspect',
  ' innspect ',
  'mquill',
  'mara.quill',
  'Mara.Quill@Example.com',
  'MaraQuill',
  'quill mara',
  'harbour inn',
  'ｐａｓｓｗｏｒｄ',
  'innspect2026',
  'innspect2026!',
  'MaraQuill#2026',
  '1!Innspect.',
  'harbour inn 26',
  'harbourinn1',
  'Harbour-Inn!',
  'aaaaaaaa',
  'ababababab',
])('%j is easily guessed', (password) => expect(isEasilyGuessed(password, mara)).toBe(true));

test.each([
  'correct horse battery',
  'Passw0rd!23',
  'innspect-admin',
  'innspect-owner',
  'Mara Quill walks her dog at seven',
  'harbour inn 1987 lobby',
  'x'.repeat(200),
])('%j is not', (password) => expect(isEasilyGuessed(password, mara)).toBe(false));

test('3,000 of the common passwords are long enough to be chosen here (OWASP ASVS 5.0, 6.2.4)', () => {
  const lines = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n');
  expect(lines.filter((line) => line.length >= 8 && !line.startsWith('#')).length).toBeGreaterThanOrEqual(3000);
});
