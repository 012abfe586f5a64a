import { expect, test } from 'vitest';
import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import { groupsByTime, suggestAreas, type PhotoClues } from './suggestion.rules.ts';

const all = new Set<AreaCode>(areaCodes);
const second = 1000;
let count = 0;
const photo = (
  takenAt: number | null,
  objects: [string, number][] = [],
  filename = `IMG_${takenAt}.jpg`,
): PhotoClues => ({
  id: `photo ${(count += 1)}`,
  filename,
  takenAt: takenAt === null ? null : takenAt * second,
  objects: objects.map(([name, confidence]) => ({ name, confidence })),
});
const areasOf = (photos: PhotoClues[], open = all) => {
  const suggested = suggestAreas(photos, open);
  return photos.map(({ id }) => suggested.get(id));
};

test('photos between two pauses form one group, in any order', () => {
  const times = [0, 15, 30, 200, 215, 1000];
  const groups = groupsByTime([3, 0, 5, 1, 4, 2].map((index) => photo(times[index] ?? 0)));
  expect(groups.map((group) => group.map(({ takenAt }) => (takenAt ?? 0) / second))).toEqual([
    [0, 15, 30],
    [200, 215],
    [1000],
  ]);
});

test('a pause must be long compared with the others: in a slow walk two minutes are no pause', () => {
  expect(groupsByTime([0, 100, 220, 310, 1500].map((time) => photo(time)))).toHaveLength(2);
  expect(groupsByTime([0, 10, 130, 140].map((time) => photo(time)))).toHaveLength(2);
});

test('a bed determines the area of close-ups taken at the same time', () => {
  const photos = [photo(0), photo(10, [['bed', 80]]), photo(20), photo(300, [['car', 70]]), photo(310)];
  expect(areasOf(photos)).toEqual(['guest_rooms', 'guest_rooms', 'guest_rooms', 'exterior', 'exterior']);
});

test('photos without a time do not influence each other', () => {
  expect(areasOf([photo(null, [['bed', 90]]), photo(null), photo(0)])).toEqual(['guest_rooms', null, null]);
});

test('a photo with clear clues is separate from its group', () => {
  const photos = [photo(0, [['bed', 90]]), photo(10, [['toilet', 90]]), photo(20, [['car', 95]])];
  expect(areasOf(photos)).toEqual(['guest_rooms', 'guest_rooms', 'exterior']);
});

test.each([
  ['Pool gate 2.jpg', 'pool'],
  ['baño 312.heic', 'guest_rooms'],
  ['FITNESS-CENTER_03.png', 'fitness_center'],
  ['fire_extinguisher.jpg', 'safety_equipment'],
  ['IMG_4711.jpg', null],
])('the name %s suggests %s', (name, area) => {
  expect(areasOf([photo(0, [], name)])).toEqual([area]);
});

test('one weak object is not enough, nor is a tie', () => {
  expect(areasOf([photo(0, [['chair', 60]])])).toEqual([null]);
  expect(areasOf([photo(0, [['refrigerator', 90]])])).toEqual([null]);
});

test('ten chairs count only as much as the most certain one', () => {
  expect(
    areasOf([
      photo(
        0,
        Array.from({ length: 10 }, (): [string, number] => ['chair', 90]),
      ),
    ]),
  ).toEqual([null]);
});

test('a completed area is not suggested', () => {
  const open = new Set(areaCodes.filter((code) => code !== 'guest_rooms'));
  expect(areasOf([photo(0, [['bed', 90]])], open)).toEqual([null]);
});
