import { expectAccessible, expectAccessibleEverywhere, expectNoSidewaysScroll } from './checks.ts';
import { delayAnswers } from './faults.ts';
import { expect, startedRun, test, toastOf } from './story.ts';

const path = '/api/admin/cost-catalogue';
interface Line {
  category: string;
  fromSeverity: string;
  action: string;
  costLow: number;
}

test('an admin adds, removes and restores lines of the cost catalog by keyboard, and new plans use the saved lines', async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const before: { entries: Line[] } = await admin.call('GET', path);
  const linesOf = async (category: string): Promise<Line[]> =>
    (await admin.call('GET', path)).entries.filter((line: Line) => line.category === category);
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin?tab=pip-review');
  await page.getByRole('button', { name: 'Cost Catalog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cost Catalog' });
  const rowOf = (category: string, from: string) => dialog.locator(`[data-line=${category}-${from}]`);
  const add = dialog.getByRole('button', { name: 'Add Line' });
  const adding = page.getByRole('dialog', { name: 'Add Line' });
  const save = dialog.getByRole('button', { name: 'Save' });
  const state = dialog.getByRole('status');

  // The line for the lowest severity of a category has no Remove button.
  await expect(rowOf('mould', 'critical').getByRole('button', { name: 'Remove Mold, critical' })).toBeVisible();
  await expect(rowOf('mould', 'low').getByRole('button')).toHaveCount(0);
  await expect(dialog).toContainText('Each category keeps its line for the lowest severity.');

  // Canceling changes nothing, and the focus returns.
  await dialog.getByRole('searchbox').fill('pest');
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(adding).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(adding).toBeHidden();
  await expect(add).toBeFocused();
  await expect(save).toBeDisabled();

  await page.keyboard.press('Enter');
  await adding.getByLabel('Category').selectOption('Mold');
  // A line that applies from critical exists already.
  await expect(adding.getByLabel('From severity').getByRole('option')).toHaveText(['Medium', 'High']);
  await adding.getByLabel('From severity').selectOption('High');
  await expect(adding).toContainText('Now priced as “Clean and treat”, $200–600 per area.');
  await adding.getByLabel('From severity').press('Tab');
  await adding.getByRole('button', { name: 'Add Line' }).press('Enter');
  const fresh = rowOf('mould', 'high');
  await expect(fresh.getByRole('rowheader')).toHaveText(/^Mold\s*High · new$/);
  await expect(rowOf('mould', 'low').getByRole('rowheader')).toHaveText(/^Mold\s*Low to medium$/);
  await expect(fresh.getByLabel('Action, Mold, high')).toBeFocused();
  await expect(state).toHaveText('1 line added · not saved');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Cut out and renew');
  await fresh.getByLabel(/^High, \$/).fill('100');
  await save.click();
  await expect(fresh.getByLabel(/^High, \$/)).toHaveAccessibleDescription('The high cost is below the low one');
  await expect(fresh.getByLabel(/^High, \$/)).toBeFocused();
  await fresh.getByLabel(/^High, \$/).fill('2500');

  await rowOf('crack', 'high').getByRole('button', { name: 'Remove Crack, high and worse' }).press('Enter');
  const gone = rowOf('crack', 'high');
  await expect(gone).toContainText('Its findings will be priced as “Fill, sand and touch up”.');
  await expect(state).toHaveText('1 line added, 1 removed · not saved');
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(gone.getByRole('button', { name: 'Keep Crack, high and worse' })).toBeVisible();
  await gone.getByRole('button').press('Enter');
  await expect(gone.getByLabel(/^Action/)).toBeFocused();
  await expect(state).toHaveText('1 line added · not saved');

  // A new, unsaved line is removed without confirmation.
  await add.click();
  await adding.getByLabel('Category').selectOption('pest');
  await adding.getByRole('button', { name: 'Add Line' }).click();
  await rowOf('pest', 'medium')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(rowOf('pest', 'medium')).toHaveCount(0);
  await expect(add).toBeFocused();

  await rowOf('crack', 'high')
    .getByRole('button', { name: /^Remove/ })
    .click();
  const release = await delayAnswers(page, 'PUT', path);
  await save.click();
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expect(toastOf(page, 'Cost catalog saved')).toContainText('1 line added, 1 removed');
  await expect(rowOf('crack', 'high')).toHaveCount(0);
  await expect(state).toHaveText('No unsaved changes');
  expect(await linesOf('crack')).toHaveLength(1);
  expect((await linesOf('mould')).map(({ fromSeverity, action }) => [fromSeverity, action])).toEqual([
    ['low', 'Clean and treat'],
    ['high', 'Cut out and renew'],
    ['critical', 'Call a remediation firm'],
  ]);

  const { areas } = await startedRun(owner, admin);
  await owner.call('POST', `/api/area-sessions/${areas[0]?.id}/issues`, {
    title: 'Mold behind the mirror',
    category: 'mould',
    severity: 'high',
  });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areas[0]?.id}/generate-pip`);
  expect(pipReport.items[0]).toMatchObject({ recommendedAction: 'Cut out and renew', costHigh: '2500.00' });

  // The same works on a phone, with touch-size controls.
  await page.setViewportSize({ width: 390, height: 844 });
  await rowOf('mould', 'high').getByRole('button', { name: /^Mold/ }).click();
  await rowOf('mould', 'high').getByRole('button', { name: 'Remove Mold, high' }).click();
  await expect(rowOf('mould', 'high').getByRole('button', { name: 'Keep Mold, high' })).toBeFocused();
  await save.click();
  await expect(rowOf('mould', 'high')).toHaveCount(0);
  const { version } = await admin.call('GET', path);
  await admin.call('PUT', path, { version, entries: before.entries });
});

test('two admins who edit the same line of the cost catalog see each other’s change before it is replaced', async ({
  person,
  pageOf,
}) => {
  const [admin, other] = [await person('admin'), await person('admin')];
  const before = await admin.call('GET', path);
  const linesOf = async (category: string): Promise<Line[]> =>
    (await admin.call('GET', path)).entries.filter((line: Line) => line.category === category);
  const [leak] = await linesOf('leak');
  if (!leak) throw new Error('The catalogue has no line for leaks');
  const saveLeak = async (fields: object) => {
    const { version, entries } = await other.call('GET', path);
    const changed = entries.map((line: Line) => (line.category === 'leak' ? { ...line, ...fields } : line));
    await other.call('PUT', path, { version, entries: changed });
  };
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto('/admin?tab=pip-review');
  await page.getByRole('button', { name: 'Cost Catalog' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cost Catalog' });
  const row = dialog.locator('[data-line=leak-low]');
  await row.getByLabel(/^Low, \$/).fill('33');
  await saveLeak({ action: 'Call a plumber', leadDays: 3 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const notice = dialog.getByRole('alert');
  await expect(notice).toContainText('Not saved: somebody else saved the catalog meanwhile.');
  // The line shows what the other admin has saved, with the typed values next to it.
  await expect(row.getByLabel(/^Action/)).toHaveValue('Call a plumber');
  await expect(row.getByLabel(/^Lead days/)).toHaveValue('3');
  await expect(row).toContainText(`Yours: ${leak.action} · $33–`);
  await expect(dialog.getByText('Yours:')).toHaveCount(1);
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(dialog.getByText('Your values for 1 line are not saved')).toBeVisible();
  expect(await linesOf('leak')).toMatchObject([{ action: 'Call a plumber', leadDays: 3 }]);
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  // One tap restores the typed values. If somebody saves again meanwhile, the newest version is shown before it is
  // replaced.
  const putBack = dialog.getByRole('button', { name: /^Put back Leak/ });
  await putBack.click();
  await expect(notice).toHaveCount(0);
  await expect(row.getByLabel(/^Low, \$/)).toHaveValue('33');
  await saveLeak({ leadDays: 5 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row.getByLabel(/^Lead days/)).toHaveValue('5');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row).toContainText(`Yours: ${leak.action} · $33–`);
  await expectNoSidewaysScroll(page);
  await putBack.click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page, 'Cost catalog saved')).toContainText('1 line changed');
  await expect(notice).toHaveCount(0);
  expect(await linesOf('leak')).toEqual([{ ...leak, costLow: 33 }]);

  // A line that somebody else removed during the edit returns only if it is put back and saved.
  await page.setViewportSize({ width: 1440, height: 900 });
  const mould = dialog.locator('[data-line=mould-critical]');
  await mould.getByLabel(/^Lead days/).fill('9');
  const { version: read, entries: all } = await other.call('GET', path);
  const without = all.filter((line: Line) => line.category !== 'mould' || line.fromSeverity !== 'critical');
  await other.call('PUT', path, { version: read, entries: without });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(mould).toContainText('No longer in the catalog. Yours:');
  expect((await linesOf('mould')).map((line) => line.fromSeverity)).not.toContain('critical');
  await mould.getByRole('button', { name: /^Put back Mold/ }).click();
  await expect(dialog.getByText('1 line added · not saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('No unsaved changes')).toBeVisible();
  expect(await linesOf('mould')).toContainEqual(expect.objectContaining({ fromSeverity: 'critical', leadDays: 9 }));
  const { version } = await admin.call('GET', path);
  await admin.call('PUT', path, { version, entries: before.entries });
});
