import { expect, test } from 'vitest';
import { finalText, insertSpoken } from './dictation.ts';

test.each([
  ['', 0, 0, 'water below the window', 'Water below the window'],
  ['Cracked tile', 12, 12, 'near the drain', 'Cracked tile near the drain'],
  ['Cracked tile. ', 14, 14, 'loose grout', 'Cracked tile. Loose grout'],
  ['Cracked tile, loose', 12, 12, 'near the drain', 'Cracked tile near the drain, loose'],
  ['a big stain here', 2, 5, 'small', 'a small stain here'],
])('%j takes what was said at %i to %i', (text, from, to, said, expected) => {
  const inserted = insertSpoken(text, from, to, said);
  expect(inserted.text).toBe(expected);
  expect(inserted.text.slice(0, inserted.caret).toLowerCase().endsWith(said.toLowerCase())).toBe(true);
});

test('only new and finished sentences count', () => {
  const results = [
    { isFinal: true, 0: { transcript: 'said before' } },
    { isFinal: true, 0: { transcript: ' loose rail ' } },
    { isFinal: false, 0: { transcript: 'on the' } },
  ];
  expect(finalText({ resultIndex: 1, results })).toBe('loose rail');
});
