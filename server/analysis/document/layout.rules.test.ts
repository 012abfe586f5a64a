import { describe, expect, test } from 'vitest';
import { readingTexts, type Character } from './layout.rules.ts';

/** Characters of 10 points, each 5 wide, from a place in points; the page is 800 high. */
const at = (left: number, baseline: number, text: string): Character[] =>
  Array.from(text).flatMap((character, index) =>
    character === ' '
      ? []
      : [{ text: character, left: left + index * 5, right: left + index * 5 + 5, baseline, height: 10 }],
  );
const read = (...pages: Character[][][]) =>
  readingTexts(pages.map((page) => ({ height: 800, characters: page.flat() }))).map((text) => text.split('\n'));

describe('rows of a table', () => {
  test('are one line each, without their numbers, with all lines of their cells', () => {
    expect(
      read([
        at(50, 600, '1'),
        at(80, 600, 'Guest room doors close'),
        at(300, 600, 'Guest Rooms'),
        at(420, 600, 'Dec 20'),
        at(80, 590, 'and latch'),
        at(50, 570, '2'),
        at(80, 570, 'Pool gate latches'),
        at(300, 570, 'Pool'),
        at(420, 570, 'Dec 22'),
      ]),
    ).toEqual([['Guest room doors close and latch · Guest Rooms · Dec 20', 'Pool gate latches · Pool · Dec 22']]);
  });
  test('are whole where shorter cells stand in the middle of the row', () => {
    expect(
      read([
        at(80, 600, 'Elevator certificate in'),
        at(300, 595, 'Common Areas'),
        at(80, 590, 'the cab'),
        at(80, 570, 'Stair doors'),
        at(300, 575, 'Common'),
        at(300, 565, 'Areas'),
      ]),
    ).toEqual([['Elevator certificate in the cab · Common Areas', 'Stair doors · Common Areas']]);
  });
  test('as close as lines begin with their numbers, or with a line that has all cells', () => {
    const rows = (numbered: boolean) =>
      ['Gate latches', 'Hook is present', 'Deck is dry'].flatMap((text, index) => [
        ...(numbered ? at(50, 600 - 10 * index, `${index + 1}.`) : []),
        ...at(80, 600 - 10 * index, text),
        ...at(300, 600 - 10 * index, 'Pool'),
      ]);
    const expected = [['Gate latches · Pool', 'Hook is present · Pool', 'Deck is dry · Pool']];
    expect(read([rows(true)])).toEqual(expected);
    expect(read([rows(false)])).toEqual(expected);
  });
  test('keep a narrow gap where a column begins', () => {
    expect(
      read([
        at(80, 600, 'a text that is as wide as it can get'),
        at(265, 600, 'Lobby'),
        at(80, 575, 'Short'),
        at(265, 575, 'Pool'),
      ]),
    ).toEqual([['a text that is as wide as it can get · Lobby', 'Short · Pool']]);
  });
});

test('entries of a list keep the lines that go on below their text', () => {
  expect(
    read([
      at(50, 600, '•'),
      at(70, 600, 'Corridors of the'),
      at(70, 590, 'North Wing'),
      at(50, 580, '•'),
      at(70, 580, 'Exits'),
    ]),
  ).toEqual([['Corridors of the North Wing', 'Exits']]);
});

test('columns of a page are read one after the other', () => {
  const lines = Array.from({ length: 12 }, (_, index) => [
    at(50, 600 - 10 * index, `Left ${index}`),
    ...(index < 9 ? [at(300, 605 - 10 * index, `Right ${index}`)] : []),
  ]).flat();
  expect(read(lines)[0]?.slice(0, 2)).toEqual(['Left 0', 'Left 1']);
  expect(read(lines)[0]?.at(-1)).toBe('Right 8');
});

test('lines that stand in the margins of several pages are dropped, in the text they are kept', () => {
  const page = (number: number, ...texts: string[]) => [
    at(50, 780, 'Brand manual 2026'),
    ...texts.map((text, index) => at(50, 600 - 20 * index, text)),
    at(50, 20, `Confidential, page ${number}`),
  ];
  expect(read(page(1, 'Gate', 'Hook'), page(2, 'Gate', 'Doors'))).toEqual([
    ['Gate', 'Hook'],
    ['Gate', 'Doors'],
  ]);
  // A single page has nothing that is repeated.
  expect(read(page(1, 'Gate'))).toEqual([['Brand manual 2026', 'Gate', 'Confidential, page 1']]);
});
