import { randomUUID } from 'node:crypto';
import { addedProperty, caseFields } from '#test/factories.ts';
import { expectAccessible } from './checks.ts';
import { fail, delayAnswers } from './faults.ts';
import { addPhoto, expect, startedRun, test, toastOf } from './story.ts';

test('All Inspections filters by property and area, counts, loads more, and shows empty and failed states [2.inspections.1-6, 9.counts.2, 9.dates.2]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  for (let number = 1; number <= 6; number += 1) {
    const { id } = await owner.call('POST', '/api/properties', {
      name: `House ${number}`,
      address: '1 Road',
      city: 'Bath',
      state: 'ME',
      zipCode: '04530',
    });
    await owner.call('POST', `/api/properties/${id}/inspection-runs`);
  }
  const page = await pageOf(owner);
  const stop = await fail(page, 'GET', '/api/area-sessions', 503, 'Try later');
  await page.goto('/inspections');
  await expect(page.getByText('503: Try later')).toBeVisible();
  await stop();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Showing 50 of 60 inspection sessions')).toBeVisible();
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(rows).toHaveCount(50);
  await expect(rows.first()).toHaveAttribute('href', /^\/area-analysis\?sessionId=[0-9a-f-]{36}$/);
  await expect(rows.first().locator('time')).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d (AM|PM)$/);

  // House 1 has the oldest sessions, none of which is among the first 50.
  await page.getByLabel('Property').selectOption({ label: 'House 1' });
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('House 1');
  await page.getByLabel('Property').selectOption({ label: 'House 5' });
  await expect(page.getByText('Showing 10 of 60 inspection sessions')).toBeVisible();
  for (const row of await rows.all()) await expect(row).toContainText('House 5');
  await page.getByLabel('Area').selectOption({ label: 'Guest Rooms' });
  await expect(page.getByText('Showing 1 of 60 inspection sessions')).toBeVisible();
  await expect(rows).toContainText(['House 5Guest Rooms']);
  await page.getByLabel('Property').selectOption({ label: 'All properties' });
  await expect(page.getByText('Showing 6 of 60 inspection sessions')).toBeVisible();
  // An address may have the code of an area, a property that is none, or an area that is none.
  await page.goto('/inspections?area=guest_rooms&propertyId=none');
  await expect(page.getByText('Showing 6 of 60 inspection sessions')).toBeVisible();
  const shownArea = page.getByLabel('Area').locator('option:checked');
  await expect(shownArea).toHaveText('Guest Rooms');
  const shownProperty = page.getByLabel('Property').locator('option:checked');
  await expect(shownProperty).toHaveText('All properties');
  // The same for a property that is not there, or of somebody else, and for one without sessions.
  await page.goto(`/inspections?propertyId=${randomUUID()}`);
  await expect(shownProperty).toHaveText('Property not found');
  await expect(page.getByText('It does not exist, or it is not yours.')).toBeVisible();
  await expect(page.getByText('Showing 0 of 60 inspection sessions')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(shownProperty).toHaveText('All properties');
  await expect(page.getByText('Showing 50 of 60 inspection sessions')).toBeVisible();
  const empty = await addedProperty(owner, { name: 'New House' });
  await page.goto(`/inspections?propertyId=${empty.id}`);
  await expect(shownProperty).toHaveText('New House');
  await expect(page.getByText('No inspection sessions found matching your filters.')).toBeVisible();
  await page.goto('/inspections?area=Ballroom');
  await expect(page.getByText('No inspection sessions found matching your filters.')).toBeVisible();
  await expect(page.getByText('Showing 0 of 60 inspection sessions')).toBeVisible();
  await expect(shownArea).toHaveText('Ballroom');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('Showing 60 of 60 inspection sessions')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
  await rows.first().click();
  await expect(page).toHaveURL(/\/area-analysis\?sessionId=/);
});

test('the guide has five steps, what to have ready, notes, the time needed and a link to continue [2.guide.1, 2.guide.2, 2.guide.3, 2.guide.4, 2.guide.5, 9.timing.4, 2.routes.6]', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'));
  await page.goto('/inspection-guide');
  const content = page.getByRole('main');
  await expect(content.locator('ol > li h2')).toHaveText([
    'Receive your case',
    'Validate case and property',
    'Prepare',
    'Conduct the inspection',
    'Review and submit',
  ]);
  await expect(content.getByText('Suggested time: 30 to 60 minutes')).toBeVisible();
  for (const title of ['What to have ready', 'Important notes']) {
    const card = content.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(card.getByRole('listitem')).toHaveCount(5);
  }
  await content.getByRole('link', { name: 'Start with your case number' }).click();
  await expect(page).toHaveURL('/inspection-setup');
});

test('the setup refuses a wrong case number, onboards a sent case, and offers a property to choose [2.setup.1-3, 2.run.2, 1.purpose.5, 1.purpose.6, decisions.routes.1, decisions.routes.2]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const own = await owner.call('POST', '/api/properties', {
    name: 'Bay House',
    address: '3 Bay Road',
    city: 'Bath',
    state: 'ME',
    zipCode: '04530',
  });
  const requirements = ['Photograph every extinguisher', 'Show the pool gate'];
  const opened = await admin.call(
    'POST',
    '/api/inspection-cases',
    caseFields(owner.user.email, {
      requirements,
      notes: 'Ring at the desk',
      totalRooms: 84,
      brandStandard: 'Signature',
    }),
  );
  const page = await pageOf(owner);
  await page.goto('/inspection-setup');
  await page.getByRole('button', { name: 'Link Property' }).click();
  await expect(page.getByText('Case number is required')).toBeVisible();
  await page.getByLabel('Case Number').fill('CASE-20260101-ZZZZ');
  await page.getByRole('button', { name: 'Link Property' }).click();
  await expect(page.getByLabel('Case Number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Choose one of your properties')).toBeVisible();
  await page.getByRole('link', { name: /Bay House/ }).click();
  await expect(page).toHaveURL(`/inspection-setup?propertyId=${own.id}`);

  await page.goto('/inspection-setup');
  await page.getByLabel('Case Number').fill(opened.caseNumber.toLowerCase());
  await page.getByRole('button', { name: 'Link Property' }).click();
  await expect(page).toHaveURL(`/inspection-setup?caseId=${opened.id}`);
  const content = page.getByRole('main');
  for (const text of ['Harbour Inn', '12 Quay Street, Portland, ME 04101', '84', 'Signature', 'Routine Inspection']) {
    await expect(content.getByText(text, { exact: true }).first()).toBeVisible();
  }
  for (const text of [...requirements, 'Ring at the desk']) await expect(content.getByText(text)).toBeVisible();
  await content.getByRole('button', { name: 'Complete Onboarding' }).click();
  await expect(content.getByText('Please confirm the details')).toBeInViewport();
  await expect(content.getByLabel('These details are correct')).toBeFocused();
  await content.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Total Rooms').fill('86');
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click();
  await expect(content.getByText('86', { exact: true })).toBeVisible();
  await content.getByLabel('These details are correct').check();
  await content.getByLabel('Charged phone or tablet with a working camera').check();
  const areas = content.getByRole('group', { name: 'Which areas do you have?' }).getByRole('checkbox');
  await expect(areas).toHaveCount(10);
  await content.getByRole('checkbox', { name: 'Pool' }).uncheck();
  await expect(content.getByText('9 of 10 selected')).toBeVisible();
  // A reload in between loses nothing.
  await page.reload();
  await expect(content.getByText('9 of 10 selected')).toBeVisible();
  await expect(content.getByRole('checkbox', { name: 'Pool' })).not.toBeChecked();
  await expect(content.getByLabel('These details are correct')).toBeChecked();
  await expect(content.getByLabel('Charged phone or tablet with a working camera')).toBeChecked();
  await content.getByRole('button', { name: 'Complete Onboarding' }).click();
  await expect(page).toHaveURL(/\/inspection-setup\?propertyId=/);
  await content.getByRole('button', { name: 'Start Inspection' }).click();
  await expect(content.getByText('0 of 9 areas completed')).toBeVisible();
});

test('a run starts, shows ten areas with icons and its progress, and generates a plan [2.run.1, 2.run.3-8, 4.run.1-2, 4.pip.4, 8.toasts.14, 8.toasts.18, 8.success.5-6, decisions.routes.3]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const property = await owner.call('POST', '/api/properties', {
    name: 'Bay House',
    address: '3 Bay Road',
    city: 'Bath',
    state: 'ME',
    zipCode: '04530',
  });
  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  const content = page.getByRole('main');
  const start = content.getByRole('button', { name: 'Start Inspection' });
  const stop = await fail(page, 'POST', /inspection-runs$/, 500, 'The disk is full');
  await start.click();
  await expect(toastOf(page, 'Error')).toContainText('500: The disk is full');
  await stop();
  await start.click();
  await expect(toastOf(page, 'Inspection started')).toBeVisible();
  await expect(content.getByText('0 of 10 areas completed')).toBeVisible();
  const cards = content.getByRole('listitem');
  await expect(cards).toHaveCount(10);
  const icons = await cards.locator('svg').evaluateAll((all) => all.flatMap((svg) => [...svg.classList]));
  for (const icon of [
    'bed',
    'users',
    'dumbbell',
    'utensils-crossed',
    'presentation',
    'trees',
    'circle-parking',
    'warehouse',
  ]) {
    expect(icons).toContain(`lucide-${icon}`);
  }

  const { run } = await owner.call('GET', `/api/properties/${property.id}/active-run`);
  const [lobby, ...others] = run.progress as { id: string; area: { name: string } }[];
  const query = (id: string | undefined, name: string) =>
    `runId=${run.id}&sessionId=${id}&areaName=${name}&propertyId=${property.id}`;
  const lobbyCard = cards.filter({ hasText: 'Lobby' }).getByRole('link');
  await expect(lobbyCard).toHaveAttribute('href', `/area-inspection?${query(lobby?.id, 'Lobby')}`);
  await expect(content.getByRole('button', { name: 'Generate Property-Wide PIP' })).toHaveCount(0);

  // All areas but the lobby are not applicable; the lobby gets a photo and a finding through the API.
  for (const { id } of others) {
    await owner.call('PATCH', `/api/area-sessions/${id}`, { status: 'not_applicable', reason: 'Not there' });
  }
  await addPhoto(owner, lobby?.id ?? '');
  await owner.call('POST', `/api/area-sessions/${lobby?.id}/issues`, {
    title: 'Stain',
    severity: 'high',
    category: 'stain',
  });
  await owner.call('POST', `/api/area-sessions/${lobby?.id}/complete`);
  await page.reload();
  await expect(content.getByText('1 of 1 area completed')).toBeVisible();
  await expect(content.getByRole('list').last().getByRole('listitem')).toHaveCount(9);
  await expect(content.getByRole('heading', { name: 'Not at this property' })).toBeVisible();
  // A completed area whose checks nobody answered is no progress.
  await expect(content.getByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute('aria-valuenow', '0');
  await expect(content.getByText('0 of 12 checks answered')).toBeVisible();
  await expect(lobbyCard).toHaveAttribute('href', `/area-analysis?${query(lobby?.id, 'Lobby')}`);

  const generate = content.getByRole('button', { name: 'Generate Property-Wide PIP' });
  for (const [detail, text] of [
    ['The catalogue is empty', 'The catalogue is empty'],
    ['', 'Failed to generate property-wide PIP'],
  ] as const) {
    const failing = await fail(page, 'POST', /generate-pip$/, 500, detail);
    await generate.click();
    await expect(toastOf(page, 'PIP Generation Failed')).toContainText(text);
    await failing();
  }
  const release = await delayAnswers(page, 'POST', /generate-pip$/);
  await generate.click();
  await expect(content.getByRole('button', { name: 'Generating PIP...' })).toBeDisabled();
  release();
  await expect(toastOf(page, 'Property-Wide PIP Generated')).toContainText('1 item');
  await expect(page).toHaveURL(/\/pip-report\/[0-9a-f-]{36}$/);
});

test("another owner's property and case are not found [2.setup.1, 2.run.1]", async ({ person, pageOf }) => {
  const [admin, owner, stranger] = [await person('admin'), await person('property'), await person('property')];
  const { property, case: opened } = await startedRun(owner, admin);
  const page = await pageOf(stranger);
  for (const address of [`/inspection-setup?propertyId=${property.id}`, `/properties/${property.id}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Property not found', level: 1 })).toBeVisible();
    await expect(page).toHaveTitle('Property not found · Innspect');
  }
  await page.getByRole('link', { name: 'My Properties' }).click();
  await expect(page).toHaveURL('/properties');
  await page.goto(`/inspection-setup?caseId=${opened.id}`);
  await expect(page.getByRole('heading', { name: 'Case not found', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const desk = await pageOf(admin);
  await desk.goto('/admin/cases/00000000-0000-4000-8000-000000000000');
  await expect(desk.getByRole('heading', { name: 'Case not found', level: 1 })).toBeVisible();
  await desk.getByRole('link', { name: 'Inspection Cases' }).click();
  await expect(desk).toHaveURL(/\/admin/);
});
