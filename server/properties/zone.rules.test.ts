import { expect, test } from 'vitest';
import { zoneOf } from './zone.rules.ts';

test.each([
  ['HI', '96815', 'Pacific/Honolulu'],
  ['NY', '10019', 'America/New_York'],
  ['AZ', '85004', 'America/Phoenix'],
  [' new  york ', '10019', 'America/New_York'],
  ['N.Y.', '10019', 'America/New_York'],
  ['District of Columbia', '20001', 'America/New_York'],
  ['TX', '75201', 'America/Chicago'],
  ['TX', '79901', 'America/Denver'],
  ['Texas', ' 79901-1234', 'America/Denver'],
  ['TN', '37203', 'America/Chicago'],
  ['TN', '37402', 'America/New_York'],
  ['FL', '33139', 'America/New_York'],
  ['FL', '32502', 'America/Chicago'],
  // A ZIP code counts only in its own state.
  ['NY', '79901', 'America/New_York'],
  ['PR', '00901', 'America/Puerto_Rico'],
  ['', '10019', 'UTC'],
  ['Bavaria', '80331', 'UTC'],
])('a property in %j with ZIP code %j is in %s', (state, zipCode, zone) => {
  expect(zoneOf({ state, zipCode })).toBe(zone);
});

test('every state has a time zone that the server knows', () => {
  const codes =
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR VI GU MP AS'.split(
      ' ',
    );
  for (const state of codes) {
    const zone = zoneOf({ state, zipCode: '' });
    expect([state, zone]).not.toEqual([state, 'UTC']);
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
  }
});
