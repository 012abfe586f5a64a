import { describe, expect, it } from 'vitest';
import { repeatsOf, type FoundInRound } from './repeats.rules.ts';

const day = 86_400_000;
const found = (roundId: string, fields: Partial<FoundInRound> = {}): FoundInRound => ({
  roundId,
  area: 'Guest Rooms',
  room: null,
  category: 'mould',
  severity: 'medium',
  confirmed: true,
  open: false,
  firstAt: day,
  lastAt: day,
  ...fields,
});

describe('a repeat deficiency', () => {
  it('is the same category at the same place in more than one round', () => {
    const again = { firstAt: 9 * day, lastAt: 9 * day, severity: 'critical', open: true, confirmed: false } as const;
    expect(repeatsOf([found('first'), found('second', again)])).toEqual([
      {
        area: 'Guest Rooms',
        room: null,
        category: 'mould',
        severity: 'critical',
        rounds: 2,
        unconfirmed: 1,
        firstAt: '1970-01-02T00:00:00.000Z',
        lastAt: '1970-01-10T00:00:00.000Z',
        open: true,
      },
    ]);
  });

  it.each([
    ['of one round', [found('first'), found('first', { severity: 'low' })]],
    ['of another category', [found('first'), found('second', { category: 'stain' })]],
    ['of another area', [found('first'), found('second', { area: 'Lobby' })]],
    ['of another room', [found('first', { room: '312' }), found('second', { room: '415' })]],
    ['of which only one names its room', [found('first', { room: '312' }), found('second')]],
  ])('is none %s', (_, rows) => expect(repeatsOf(rows)).toEqual([]));

  it.each([
    ['Room 312', '#312'],
    ['North wall', ' north wall '],
  ])('is at one place, whether called %j or %j', (one, other) =>
    expect(repeatsOf([found('first', { room: one }), found('second', { room: other })])).toHaveLength(1),
  );

  it('is sorted: open before settled ones, then by severity, then by the number of rounds', () => {
    const twice = (area: string, fields: Partial<FoundInRound>) => [
      found('first', { area, ...fields }),
      found('second', { area, ...fields }),
    ];
    const rows = [
      ...twice('Pool', { severity: 'low' }),
      ...twice('Exterior', { severity: 'low' }),
      found('third', { area: 'Exterior', severity: 'low' }),
      ...twice('Lobby', { severity: 'critical' }),
      ...twice('Restaurant', { severity: 'low', open: true }),
    ];
    expect(repeatsOf(rows).map(({ area }) => area)).toEqual(['Restaurant', 'Lobby', 'Exterior', 'Pool']);
  });
});
