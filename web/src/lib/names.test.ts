import { expect, it } from 'vitest';
import { initials } from './names.ts';

it.each([
  ['Robin', 'Vega', 'RV'],
  [' Robin ', null, 'R'],
  ['Zoë', 'Åberg', 'ZÅ'],
  // As Unicode's decomposed form writes them: a letter and its accent.
  ['E\u0301lise', 'o\u0308zer', 'E\u0301O\u0308'],
  ['👩‍🔧 Ada', '王', '👩‍🔧王'],
  [null, null, 'NI'],
])('the initials of %s %s are %s', (firstName, lastName, letters) => {
  expect(initials({ firstName, lastName, username: 'night' })).toBe(letters);
});
