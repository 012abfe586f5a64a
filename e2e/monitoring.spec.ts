import { basisText } from '#contract/coverage.ts';
import { linkedCase, passedChecks, startedInspection as inspectionOf } from '#test/factories.ts';
import { expectAccessible, expectColor, expectAccessibleEverywhere } from './checks.ts';
import { fail, delayAnswers } from './faults.ts';
import { inspections, inspectionsOf, panelOf, part, rowOf, statuses, unique } from './monitoring-story.ts';
import {
  addPhotoTo,
  expect,
  expectAsksBeforeLoss,
  samplePicture,
  startedInspection,
  startedRun,
  test,
  toastOf,
} from './story.ts';

test('the monitoring table searches, counts and filters inspections, and shows loading, empty and failed states [2.admin.18-31, 9.dates.2, decisions.placeholders.5]', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [
    await person('admin'),
    await person('property', { firstName: 'Merle', lastName: 'Quillfeather' }),
  ];
  const name = unique('Heron House', owner);
  const { lobbyId } = await inspectionsOf(owner, admin, name);
  const { property } = await startedInspection(owner, 'Boat shed');

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  const mend = await fail(desk, 'GET', '/api/admin/inspections', 503, 'Back in a minute');
  await desk.goto(`/admin?tab=monitoring&q=${encodeURIComponent(name)}`);
  await expect(desk.getByRole('heading', { name: 'Inspection Sessions' })).toBeVisible();
  await expect(desk.getByText('503: Back in a minute')).toBeVisible();
  await expectAccessible(desk);
  await mend();
  const release = await delayAnswers(desk, 'GET', '/api/admin/inspections');
  await desk.getByRole('button', { name: 'Try again' }).click();
  await expect(desk.getByRole('status').getByText('Loading inspections')).toBeVisible();
  await expect(desk.getByRole('main').locator('svg.animate-spin')).toBeVisible();
  await expectAccessible(desk);
  release();

  await expect(inspections(desk).getByRole('columnheader')).toHaveText([
    'Property',
    'Inspector',
    'Date & Time',
    'AI Score',
    'Issues',
    'Status',
    'Actions',
  ]);
  const lobby = rowOf(desk, 'Lobby');
  const seen = await owner.call('GET', `/api/inspections/${lobbyId}`);
  await expect(lobby.getByRole('cell').first()).toHaveText(`${name} Lobby`);
  await expect(lobby.getByRole('cell').nth(1)).toHaveText('MQMerle Quillfeather');
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', options).format(new Date(seen.createdAt)).replaceAll(/\s/g, ' ');
  const day = words({ month: 'short', day: 'numeric', year: 'numeric' });
  await expect(lobby.getByRole('cell').nth(2)).toHaveText(`${day} ${words({ hour: 'numeric', minute: '2-digit' })}`);
  await expect(lobby.getByRole('meter', { name: 'AI Score' })).toHaveAttribute(
    'aria-valuenow',
    String(Math.round(seen.complianceScore)),
  );
  await expect(lobby.getByRole('cell').nth(3)).toHaveText(
    `${Math.round(seen.complianceScore)}% ${basisText(seen.coverage)}`,
    { useInnerText: true },
  );
  await expect(lobby.getByRole('cell').nth(4)).toHaveText('1');
  await expect(lobby.getByRole('cell').nth(4).locator('svg')).toHaveClass(/triangle-alert/);
  await expect(lobby).toContainText('Pending Review');
  const rooms = rowOf(desk, 'Guest Rooms');
  await expect(rooms.getByRole('cell').nth(4)).toHaveText('0');
  await expect(rooms.getByRole('cell').nth(4).locator('svg')).toHaveClass(/circle-check/);

  // Searches by property, area, first name, last name and full name, in any case.
  const box = desk.getByPlaceholder('Search inspections...');
  await expect(statuses(desk)).toHaveText(['All2', 'Pending Review2', 'In Progress0', 'Requires Action0']);
  await box.fill('quillFEATHER');
  await expect(statuses(desk)).toHaveText(['All3', 'Pending Review2', 'In Progress1', 'Requires Action0']);
  for (const [text, counts] of [
    ['BOAT shed', ['All1', 'Pending Review0', 'In Progress1', 'Requires Action0']],
    ['mERLE', ['All3', 'Pending Review2', 'In Progress1', 'Requires Action0']],
    [name.toLowerCase(), ['All2', 'Pending Review2', 'In Progress0', 'Requires Action0']],
    ['merle quillfeather', ['All3', 'Pending Review2', 'In Progress1', 'Requires Action0']],
  ] as const) {
    await box.fill(text);
    await expect(statuses(desk)).toHaveText([...counts]);
    await expect(rowOf(desk, 'Boat shed')).toHaveCount(counts[2] === 'In Progress1' ? 1 : 0);
  }

  // The status filters the rows, but not the counts.
  await statuses(desk).filter({ hasText: 'In Progress' }).click();
  await expect(inspections(desk).getByRole('row')).toHaveCount(2);
  await expect(rowOf(desk, 'Boat shed')).toContainText('In Progress');
  await expect(statuses(desk).first()).toHaveText('All3');
  await statuses(desk).first().click();

  await desk.getByRole('button', { name: 'Filters' }).click();
  await expectAccessible(desk);
  await desk.getByLabel('Find a property').fill(property.name);
  await desk
    .getByRole('list', { name: 'Properties' })
    .getByRole('button', { name: `${property.name} ${property.city}, ${property.state}` })
    .first()
    .click();
  await expect(desk.getByRole('group', { name: 'Property' })).toContainText(`${property.name}, ${property.city}`);
  await expect(desk.getByRole('button', { name: 'Show all properties' })).toBeFocused();
  await expectAccessible(desk);
  await desk.getByRole('button', { name: 'Done' }).click();
  await expect(desk.getByRole('button', { name: 'Filters, 1 set' })).toBeVisible();
  await expect(statuses(desk)).toHaveText(['All1', 'Pending Review0', 'In Progress1', 'Requires Action0']);
  await statuses(desk).filter({ hasText: 'Requires Action' }).click();
  await expect(desk.getByText('No inspections found matching your criteria.', { exact: true })).toBeVisible();
  await expectAccessibleEverywhere(desk);
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await expect(desk).not.toHaveURL(/status=|propertyId=|q=/);
});

test('opening the property filter in monitoring leaves My Properties unchanged', async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = unique('Curlew Inn Express and Suites by the Harbour', owner);
  const { case: linked } = await linkedCase(owner, admin, { propertyName: name });
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/admin?tab=monitoring');
  const mend = await fail(desk, 'GET', '/api/properties', 503, 'Back in a minute');
  await desk.getByRole('button', { name: 'Filters' }).click();
  const filter = desk.getByRole('group', { name: 'Property' });
  await expect(filter.getByRole('alert')).toContainText('503: Back in a minute');
  await mend();
  await filter.getByRole('button', { name: 'Try again' }).click();
  await expect(filter).toContainText(name);

  // With the keyboard alone: the focus follows what takes the place of the pressed button.
  await filter.getByRole('button', { name }).press('Enter');
  const clear = filter.getByRole('button', { name: 'Show all properties' });
  await expect(clear).toBeFocused();
  // On a phone above its keyboard, neither a long name nor a low window hides a control.
  await desk.setViewportSize({ width: 390, height: 500 });
  const done = desk.getByRole('button', { name: 'Done' });
  for (const control of [clear, done]) await expect(control).toBeInViewport({ ratio: 1 });
  await desk.keyboard.press('Enter');
  const search = filter.getByLabel('Find a property');
  await expect(search).toBeFocused();
  await expect(search).toBeInViewport({ ratio: 1 });
  await desk.setViewportSize({ width: 1440, height: 900 });
  await done.click();
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Properties' }).click();
  await expect(desk.getByRole('heading', { name })).toBeVisible();
  await expect(desk.getByText(linked.caseNumber)).toBeVisible();
});

test('a reviewer reads the panel of an inspection, uses its quick actions, and closes it with either decision [2.admin.32-34, 2.admin.36-41, 4.session.3, 4.session.5, 9.dates.3, decisions.placeholders.5, decisions.settled.4]', async ({
  person,
  pageOf,
}) => {
  const [admin, second, owner] = [await person('admin'), await person('admin'), await person('property')];
  const name = unique('Osprey Inn', owner);
  const { lobbyId, roomsId } = await inspectionsOf(owner, admin, name);
  const address = `/admin?tab=monitoring&q=${encodeURIComponent(name)}`;
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(address);
  for (const action of ['Review', 'Approve', 'Request re-inspection of'])
    await expect(desk.getByRole('button', { name: `${action} ${name}, Lobby` })).toBeVisible();
  await desk.getByRole('button', { name: `Review ${name}, Lobby` }).click();

  const panel = panelOf(desk);
  await expect(panel.getByRole('heading', { name: `Inspection Review: ${name} - Lobby` })).toBeVisible();
  const seen = await admin.call('GET', `/api/inspections/${lobbyId}`);
  const day = new Date(seen.createdAt).toLocaleDateString('en-US', { dateStyle: 'long' });
  await expect(panel.getByText(new RegExp(`^Conducted by Robin Vale on ${day} at \\d+:\\d\\d [AP]M$`))).toBeVisible();
  await expect(part(panel, 'AI Detection Summary')).toContainText('0 of 1 photo clear');
  await expect(part(panel, 'AI Detection Summary')).toContainText('1 finding detected');
  // Next to the table if there is room, otherwise below it.
  const tops = async () => {
    const [list, review] = [await inspections(desk).boundingBox(), await panel.boundingBox()];
    if (!list || !review) throw new Error('The table or the review is not drawn');
    return { below: review.y >= list.y + list.height, beside: review.x >= list.x + list.width };
  };
  expect(await tops()).toEqual({ below: false, beside: true });
  await desk.setViewportSize({ width: 1000, height: 900 });
  await expect.poll(tops).toEqual({ below: true, beside: false });
  await desk.setViewportSize({ width: 1440, height: 900 });
  const details = part(panel, 'Session Details');
  const sure = Math.round(Number(seen.aiConfidenceScore));
  await expect(details).toContainText(`AI Confidence${sure}%`);
  await expect(details.getByRole('meter', { name: 'AI Confidence' })).toHaveAttribute('aria-valuenow', String(sure));
  await expect(details).toContainText(`${seen.itemsChecked} of ${seen.totalItems} items checked`);
  await expect(details).toContainText('1 detected by AI');
  await expectAccessibleEverywhere(desk);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await desk.emulateMedia({ colorScheme: 'light' });

  const findingOf = async () => (await owner.call('GET', `/api/inspections/${lobbyId}/issues`))[0];
  const answer = await delayAnswers(desk, 'PATCH', /^\/api\/issues\//);
  await panel.getByRole('button', { name: `Confirm: ${(await findingOf()).title}` }).click();
  await expect(panel).toContainText('confirmed by you');
  answer();
  await expect(panel).toContainText('confirmed by Quinn Vale');
  await expect.poll(async () => (await findingOf()).status).toBe('confirmed');

  // Sends the owner a message about this inspection.
  await part(panel, 'Quick Actions').getByRole('button', { name: 'Send Message' }).click();
  await expectAccessible(desk);
  await desk.getByRole('dialog').getByLabel('Message').fill('Is the vent of the bathroom running?');
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(toastOf(desk, 'Message sent')).toBeVisible();
  const [message] = await owner.call('GET', '/api/messages');
  expect(message).toMatchObject({ content: 'Is the vent of the bathroom running?', inspectionId: lobbyId });

  // Flags it for a second reviewer, who finds it and removes the flag by keyboard.
  await part(panel, 'Quick Actions').getByRole('button', { name: 'Flag for Review' }).click();
  await expectAccessible(desk);
  await desk.getByRole('dialog').getByLabel('Note').fill('Mold or shadow?');
  await expectAsksBeforeLoss(desk);
  await desk.getByRole('dialog').getByRole('button', { name: 'Flag for Review' }).click();
  await expect(toastOf(desk, 'Flagged for review')).toBeVisible();
  await expect(panel.getByRole('note').filter({ hasText: 'Mold or shadow?' })).toBeVisible();
  await expect(rowOf(desk, 'Lobby').getByText('Flagged for review')).toBeAttached();
  const other = await pageOf(second, { width: 1440, height: 900 });
  await other.goto('/notifications');
  await other.getByRole('button', { name: new RegExp(`${name}: Lobby is flagged for review`) }).click();
  await expect(panelOf(other)).toContainText('Mold or shadow?');
  await other.goto(address);
  await other.getByRole('button', { name: 'Flagged 1' }).click();
  await expect(inspections(other).getByRole('row')).toHaveCount(2);
  await expect(statuses(other).first()).toHaveText('All1');
  await rowOf(other, 'Lobby').focus();
  await other.keyboard.press('f');
  await expect(toastOf(other, 'Flag removed')).toBeVisible();
  await expect(other.getByText('No inspections found matching your criteria.')).toBeVisible();
  await expect(rowOf(desk, 'Lobby').getByText('Flagged for review')).toHaveCount(0);
  await toastOf(other, 'Flag removed').getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('note').filter({ hasText: 'Mold or shadow?' })).toBeVisible();
  await part(panel, 'Quick Actions').getByRole('button', { name: 'Remove Flag' }).click();
  await expect(toastOf(desk, 'Flag removed')).toBeVisible();

  await panel.getByRole('button', { name: 'Request Reinspection' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Send Request' }).click();
  await expect(desk.getByText('Enter what should be inspected again')).toBeVisible();
  await expectAccessible(desk);
  await desk.getByRole('dialog').getByRole('textbox').fill('Photograph the vent again');
  await desk.getByRole('dialog').getByRole('button', { name: 'Send Request' }).click();
  // The review closes, and the next pending one opens in its place.
  await expect(panel).toHaveAccessibleName(`Inspection Review: ${name} - Guest Rooms`);
  await expectColor(rowOf(desk, 'Lobby').getByText('Requires Action'), 'red');

  await expect(panel).toContainText('1 of 1 photo clear');
  await expect(part(panel, 'AI Detection Summary')).not.toContainText('detected');
  await panel.getByRole('button', { name: 'Approve Inspection' }).click();
  await expect(panel).toHaveCount(0);
  await expectColor(rowOf(desk, 'Guest Rooms').getByText('Approved', { exact: true }), 'green');
  await expect(desk.getByRole('button', { name: `Review ${name}, Lobby` })).toBeVisible();
  await expect(desk.getByRole('button', { name: `Approve ${name}, Lobby` })).toHaveCount(0);
  await expect(desk.getByRole('button', { name: `Request re-inspection of ${name}, Lobby` })).toHaveCount(0);
  expect((await owner.call('GET', `/api/inspections/${roomsId}`)).status).toBe('approved');
});

test("the panel shows the owner's answers, the due date and the previous inspection, and findings can be added on the photo", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = unique('Dunlin House', owner);
  const {
    areas,
    property,
    case: linked,
  } = await startedRun(owner, admin, [], { propertyName: name, notes: 'Mind the vents' });
  const earlier = await inspectionOf(owner, property, 'Lobby');
  await addPhotoTo(owner, { inspectionId: earlier.id }, await samplePicture('guest-bathroom-mould.jpg'));
  await owner.call('PUT', `/api/inspections/${earlier.id}`, { status: 'pending_review' });
  await admin.call('POST', `/api/admin/inspections/${earlier.id}/approve`, {});
  const session = `/api/area-sessions/${areas[0]?.id}`;
  await addPhotoTo(owner, { areaSessionId: areas[0]?.id ?? '' }, await samplePicture('guest-bathroom-mould.jpg'));
  await passedChecks(owner, session);
  const check = (await owner.call('GET', `${session}/checklist`)).find((item: { critical: boolean }) => !item.critical);
  await owner.call('PATCH', `${session}/checklist/${check.id}`, { result: 'fail', note: 'Loose at the desk' });
  const { inspectionId } = await owner.call('POST', `${session}/complete`);

  const desk = await pageOf(admin, { width: 1920, height: 1000 });
  await desk.goto(`/admin?tab=monitoring&inspectionId=${inspectionId}`);
  const panel = panelOf(desk);
  await expect(panel).toContainText('days left');
  await expect(panel.getByRole('link', { name: linked.caseNumber })).toHaveAttribute(
    'href',
    `/admin/cases/${linked.id}`,
  );
  await expect(panel).toContainText('Mind the vents');
  const checks = panel
    .locator('section')
    .filter({ has: desk.getByRole('heading', { name: /^Checklist: .*1 failed$/ }) });
  await expect(checks.getByRole('listitem').first()).toContainText(check.title);
  await expect(checks.getByRole('listitem').first()).toContainText('Failed: Loose at the desk');
  const before = part(panel, 'Previous inspection');
  await expect(before).toContainText('Approved');
  await expect(before).toContainText('Not passed: open findings');
  await expect(before).toContainText('Found again');
  await expectAccessibleEverywhere(desk);

  // The earlier photo is next to the current one, which has boxes and can receive a finding.
  await desk.setViewportSize({ width: 1920, height: 1000 });
  await before.getByRole('button', { name: 'Open earlier photo 1' }).click();
  await expect(desk.getByRole('dialog', { name: /1 of 1/ })).toBeVisible();
  await desk.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Enlarge photo' }).click();
  const photo = desk.getByRole('dialog', { name: /1 of 1/ });
  await photo.getByRole('button', { name: 'Add Finding' }).click();
  await photo.getByText('High', { exact: true }).click();
  await photo.getByLabel('Category').selectOption('fixture_broken');
  await photo.getByLabel('Title').fill('Vent without cover');
  await photo
    .getByRole('button', { name: /^(Add|Save)/ })
    .last()
    .click();
  await expect
    .poll(async () =>
      (await owner.call('GET', `/api/inspections/${inspectionId}/issues`)).map((each: { title: string }) => each.title),
    )
    .toContain('Vent without cover');
  await desk.keyboard.press('Escape');
  await expect(photo).toHaveCount(0);
  await expect(part(panel, 'Findings')).toContainText('Vent without cover');
});

test('when two reviewers decide at once, the second is told and sees the current status [8.screen.6]', async ({
  person,
  pageOf,
}) => {
  const [admin, second, owner] = [await person('admin'), await person('admin'), await person('property')];
  const name = unique('Plover Court', owner);
  const { lobbyId } = await inspectionsOf(owner, admin, name);
  const phone = await pageOf(second);
  // Blocks events, so the open page does not know about the change yet.
  await phone.routeWebSocket(/\/ws(\?|$)/, () => undefined);
  await phone.goto(`/admin?tab=monitoring&inspectionId=${lobbyId}`);
  const sheet = phone.getByRole('dialog', { name: `Inspection Review: ${name} - Lobby` });
  await expect(sheet).toContainText('AI Detection Summary');
  await expectAccessible(phone);
  await sheet.getByRole('button', { name: 'Request Reinspection' }).click();
  await phone.getByRole('dialog').getByRole('textbox').fill('Once more');
  const refused = await fail(phone, 'POST', /request-reinspection$/, 409, 'The inspection is in progress');
  await phone.getByRole('button', { name: 'Send Request' }).click();
  await expect(toastOf(phone, 'Re-inspection not requested')).toContainText('409: The inspection is in progress');
  await refused();
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await admin.call('POST', `/api/admin/inspections/${lobbyId}/approve`, {});
  await sheet.getByRole('button', { name: 'Approve Inspection' }).click();
  await expect(toastOf(phone, 'Not approved')).toContainText('409: The inspection is approved');
  await expect(sheet).toContainText('Approved');
  await expect(sheet.getByRole('button', { name: 'Approve Inspection' })).toHaveCount(0);
});
