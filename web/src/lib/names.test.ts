import { afterEach, expect, it, vi } from 'vitest';
import { initials } from './names.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

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

it('plain names and people without one need no segmenter, which takes a phone long to make', async () => {
  vi.stubGlobal('Intl', {});
  vi.resetModules();
  const fresh = await import('./names.ts');
  expect(fresh.initials({ firstName: null, lastName: null, username: 'night' })).toBe('NI');
  expect(fresh.initials({ firstName: 'Robin', lastName: '' })).toBe('R');
  expect(() => fresh.initials({ firstName: 'Åsa', lastName: null })).toThrow('Segmenter');
});
