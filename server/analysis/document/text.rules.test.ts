import { expect, test } from 'vitest';
import { keptText, requirementLines } from './text.rules.ts';

test.each([
  ['numbers', '1. First\r\n2) Second\r\n(3) Third', ['First', 'Second', 'Third']],
  ['letters', 'a) First\nB. Second', ['First', 'Second']],
  ['bullets and boxes', '• First\n- Second\n☐ Third\n– Fourth', ['First', 'Second', 'Third', 'Fourth']],
  ['page numbers', 'First\nPage 1 of 2\n3\n4/5\n- 6', ['First', '6']],
  [
    'lines that go on',
    'Show the extinguisher of the\nkitchen and its tag\nPool gate',
    ['Show the extinguisher of the kitchen and its tag', 'Pool gate'],
  ],
  ['a sentence that ended', 'Check the gate.\nelevators too', ['Check the gate.', 'elevators too']],
  ['words divided at the line end', 'All exting\u0002uishers', ['All extinguishers']],
  ['what cannot be stored', 'Nul\0 and half a pair \uD800 here', ['Nul and half a pair here']],
  ['plain numbers that begin a line', '24 hours of notice', ['24 hours of notice']],
  ['nothing', ' \r\n \n', []],
])('requirements: %s', (_name, page, lines) => expect(requirementLines([page])).toEqual(lines));

test('a list continues across pages', () => {
  expect(requirementLines(['• One\n• Two of', 'them'])).toEqual(['One', 'Two of them']);
});

test('stored text', () => {
  expect(keptText(['a\r\nb\r\n\r\n\r\n\r\nc', 'd'], 100)).toBe('a\nb\n\nc\n\nd');
  expect(keptText(['', ' \n '], 100)).toBeNull();
  expect(keptText(['12345678901'], 10)).toBe('123456789…');
});
