import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { delayAnswers, disconnect, requestsTo } from './faults.ts';
import { expect, expectAsksBeforeLoss, startedRun, test, toastOf, type Person } from './story.ts';

const findings = [
  ['Exit sign hangs loose', 'critical', 'missing_signage'],
  ['Ramp too steep', 'high', 'accessibility'],
  ['Door closer broken', 'high', 'door_hardware'],
  ['Carpet worn through', 'medium', 'carpet_wear'],
  ['Paint peels', 'low', 'peeling_paint'],
] as const;
type Title = (typeof findings)[number][0];

/** Creates the draft of a lobby for a case, through the API. Its items are in the order of `findings`: by severity and cost. */
async function draft(
  owner: Person,
  admin: Person,
  { found = findings, propertyName }: { found?: readonly (typeof findings)[number][]; propertyName?: string } = {},
) {
  const { areas } = await startedRun(owner, admin, [], propertyName ? { propertyName } : {});
  const path = `/api/area-sessions/${areas[0]?.id}`;
  for (const [title, severity, category] of found)
    await owner.call('POST', `${path}/issues`, { title, severity, category });
  const { pipReport } = await owner.call('POST', `${path}/generate-pip`);
  return pipReport as { id: string; items: { id: string; title: Title }[] };
}

const statusesOf = async (person: Person, { id }: { id: string }) =>
  Object.fromEntries(
    (await person.call('GET', `/api/pip-reports/${id}`)).items.map((item: { title: Title; status: string }) => [
      item.title,
      item.status,
    ]),
  );
const row = (page: Page, title: Title) => page.locator('[data-item]').filter({ hasText: title });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected items' });
const box = (page: Page, title: Title) => page.getByRole('checkbox', { name: `Select: ${title}` });

test('a reviewer decides a whole plan by keyboard alone, takes decisions back, and sends it', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await draft(owner, admin);
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  await expect(desk.getByText('5 items undecided')).toBeVisible();

  // No key decides before a row has the focus.
  await desk.keyboard.press('a');
  await desk.keyboard.press('j');
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();
  await desk.keyboard.press('j');
  await desk.keyboard.press('k');
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();
  await desk.keyboard.press('a');
  await expect(toastOf(desk, 'Item approved')).toContainText('Exit sign hangs loose');
  await expect(row(desk, 'Ramp too steep')).toBeFocused();
  await expect(row(desk, 'Exit sign hangs loose')).toContainText('Approved');

  // The reason is asked for, and what is typed in it is no shortcut.
  await desk.keyboard.press('r');
  const question = desk.getByRole('alertdialog', { name: 'Reject this item?' });
  await expect(question.getByLabel('Reason')).toBeFocused();
  await desk.keyboard.type('Replaced in a jam, marks are ok');
  await expectAsksBeforeLoss(desk);
  await expect(question.getByLabel('Reason')).toBeFocused();
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Tab');
  await desk.keyboard.press('Enter');
  await expect(toastOf(desk, 'Item rejected')).toBeVisible();
  await expect(row(desk, 'Door closer broken')).toBeFocused();
  await expect(row(desk, 'Ramp too steep')).toContainText('Replaced in a jam, marks are ok');

  // Both decisions are taken back, the last one first.
  await desk.keyboard.press('u');
  await expect(toastOf(desk, 'Decision taken back')).toContainText('Ramp too steep');
  await expect(row(desk, 'Ramp too steep')).toBeFocused();
  await desk.keyboard.press('u');
  await expect(toastOf(desk, 'Decision taken back')).toContainText('Exit sign hangs loose');
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();
  expect(new Set(Object.values(await statusesOf(admin, plan)))).toEqual(new Set(['pending']));

  // A modified item gets its own price back too.
  const price = await row(desk, 'Exit sign hangs loose').getByText(/^\$/).first().innerText();
  await desk.keyboard.press('m');
  const form = desk.getByRole('dialog', { name: 'Modify item' });
  await form.getByLabel('Cost, US dollars').fill('450');
  await form.getByLabel('Cost, US dollars').press('Enter');
  await expect(toastOf(desk, 'Item modified and approved')).toBeVisible();
  await expect(row(desk, 'Exit sign hangs loose')).toContainText('$450');
  await expect(row(desk, 'Ramp too steep')).toBeFocused();
  await desk.keyboard.press('u');
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();
  await expect(row(desk, 'Exit sign hangs loose').getByText(price, { exact: true }).first()).toBeVisible();

  // A dialog that is canceled returns the focus to its row.
  await desk.keyboard.press('r');
  await expect(question).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();

  // Several are selected and approved together, and that is taken back together.
  await desk.keyboard.press('x');
  await desk.keyboard.press('j');
  await desk.keyboard.press('x');
  await desk.keyboard.press('j');
  await desk.keyboard.press('x');
  await expect(bar(desk)).toContainText('3 items selected');
  await desk.keyboard.press('x');
  await expect(bar(desk)).toContainText('2 items selected');
  await desk.keyboard.press('x');
  await expectAccessible(desk);
  await desk.keyboard.press('Shift+A');
  await expect(toastOf(desk, '3 items approved')).toBeVisible();
  await expect(bar(desk)).toHaveCount(0);
  await expect(row(desk, 'Carpet worn through')).toBeFocused();
  await desk.keyboard.press('u');
  await expect(toastOf(desk, '3 decisions taken back')).toBeVisible();
  await expect(desk.getByText('5 items undecided')).toBeVisible();
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();
  await expect(bar(desk)).toHaveCount(0);
  for (const next of ['x', 'j', 'x', 'j', 'x', 'Shift+A']) await desk.keyboard.press(next);
  await expect(desk.getByText('2 items undecided')).toBeVisible();
  await expect(row(desk, 'Carpet worn through')).toBeFocused();

  await desk.keyboard.press('?');
  const help = desk.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['Next or previous item', 'Reject the item with a reason', 'Approve the selected items'])
    await expect(help).toContainText(text);
  await desk.keyboard.press('a');
  await desk.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(row(desk, 'Carpet worn through')).toBeFocused();
  await expect(desk.getByText('2 items undecided')).toBeVisible();

  // The last decision hands the focus to the button that sends the plan.
  await desk.keyboard.press('a');
  await expect(row(desk, 'Paint peels')).toBeFocused();
  await desk.keyboard.press('a');
  await expect(desk.getByText('All items are decided')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Send to owner' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(toastOf(desk, 'Plan sent for approval')).toBeVisible();

  // What was sent stands: neither a button nor a key takes it back.
  await expect(desk.getByRole('button', { name: 'Take back: Paint peels' })).toHaveCount(0);
  await desk.keyboard.press('u');
  await expect(desk.getByText('All items are decided')).toHaveCount(0);
  expect(new Set(Object.values(await statusesOf(admin, plan)))).toEqual(new Set(['approved']));
  await expectAccessibleEverywhere(desk);
});

test('the list of plans starts with the drafts, the most severe first, and is used by the keys of the other list', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const name = (word: string) => `${word} Quay ${owner.user.id.slice(0, 8)}`;
  const critical = await draft(owner, admin, { found: findings.slice(0, 1), propertyName: name('Critical') });
  await draft(owner, admin, { found: findings.slice(4), propertyName: name('Low') });
  const sent = await draft(owner, admin, { found: findings.slice(0, 1), propertyName: name('Sent') });
  await admin.call('PATCH', `/api/pip-items/${sent.items[0]?.id}`, { status: 'approved' });
  await admin.call('POST', `/api/pip-reports/${sent.id}/submit`);

  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto('/admin?tab=pip-review');
  const filters = desk.getByRole('group', { name: 'Status of plans' });
  const filter = (word: string) => filters.getByRole('button', { name: new RegExp(`^${word}`) });
  await expect(filter('Draft')).toHaveAttribute('aria-pressed', 'true');
  await expect(desk.getByRole('row').nth(1)).toBeVisible();
  await desk.keyboard.press('/');
  await desk.keyboard.type(name(''));
  const rows = desk.getByRole('row').filter({ hasText: name('') });
  await expect(filter('All')).toHaveAttribute('aria-pressed', 'true');
  await expect(rows).toHaveText([/^Sent/, /^Low/, /^Critical/]);
  await filter('Draft').click();
  await expect(rows).toHaveText([/^Critical/, /^Low/]);
  await filter('Draft').blur();
  await desk.keyboard.press('j');
  await expect(rows.first()).toBeFocused();
  await desk.keyboard.press('j');
  await desk.keyboard.press('j');
  await expect(rows.last()).toBeFocused();
  await desk.keyboard.press('k');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(`/pip-report/${critical.id}`);
});

test('on a phone a reviewer selects undecided items by thumb, approves them together, and takes one back', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const plan = await draft(owner, admin);
  const phone = await pageOf(admin, { width: 390, height: 844 });
  await phone.goto(`/pip-report/${plan.id}`);
  await phone.getByRole('button', { name: 'Select all undecided' }).tap();
  await expect(bar(phone)).toContainText('5 items selected');
  await box(phone, 'Paint peels').scrollIntoViewIfNeeded();
  await box(phone, 'Paint peels').locator('xpath=ancestor::label').tap();
  await expect(bar(phone)).toContainText('4 items selected');
  await expect(bar(phone)).toBeInViewport({ ratio: 1 });
  for (const target of [
    box(phone, 'Paint peels').locator('xpath=ancestor::label'),
    bar(phone).getByRole('button', { name: 'Approve 4 items' }),
    bar(phone).getByRole('button', { name: 'Clear selection' }),
  ]) {
    const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  // The choice is in the line of the badges, so the item keeps its width.
  const [card, title] = [await row(phone, 'Paint peels').boundingBox(), row(phone, 'Paint peels').getByRole('heading')];
  const beside = (await row(phone, 'Paint peels').locator('p').first().boundingBox())?.width ?? 0;
  await expect(title).toBeVisible();
  expect(beside).toBeGreaterThan((card?.width ?? 0) - 60);
  await expectAccessible(phone);
  await bar(phone).getByRole('button', { name: 'Approve 4 items' }).tap();
  await expect(toastOf(phone, '4 items approved')).toBeVisible();
  await expect(bar(phone)).toHaveCount(0);
  await expect(phone.getByText('1 item undecided')).toBeVisible();

  await phone.getByRole('button', { name: 'Take back: Door closer broken' }).tap();
  await expect(toastOf(phone, 'Decision taken back')).toBeVisible();
  await phone.getByRole('button', { name: 'Reject: Door closer broken' }).tap();
  await phone.getByRole('alertdialog').getByLabel('Reason').fill('Seen twice');
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).tap();
  await toastOf(phone, 'Item rejected').getByRole('button', { name: 'Undo' }).tap();
  await expect(toastOf(phone, 'Decision taken back')).toContainText('Door closer broken');
  await expect(phone.getByText('2 items undecided')).toBeVisible();
  expect(await statusesOf(admin, plan)).toMatchObject({
    'Door closer broken': 'pending',
    'Ramp too steep': 'approved',
  });
});

test('a joint approval names what failed and why: decided by another reviewer, or without a connection', async ({
  person,
  pageOf,
}) => {
  const [admin, second, owner] = [await person('admin'), await person('admin'), await person('property')];
  const plan = await draft(owner, admin);
  const id = (title: Title) => plan.items.find((item) => item.title === title)?.id;
  const desk = await pageOf(admin, { width: 820, height: 1100 });
  await desk.goto(`/pip-report/${plan.id}`);

  // The keyboard keeps its place while everything is selected, and the screen while the bar goes.
  const all = desk.getByRole('button', { name: 'Select all undecided' });
  await all.press('Enter');
  await expect(bar(desk)).toContainText('5 items selected');
  await expect(all).toBeDisabled();
  await expect(all).toBeFocused();
  await bar(desk).getByRole('button', { name: 'Clear selection' }).press('Enter');
  await expect(bar(desk)).toBeHidden();
  await expect(desk.getByRole('main')).toBeFocused();

  // What another reviewer decides leaves the selection.
  await desk.getByRole('button', { name: 'Select all undecided' }).click();
  await expect(bar(desk)).toContainText('5 items selected');
  await second.call('PATCH', `/api/pip-items/${id('Paint peels')}`, { status: 'waived', note: 'Next year' });
  await expect(bar(desk)).toContainText('4 items selected');

  // One is decided before its turn comes.
  const release = await delayAnswers(desk, 'PATCH', `/api/pip-items/${id('Exit sign hangs loose')}`);
  await bar(desk).getByRole('button', { name: 'Approve 4 items' }).click();
  await expect(bar(desk)).toContainText('Approving 1 of 4…');
  await second.call('PATCH', `/api/pip-items/${id('Door closer broken')}`, { status: 'rejected', note: 'Fixed' });
  release();
  await expect(toastOf(desk, '3 of 4 items approved')).toContainText(
    'Not approved: “Door closer broken” (Somebody else has decided meanwhile: the item is rejected)',
  );
  await toastOf(desk, '3 of 4 items approved').getByRole('button', { name: 'Undo' }).click();
  await expect(toastOf(desk, '3 decisions taken back')).toBeVisible();
  await expect(desk.getByText('3 items undecided')).toBeVisible();

  // Without a connection nothing is decided, the rest is not tried, and the selection stays for another try.
  await desk.getByRole('button', { name: 'Select all undecided' }).click();
  const tries = requestsTo(desk, 'PATCH', /\/api\/pip-items\//);
  const connect = await disconnect(desk);
  await bar(desk).getByRole('button', { name: 'Approve 3 items' }).click();
  await expect(toastOf(desk, '0 of 3 items approved')).toContainText(
    'Not approved: “Exit sign hangs loose”, “Ramp too steep”, “Carpet worn through” (No connection to the server. Try again when you are online)',
  );
  expect(tries).toHaveLength(1);
  await expect(bar(desk)).toContainText('3 items selected');
  await row(desk, 'Exit sign hangs loose').focus();
  await desk.keyboard.press('a');
  await expect(toastOf(desk, 'Item not changed')).toContainText('No connection');
  await expect(row(desk, 'Exit sign hangs loose')).toBeFocused();
  await connect();
  expect(await statusesOf(admin, plan)).toMatchObject({ 'Exit sign hangs loose': 'pending' });
  await bar(desk).getByRole('button', { name: 'Approve 3 items' }).click();
  await expect(toastOf(desk, '3 items approved')).toBeVisible();
});

test('a key that is held down or pressed twice decides once, and an undo leaves what somebody else has decided', async ({
  person,
  pageOf,
}) => {
  const [admin, second, owner] = [await person('admin'), await person('admin'), await person('property')];
  const plan = await draft(owner, admin, { found: findings.slice(0, 3) });
  const first = plan.items.find(({ title }) => title === 'Exit sign hangs loose')?.id;
  const desk = await pageOf(admin, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${plan.id}`);
  await row(desk, 'Exit sign hangs loose').focus();
  const decisions = requestsTo(desk, 'PATCH', /\/api\/pip-items\//);
  const release = await delayAnswers(desk, 'PATCH', `/api/pip-items/${first}`);
  // A busy page handles two presses one right after the other: no timer runs in between, only the work that the first one queued.
  await row(desk, 'Exit sign hangs loose').evaluate(async (element) => {
    const press = () =>
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
    press();
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    press();
  });
  await desk.keyboard.press('a');
  await desk.keyboard.down('a');
  await desk.keyboard.down('a');
  release();
  await expect(row(desk, 'Ramp too steep')).toBeFocused();
  // The browser repeats a key that is still down.
  await desk.keyboard.down('a');
  await desk.keyboard.down('a');
  await desk.keyboard.up('a');
  await desk.keyboard.down('j');
  await desk.keyboard.down('j');
  await desk.keyboard.up('j');
  await expect(row(desk, 'Door closer broken')).toBeFocused();
  expect(decisions).toHaveLength(1);

  // Another reviewer rejects the item; the undo of the approval does not undo that.
  await second.call('PATCH', `/api/pip-items/${first}`, { status: 'pending' });
  await second.call('PATCH', `/api/pip-items/${first}`, { status: 'rejected', note: 'The neighbor pays' });
  await expect(row(desk, 'Exit sign hangs loose')).toContainText('The neighbor pays');
  await desk.keyboard.press('u');
  await expect(toastOf(desk, 'Decision not taken back')).toContainText(
    'Somebody else has decided meanwhile: the item is rejected',
  );
  await desk.keyboard.press('u');
  expect(await statusesOf(admin, plan)).toEqual({
    'Exit sign hangs loose': 'rejected',
    'Ramp too steep': 'pending',
    'Door closer broken': 'pending',
  });

  // An owner decides nothing, so the list has neither boxes nor keys.
  const home = await pageOf(owner, { width: 1440, height: 900 });
  await home.goto(`/pip-report/${plan.id}`);
  await expect(row(home, 'Door closer broken')).toBeVisible();
  await expect(home.getByRole('checkbox')).toHaveCount(0);
  await expect(home.getByRole('button', { name: 'shortcuts' })).toHaveCount(0);
});
