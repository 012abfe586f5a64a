import { expect, test } from 'vitest';
import {
  chosenSorting,
  filterCount,
  inspectionFilter,
  pressedStatus,
} from '#web/features/monitoring/monitoring-search.ts';

test('an unknown status in the address means All', () => {
  expect(pressedStatus({ status: 'pending_review' })).toBe('pending_review');
  expect(pressedStatus({ status: 'pending' })).toBe('all');
});

test('the list shows pending reviews by default, and a search covers every status', () => {
  expect(pressedStatus({})).toBe('pending_review');
  expect(pressedStatus({ sort: 'newest' })).toBe('pending_review');
  for (const search of [{ q: 'pool' }, { flagged: 'true' }, { propertyId: 'x' }, { from: '2026-11-01' }] as const)
    expect(pressedStatus(search)).toBe('all');
  expect(pressedStatus({ q: 'pool', status: 'requires_action' })).toBe('requires_action');
});

test('pending reviews are sorted by severity, everything else by date', () => {
  expect(chosenSorting({})).toBe('worst');
  expect(chosenSorting({ q: 'pool' })).toBe('newest');
  expect(chosenSorting({ status: 'all', sort: 'worst' })).toBe('worst');
  expect(chosenSorting({ sort: 'newest' })).toBe('newest');
  expect(inspectionFilter({})).toEqual({ status: 'pending_review', sort: 'worst' });
});

test('values that the server would refuse are left out of the filter', () => {
  expect(inspectionFilter({ status: 'nonsense', propertyId: 'not-an-id', q: 'pool' })).toEqual({ q: 'pool' });
  const propertyId = '1c7f5722-1abc-4d21-9a3e-f9299c3a12fa';
  expect(inspectionFilter({ status: 'requires_action', propertyId, from: '2026-11-01' })).toEqual({
    status: 'requires_action',
    propertyId,
    from: '2026-11-01',
  });
});

test('the Filters button counts property and dates, but not search and status', () => {
  expect(filterCount({ q: 'pool', status: 'in_progress' })).toBe(0);
  expect(filterCount({ propertyId: 'x', from: '2026-11-01', to: '2026-11-02' })).toBe(3);
});
