import { text } from 'node:stream/consumers';
import { addedProperty, caseFields, passedChecks } from '#test/factories.ts';
import { expectAccessible, expectAccessibleEverywhere, expectNoSidewaysScroll } from './checks.ts';
import { addPhoto, expect, test, type Person } from './story.ts';

/** Creates a hotel with an inspected lobby, one finding and a plan for it. */
async function inspectedHotel(admin: Person, owner: Person, fields: Record<string, unknown>, severity: string) {
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email, fields));
  const { property } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  await owner.call('POST', `/api/inspection-cases/${opened.id}/onboarding`, { propertyConfirmed: true });
  const run = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`, { caseId: opened.id });
  const lobby = run.progress[0].id as string;
  await addPhoto(owner, lobby);
  await passedChecks(owner, `/api/area-sessions/${lobby}`);
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, { title: 'Mat', severity, category: 'trip_hazard' });
  await owner.call('POST', `/api/area-sessions/${lobby}/generate-pip`);
  await owner.call('POST', `/api/area-sessions/${lobby}/complete`);
  return property as { id: string };
}

test("an administrator sees the figures of a brand's properties as charts and as tables [2.admin.3, 2.admin.43, decisions.placeholders.4]", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const brandStandard = `Brand ${owner.user.username}`;
  const today = new Date().toISOString().slice(0, 10);
  // Due today, so it counts as open and within the period.
  const dueDate = `${today}T23:59:59.999Z`;
  const east = { propertyName: 'East Hotel', brandStandard, propertyState: 'ME', dueDate };
  const { id } = await inspectedHotel(admin, owner, east, 'critical');
  await inspectedHotel(
    admin,
    owner,
    { propertyName: 'West Hotel', brandStandard, propertyState: 'OR', dueDate },
    'medium',
  );

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  const loadedCharts = () =>
    desk.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('analytics-panel')));
  await desk.goto('/admin');
  const tabs = desk.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  await expect(tabs).toHaveText([
    'Inspection Cases',
    'Inspection Monitoring',
    'PIP Review',
    'Analytics',
    'Portfolio',
    'Learning',
    'Users',
    'Integrations',
  ]);
  expect(await loadedCharts()).toBe(false);
  await tabs.getByText('Analytics').click();
  await expect(desk.getByRole('heading', { name: 'Analytics', exact: true })).toBeVisible();
  expect(await loadedCharts()).toBe(true);

  // The selected brand is stored in the address, and all figures follow it.
  await desk.getByLabel('Brand').selectOption(brandStandard);
  await expect(desk).toHaveURL(/brand=Brand/);
  const rows = desk.getByRole('region', { name: 'Properties compared' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  // A critical finding caps the score at 49, the medium one at 89, so the worst property is first.
  await expect(rows.nth(1)).toContainText('East Hotel');
  await expect(rows.nth(1)).toContainText('49%');
  await expect(rows.nth(1)).toContainText('1 Critical');
  await expect(rows.nth(2)).toContainText('89%');
  await desk.getByRole('button', { name: 'Score' }).click();
  await expect(desk.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.nth(1)).toContainText('West Hotel');
  await expect(desk.getByText('Found in the period and still open.').first()).toBeVisible();
  const phases = desk.getByRole('list', { name: 'Cost of open plans' }).getByRole('listitem');
  await expect(phases).toHaveText([/^Critical · 24–48 hours · 1 item\$/, /^Major · .* · 0 items\$0$/, /1 item\$/]);

  // The arrow keys move from week to week.
  const drawing = desk.getByRole('slider', { name: /^Inspections by status/ });
  await expect(drawing).toHaveAttribute('aria-valuetext', /^Week of .*: 2 pending review$/);
  await drawing.focus();
  await desk.keyboard.press('ArrowLeft');
  await expect(drawing).toHaveAttribute('aria-valuetext', /: no inspections$/);
  await desk.keyboard.press('End');
  await expect(drawing).toHaveAttribute('aria-valuetext', /: 2 pending review$/);
  await expect(desk.getByRole('slider', { name: /^Average compliance score/ })).toHaveAttribute(
    'aria-valuetext',
    /: 69%, 2 of 2 inspections scored$/,
  );
  await expect(desk.getByRole('slider', { name: /^On-time completion/ })).toHaveAttribute(
    'aria-valuetext',
    /: 2 open, not yet due$/,
  );

  // The same figures are available as a table.
  await desk.getByText('Show as a table').nth(1).click();
  const scores = desk.getByRole('region', { name: 'Average compliance score as a table' });
  await expect(scores.getByRole('row')).toHaveCount(13);
  await expect(scores.getByRole('row').nth(1)).toContainText('69.02 of 2 inspections scored');
  await desk.getByText('Show as a table').nth(3).click();
  await expect(desk.getByRole('region', { name: 'Findings by area as a table' }).getByRole('row').nth(1)).toHaveText(
    'Lobby10102',
  );
  // Amounts are numbers in the file, so that a spreadsheet can sum them.
  await desk.getByText('Show as a table').last().click();
  const costs = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download CSV: Cost of open plans' }).click();
  const [head, ...costLines] = (await text(await (await costs).createReadStream())).split('\r\n');
  expect(head).toContain('Phase,Due,Items,Cost,Low,High');
  expect(costLines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Critical,24–48 hours,1,[1-9]\d*(,[1-9]\d*){2}$/),
    'Major,weeks 1–2,0,0,0,0',
  ]);

  // The address also keeps state and dates across a reload.
  await desk.getByLabel('State').selectOption('OR');
  await expect(rows).toHaveCount(2);
  await desk.getByLabel('From').fill(today);
  await expect(desk).toHaveURL(new RegExp(`from=${today}`));
  await desk.reload();
  await expect(rows).toHaveCount(2);
  await expect(desk.getByLabel('State')).toHaveValue('OR');
  await expect(desk.getByLabel('From')).toHaveValue(today);
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await expect(desk).toHaveURL(/\/admin\?tab=analytics$/);

  // Without data each part shows its empty state.
  await desk.goto(`/admin?tab=analytics&brand=Nobody%27s&to=2001-02-03`);
  await expect(desk.getByText('No properties match these filters.')).toBeVisible();
  await expect(desk.getByText('No inspections started in this period.')).toBeVisible();
  await expect(desk.getByText('No cases due in this period.')).toBeVisible();
  await expect(desk.getByLabel('Brand')).toHaveValue("Nobody's");

  // An invalid period gets a message, and can be corrected.
  await desk.goto('/admin?tab=analytics&from=2026-03-02&to=2026-03-01');
  await expect(desk.getByText('400: The period ends before it begins')).toBeVisible();
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await expect(desk.getByRole('heading', { name: 'Properties compared' })).toBeVisible();

  // A failed request can be retried.
  const calls = '**/api/admin/analytics*';
  await desk.route(calls, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'Too many', status: 429, detail: 'Back in a minute' }),
    }),
  );
  await desk.goto(`/admin?tab=analytics&state=ME&brand=${encodeURIComponent(brandStandard)}`);
  await expect(desk.getByText('429: Back in a minute')).toBeVisible();
  await desk.unroute(calls);
  await desk.getByRole('button', { name: 'Try again' }).click();
  await expect(rows).toHaveCount(2);
  await expectAccessibleEverywhere(desk);

  // From a property to its page, and from there to its area sessions.
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.getByRole('link', { name: 'East Hotel' }).click();
  await expect(desk).toHaveURL(`/properties/${id}`);
  await desk.getByRole('link', { name: 'Review Inspections' }).click();
  await expect(desk).toHaveURL(new RegExp(`tab=monitoring&propertyId=${id}`));
  await expect(desk.getByRole('row', { name: /East Hotel/ })).toHaveCount(1);
});

test("an administrator finds the property that needs attention in a brand's portfolio, and downloads it as a file", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const brandStandard = `Brand ${owner.user.username}`;
  const east = await inspectedHotel(admin, owner, { propertyName: 'East Hotel', brandStandard }, 'critical');
  await addedProperty(owner, { name: 'West Hotel', state: 'OR', brandStandard });

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/admin');
  await desk.getByRole('navigation', { name: 'Admin' }).getByText('Portfolio').click();
  await desk.getByLabel('Brand').selectOption(brandStandard);
  const rows = desk.getByRole('region', { name: 'Properties' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(/East Hotel.*49%1 of 10 areas.*1 Critical.*\$.*0 of 1.*CASE-/);
  await expect(rows.nth(2)).toContainText(/West Hotel.*Not enough evidence.*no area scored yet.*None.*Never/);
  await expect(desk.getByText('1 critical in 1 property')).toBeVisible();

  // The sort order is stored in the address; rows without a value stay last.
  await rows.nth(0).getByRole('button', { name: 'Score' }).press('Enter');
  await expect(desk).toHaveURL(/direction=desc/);
  await expect(desk.getByRole('columnheader', { name: 'Score' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.nth(2)).toContainText('West Hotel');
  await rows.nth(0).getByRole('button', { name: 'Property' }).press('Enter');
  await rows.nth(0).getByRole('button', { name: 'Property' }).press('Enter');
  await expect(rows.nth(1)).toContainText('West Hotel');

  const saved = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Save as CSV' }).click();
  const lines = (await text(await (await saved).createReadStream())).split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual([
    expect.stringContaining('Property'),
    'West Hotel',
    'East Hotel',
    '',
  ]);

  await desk.getByRole('searchbox', { name: 'Search properties' }).fill('nothing like it');
  await expect(desk.getByText('No properties match these filters')).toBeVisible();
  await desk.getByRole('button', { name: 'Clear filters' }).first().click();
  await desk.getByRole('searchbox', { name: 'Search properties' }).fill('East');
  await desk.getByLabel('Brand').selectOption(brandStandard);
  await expect(rows).toHaveCount(2);
  await expectAccessible(desk);
  await desk.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk);
  await desk.getByRole('list', { name: 'Properties' }).getByRole('link', { name: 'East Hotel' }).click();
  await expect(desk).toHaveURL(`/properties/${east.id}`);
});
