import { expect, it } from 'vitest';
import { areaCodes } from '#contract/area-codes.ts';
import { areaByName } from './area-by-name.ts';

const areas = areaCodes.map((code, sortOrder) => ({
  id: `${sortOrder}`,
  code,
  name: code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' '),
  description: null,
  icon: null,
  sortOrder,
}));

it.each([
  ['lobby', 'lobby'],
  ['Lobby', 'lobby'],
  ['Fitness Center', 'fitness_center'],
  ['fitness_center', 'fitness_center'],
  [' meeting rooms ', 'meeting_rooms'],
  ['rooms', 'guest_rooms'],
  ['Roof terrace', 'guest_rooms'],
  ['', 'guest_rooms'],
])('%j is the section %s [2.live.10]', (named, code) => {
  expect(areaByName(areas, named)?.code).toBe(code);
});
