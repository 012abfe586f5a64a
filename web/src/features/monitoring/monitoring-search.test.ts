import { expect, test } from 'vitest';
import { filterCount, pressedStatus, inspectionFilter } from '#web/features/monitoring/monitoring-search.ts';

test('an unknown status in the address is All', () => {
  expect(pressedStatus({ status: 'pending_review' })).toBe('pending_review');
  expect(pressedStatus({ status: 'pending' })).toBe('all');
  expect(pressedStatus({})).toBe('all');
});

test('what the server would refuse is left out of its filter', () => {
  expect(inspectionFilter({ status: 'nonsense', propertyId: 'not-an-id', q: 'pool' })).toEqual({ q: 'pool' });
  const propertyId = '1c7f5722-1abc-4d21-9a3e-f9299c3a12fa';
  expect(inspectionFilter({ status: 'requires_action', propertyId, from: '2026-11-01' })).toEqual({
    status: 'requires_action',
    propertyId,
    from: '2026-11-01',
  });
});

test('the Filters button counts property and days, not search and status', () => {
  expect(filterCount({ q: 'pool', status: 'in_progress' })).toBe(0);
  expect(filterCount({ propertyId: 'x', from: '2026-11-01', to: '2026-11-02' })).toBe(3);
});
