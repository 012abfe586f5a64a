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

test('Inspection opens the running inspection, or the choice between several', () => {
  const inspection = (running: string[]) => {
    const item = navItems(false, running).find(({ label }) => label === 'Inspection');
    return item && { to: item.to, search: item.search };
  };
  expect(inspection([])).toEqual({ to: '/inspection-guide', search: undefined });
  expect(inspection(['a'])).toEqual({ to: '/inspection-setup', search: { propertyId: 'a' } });
  expect(inspection(['a', 'b'])).toEqual({ to: '/inspection-setup', search: undefined });
});
