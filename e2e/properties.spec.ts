import type { Locator, Page } from '@playwright/test';
import { caseFields, inDays } from '#test/factories.ts';
import { expectColor } from './checks.ts';
import { drop, fail, requestsTo } from './faults.ts';
import { addPhoto, expect, test, toastOf, type Person } from './story.ts';

const cardOf = (page: Page, name: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });
const ownProperty = (owner: Person, fields: Record<string, unknown> = {}) =>
  owner.call('POST', '/api/properties', {
    name: 'Bay House',
    address: '3 Bay Road',
    city: 'Bath',
    state: 'ME',
    zipCode: '04530',
    propertyType: 'resort',
    ...fields,
  });

/** Creates a linked case for a property with this name; with `onboarded`, only the lobby applies. */
async function linkedCase(admin: Person, owner: Person, name: string, due: number, onboarded = false) {
  const fields = { propertyName: name, propertyAddress: `1 ${name} Street`, dueDate: inDays(due) };
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email, fields));
  const { property } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  const codes = 'guest_rooms common_areas fitness_center pool restaurant meeting_rooms exterior back_of_house';
  const notApplicableAreas = [...codes.split(' '), 'safety_equipment'];
  const onboarding = { propertyConfirmed: true, checklist: [], notApplicableAreas };
  if (onboarded) await owner.call('POST', `/api/inspection-cases/${opened.id}/onboarding`, onboarding);
  return { opened, property };
}

test('without properties the screen says what to do, and a failed list can be retried [2.properties.1, 2.properties.2, 2.properties.5]', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'));
  const failed = await fail(page, 'GET', '/api/properties', 503, 'Try later');
  await page.goto('/properties');
  await expect(page.getByRole('heading', { name: 'My Properties' })).toBeVisible();
  await expect(page.getByText('503: Try later')).toBeVisible();
  await failed();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No properties linked yet')).toBeVisible();
  const content = page.getByRole('main');
  await expect(content.locator('section a[href="/inspection-setup"]')).toBeVisible();
  await expect(content.locator('section a[href="/inspection-guide"]')).toBeVisible();
  await page.getByRole('link', { name: 'Add Property by Case Number' }).click();
  await expect(page).toHaveURL('/inspection-setup');
});

test('a property card shows its facts, two cases with their next steps, and disabled actions [2.properties.6-18, 9.counts.4, 9.due.1]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const [red, yellow, green] = [
    await linkedCase(admin, owner, 'Harbour Inn', 2),
    await linkedCase(admin, owner, 'Harbour Inn', 6),
    await linkedCase(admin, owner, 'Harbour Inn', 20),
  ];
  await linkedCase(admin, owner, 'Harbour Inn', 30);
  await owner.call('PUT', `/api/properties/${red.property.id}`, { brandStandard: 'Signature', totalRooms: 84 });
  await linkedCase(admin, owner, 'Ready House', 9, true);
  const running = await linkedCase(admin, owner, 'Running House', 9, true);
  const waiting = await linkedCase(admin, owner, 'Waiting House', 9, true);
  const [run, waitingRun] = [
    await owner.call('POST', `/api/properties/${running.property.id}/inspection-runs`),
    await owner.call('POST', `/api/properties/${waiting.property.id}/inspection-runs`),
  ];
  await owner.call('PATCH', `/api/area-sessions/${run.progress[0].id}`, { permissionCamera: true });
  await addPhoto(owner, waitingRun.progress[0].id);
  await owner.call('POST', `/api/area-sessions/${waitingRun.progress[0].id}/complete`);
  const bay = await ownProperty(owner);
  // A run without progress still counts as not started.
  await owner.call('POST', `/api/properties/${bay.id}/inspection-runs`);

  const page = await pageOf(owner, { width: 1440, height: 900 });
  await page.goto('/properties');
  const harbour = cardOf(page, 'Harbour Inn');
  for (const text of ['Hotel', 'Signature', '84 rooms']) {
    await expect(harbour.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(harbour.getByText('1 Harbour Inn Street')).toContainText('Portland, ME 04101');
  await expect(harbour.getByRole('listitem')).toHaveCount(2);
  const links = harbour.getByRole('link', { name: 'Complete Onboarding' });
  await expect(links).toHaveCount(2);
  await harbour.getByRole('button', { name: '+2 more cases', exact: true }).click();
  await expect(harbour.getByRole('listitem')).toHaveCount(4);
  for (const [{ opened }, text, color] of [
    [red, '2 days left', 'red'],
    [yellow, '6 days left', 'yellow'],
    [green, '20 days left', 'green'],
  ] as const) {
    const line = harbour.getByRole('listitem').filter({ hasText: opened.caseNumber });
    await expectColor(line.getByText(text), color);
    await expect(line.getByRole('link', { name: 'Complete Onboarding' })).toHaveAttribute(
      'href',
      `/inspection-setup?caseId=${opened.id}`,
    );
  }
  // Before onboarding there is no inspection yet, but the property can still be edited.
  await expect(harbour.getByText(/(Start|Continue) Inspection/)).toHaveCount(0);
  await expect(harbour.getByRole('button', { name: 'Edit Harbour Inn' })).toBeEnabled();
  await expect(harbour.getByRole('button', { name: 'Delete Harbour Inn' })).toBeEnabled();

  for (const [name, state, action] of [
    ['Ready House', 'Onboarding Complete', 'Start Inspection'],
    ['Running House', 'Inspection In Progress', 'Continue Inspection'],
    ['Waiting House', 'Pending Analysis', 'Continue Inspection'],
  ] as const) {
    const card = cardOf(page, name);
    await expect(card.getByRole('button', { name: state, exact: true })).toBeDisabled();
    await expect(card.getByRole('link', { name: action, exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: `Edit ${name}` })).toBeDisabled();
    await expect(card.getByRole('button', { name: `Delete ${name}` })).toBeDisabled();
  }
  const own = cardOf(page, 'Bay House');
  await expect(own.getByText('Rooms not stated')).toBeVisible();
  await expect(own.getByRole('link', { name: 'Start Inspection', exact: true })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Edit Bay House' })).toBeEnabled();

  await page.clock.setFixedTime(new Date(Date.now() + 4 * 86_400_000));
  await page.reload();
  await expectColor(harbour.getByText('2 days overdue'), 'red');
  await expectColor(harbour.getByText('2 days left'), 'red');
});

test('a property is added and edited, with messages for failures and success [2.properties.3-4, 5.property.1-3, 8.toasts.1, 8.toasts.5-9, 8.success.1-2, decisions.linking.8]', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'), { width: 1440, height: 900 });
  await page.goto('/properties');
  await expect(page.getByRole('button', { name: 'Add Property', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Other ways to add a property' }).click();
  await page.getByRole('menuitem', { name: 'Add Property' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Property' });
  await expect(dialog.getByLabel('Property Type')).toHaveValue('hotel');
  await expect(dialog.getByLabel('Property Type').locator('option')).toHaveText([
    'Hotel',
    'Motel',
    'Resort',
    'Boutique',
  ]);
  await dialog.getByRole('button', { name: 'Add Property' }).click();
  for (const field of ['Property name', 'Property address', 'City', 'State', 'ZIP code']) {
    await expect(dialog.getByText(`${field} is required`)).toBeVisible();
  }
  for (const [label, value] of [
    ['Property Name', 'Bay House'],
    ['Address', '3 Bay Road'],
    ['City', 'Bath'],
    ['State', 'ME'],
    ['ZIP Code', '04530'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(value);
  }
  const refused = await fail(page, 'POST', '/api/properties', 500, 'The disk is full');
  await dialog.getByRole('button', { name: 'Add Property' }).click();
  await expect(toastOf(page, 'Error')).toContainText('500: The disk is full');
  await expectColor(toastOf(page, 'Error'), 'red', 'border-top-color');
  await refused();
  const sent = requestsTo(page, 'POST', '/api/properties');
  await dialog.getByLabel('Total Rooms').fill('12');
  await dialog.getByRole('button', { name: 'Add Property' }).click();
  await expectColor(toastOf(page, 'Property created').locator('svg').first(), 'green');
  await expect(cardOf(page, 'Bay House').getByText('12 rooms')).toBeVisible();
  expect(sent[0]?.postDataJSON()).toMatchObject({ propertyType: 'hotel', status: 'active', totalRooms: 12 });

  await page.getByRole('button', { name: 'Edit Bay House' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Property' });
  await expect(edit.getByLabel('Property Name')).toHaveValue('Bay House');
  await edit.getByLabel('Total Rooms').fill('');
  for (const [status, detail, text] of [
    [403, 'Never mind', "You don't have permission to update this property."],
    [404, 'Never mind', 'Property not found.'],
    [400, 'Never mind', 'Invalid property data. Please check all fields.'],
    [409, 'The property is locked', 'The property is locked'],
  ] as const) {
    const stop = await fail(page, 'PUT', /^\/api\/properties\//, status, detail);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toastOf(page, 'Update Failed')).toContainText(text);
    await expectColor(toastOf(page, 'Update Failed'), 'red', 'border-top-color');
    await stop();
  }
  const cut = await drop(page, 'PUT', /^\/api\/properties\//);
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page, 'Update Failed')).toContainText('Unable to update property. Please try again.');
  await cut();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toastOf(page, 'Property updated')).toBeVisible();
  await expect(cardOf(page, 'Bay House').getByText('Rooms not stated')).toBeVisible();

  await cardOf(page, 'Bay House').getByRole('link', { name: 'Start Inspection' }).click();
  await page.getByRole('button', { name: 'Start Inspection' }).click();
  await page.getByRole('link', { name: /Lobby/ }).click();
  await expect(page).toHaveURL(/\/area-inspection\?/);
});

test('deleting a property asks first, says why it failed, and removes the card [2.properties.19, 7.calls.12, 8.toasts.10, 8.toasts.11, 8.toasts.12, 8.toasts.13, 8.success.3]', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  await ownProperty(owner);
  const page = await pageOf(owner);
  await page.goto('/properties');
  const ask = async () => {
    await page.getByRole('button', { name: 'Delete Bay House' }).click();
    const question = page.getByRole('alertdialog');
    await expect(
      question.getByText('Remove this property from your profile? (Data will be preserved for testing)', {
        exact: true,
      }),
    ).toBeVisible();
    return question;
  };
  await (await ask()).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  for (const [status, detail, text] of [
    [500, undefined, 'Unable to delete property. It may have associated inspections or data.'],
    [403, 'Never mind', "You don't have permission to delete this property."],
    [404, 'Never mind', 'Property not found.'],
    [409, 'The property is locked', 'The property is locked'],
  ] as const) {
    const stop = await fail(page, 'DELETE', /^\/api\/properties\//, status, detail);
    await (await ask()).getByRole('button', { name: 'Remove' }).click();
    await expect(toastOf(page, 'Delete Failed')).toContainText(text);
    await stop();
  }
  const cut = await drop(page, 'DELETE', /^\/api\/properties\//);
  await (await ask()).getByRole('button', { name: 'Remove' }).click();
  await expect(toastOf(page, 'Delete Failed')).toContainText('Unable to delete property. Please try again.');
  await cut();
  await (await ask()).getByRole('button', { name: 'Remove' }).click();
  await expect(toastOf(page, 'Property deleted')).toBeVisible();
  await expect(page.getByText('No properties linked yet')).toBeVisible();
});
