import { expect, it } from 'vitest';
import { isOpenView, parametersToOpen, savedParametersOf } from '#web/features/saved-views/parameters.ts';

it("saves the list's own parameters that are set", () => {
  const search = { q: 'inn', status: '', overdue: 'true', from: '2026-01-01' };
  expect(savedParametersOf('cases', search)).toEqual({ q: 'inn', overdue: 'true' });
  expect(savedParametersOf('monitoring', search)).toEqual({ q: 'inn', from: '2026-01-01' });
});

it('opens a view without the previous filters', () => {
  expect(parametersToOpen('cases', { q: 'inn' })).toStrictEqual({
    q: 'inn',
    status: undefined,
    type: undefined,
    overdue: undefined,
    sort: undefined,
  });
});

it('recognizes the open view, whatever else is in the address', () => {
  expect(isOpenView('cases', { q: 'inn' }, { q: 'inn', from: '2026-01-01' })).toBe(true);
  expect(isOpenView('cases', { q: 'inn' }, { q: 'inn', sort: 'due' })).toBe(false);
  expect(isOpenView('cases', {}, {})).toBe(true);
});
