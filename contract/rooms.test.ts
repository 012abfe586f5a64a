import { describe, expect, it } from 'vitest';
import { raisedText, roomNumber, roomText } from './rooms.ts';

describe('the number of a room', () => {
  it.each([
    ['312', '312'],
    [' 312 ', '312'],
    ['Room 312', '312'],
    ['ROOM  312', '312'],
    ['room no. 312', '312'],
    ['Rm. 312', '312'],
    ['#312', '312'],
    ['0312', '312'],
    ['Guest room 312, bathroom', '312'],
    ['312a', '312A'],
    ['312 A', '312A'],
    ['B-12', 'B12'],
    ['Suite 1201', '1201'],
    ['Floor 3, room 312', '312'],
    ['3rd floor, 312', '312'],
    ['Building B, 312', 'B 312'],
    ['Bldg. b room 312', 'B 312'],
    ['３１２', '312'],
  ])('%j is %s', (text, number) => expect(roomNumber(text)).toBe(number));

  it.each(['', '   ', 'North wall', 'Building B, lobby', 'Floor 3', 'Building 2', null, undefined])(
    '%j has none',
    (text) => expect(roomNumber(text)).toBeNull(),
  );
});

it('is written with the word Room if it stands alone', () => {
  expect(['312', '#312', '312A', 'Room 312', 'Building B, 312'].map((room) => roomText(room))).toEqual([
    'Room 312',
    'Room 312',
    'Room 312A',
    'Room 312',
    'Building B, 312',
  ]);
});

it('is listed when it raises a finding', () => {
  expect(raisedText({ raisedRooms: ['310', '312'] })).toBe('Raised: also in rooms 310, 312');
  expect(raisedText({ raisedRooms: [] })).toBeNull();
});
