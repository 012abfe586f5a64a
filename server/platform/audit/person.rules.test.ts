import { expect, test } from 'vitest';
import { containsAddress, textWithout, type NamedPerson } from './person.rules.ts';

const person: NamedPerson = {
  id: 'a',
  username: '.*',
  fullName: 'J.* (B+) [x]|y$',
  addresses: ['j.b+tag@x.example'],
  formerAddresses: [],
};

test.each([
  ['Ask J.* (B+) [x]|y$ again', 'Ask [erased] again'],
  ['Ask Jim B x', 'Ask Jim B x'],
  ['.*', '[erased]'],
  ['anything', 'anything'],
  ['to j.b+tag@x.example', 'to [erased]'],
  ['to jxb+tag@x.example', 'to jxb+tag@x.example'],
  ['to j.bbbtag@x.example', 'to j.bbbtag@x.example'],
])('a name and an address are looked for as they are written: %s', (text, left) => {
  expect(textWithout(text, person, true)).toBe(left);
});

test('long texts that nearly hold an address are searched at once', () => {
  const start = performance.now();
  expect(containsAddress('-._%+'.repeat(40_000) + 'j.b+tag@x.exampl', 'j.b+tag@x.example')).toBe(false);
  expect(containsAddress('j.b+tag@x.example-.'.repeat(5000) + 'a', 'j.b+tag@x.example')).toBe(false);
  expect(performance.now() - start).toBeLessThan(500);
});
