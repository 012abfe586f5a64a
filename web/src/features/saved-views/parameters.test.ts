import { expect, it } from 'vitest';
import { isShown, openingOf, savedPartOf } from '#web/features/saved-views/parameters.ts';

it('saves what belongs to the list and is set', () => {
  const search = { q: 'inn', status: '', overdue: 'true', from: '2026-01-01' };
  expect(savedPartOf('cases', search)).toEqual({ q: 'inn', overdue: 'true' });
  expect(savedPartOf('monitoring', search)).toEqual({ q: 'inn', from: '2026-01-01' });
});

it('opens a view without what was filtered before', () => {
  expect(openingOf('cases', { q: 'inn' })).toStrictEqual({
    q: 'inn',
    status: undefined,
    type: undefined,
    overdue: undefined,
    sort: undefined,
  });
});

it('knows the view that is on screen, whatever else is in the address', () => {
  expect(isShown('cases', { q: 'inn' }, { q: 'inn', from: '2026-01-01' })).toBe(true);
  expect(isShown('cases', { q: 'inn' }, { q: 'inn', sort: 'due' })).toBe(false);
  expect(isShown('cases', {}, {})).toBe(true);
});
