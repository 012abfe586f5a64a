import { expect, test } from 'vitest';
import { isActive, navItems } from '#web/app/nav.ts';

const active = (pathname: string) =>
  navItems(true)
    .filter((item) => isActive(item, pathname))
    .map(({ label }) => label);

test('the items lead where the specification says, and only admins see Admin [2.nav.2, 2.nav.3, 2.nav.4, 2.nav.5, 2.nav.6]', () => {
  expect(navItems(true).map(({ label, to }) => [label, to])).toEqual([
    ['Home', '/'],
    ['Properties', '/properties'],
    ['Inspection', '/inspection-guide'],
    ['Reports', '/reports'],
    ['Admin', '/admin'],
  ]);
  expect(navItems(false).map(({ label }) => label)).not.toContain('Admin');
});

test('the active item is found by path prefix, except /, which must match exactly [2.nav.4, 2.nav.11]', () => {
  expect(active('/')).toEqual(['Home']);
  expect(active('/properties/anything/below')).toEqual(['Properties']);
  expect(active('/reports')).toEqual(['Reports']);
  for (const path of ['/inspection-guide', '/inspection-setup', '/live-inspection'])
    expect(active(path)).toEqual(['Inspection']);
  expect(active('/settings')).toEqual([]);
});

test('Inspection opens what is begun, or the choice between several', () => {
  const photos = { id: 'photos', propertyId: 'a', area: 'Lobby', videoUrl: null };
  const live = { ...photos, videoUrl: '/api/recordings/live' };
  const inspection = (running: string[], open: (typeof photos | typeof live)[] = []) => {
    const item = navItems(false, { running, open }).find(({ label }) => label === 'Inspection');
    return item && { to: item.to, search: item.search };
  };
  expect(navItems(false, null).find(({ isPending }) => isPending)?.label).toBe('Inspection');
  expect(inspection([])).toEqual({ to: '/inspection-guide', search: undefined });
  expect(inspection(['a'])).toEqual({ to: '/inspection-setup', search: { propertyId: 'a' } });
  expect(inspection(['a', 'b'])).toEqual({ to: '/inspection-setup', search: undefined });
  expect(inspection([], [photos])).toEqual({ to: '/photo-upload', search: { inspectionId: 'photos' } });
  const atLobby = { propertyId: 'a', area: 'Lobby' };
  expect(inspection([], [live])).toEqual({ to: '/live-inspection', search: atLobby });
  // The page of the property lists them all.
  expect(inspection(['a'], [photos])).toEqual({ to: '/inspection-setup', search: { propertyId: 'a' } });
  expect(inspection(['b'], [photos])).toEqual({ to: '/inspection-setup', search: undefined });
});
