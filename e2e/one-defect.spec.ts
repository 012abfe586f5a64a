import sharp from 'sharp';
import { areaCodes } from '#contract/area-codes.ts';
import { expectAccessible, expectAccessibleEverywhere } from './checks.ts';
import { addPhotoTo, expect, samplePicture, startedRun, test, type Person } from './story.ts';

/** Creates a completed lobby with two stains, a pool with a loose tile, and the plans of the lobby and the property. */
async function createPlans(owner: Person, admin: Person) {
  const others = areaCodes.filter((code) => code !== 'lobby' && code !== 'pool');
  const { run, areas } = await startedRun(owner, admin, others);
  const applicable = areas.filter(({ area }) => !others.some((code) => code === area.code));
  for (const [index, { id }] of applicable.entries()) {
    await addPhotoTo(owner, { areaSessionId: id });
    const title = index === 0 ? 'Stain by the desk' : 'Loose coping tile';
    const category = index === 0 ? 'stain' : 'broken_tile';
    await owner.call('POST', `/api/area-sessions/${id}/issues`, { title, severity: 'medium', category });
    if (index === 0) {
      const nearby = { title: 'Stain by the door', severity: 'low', category };
      await owner.call('POST', `/api/area-sessions/${id}/issues`, nearby);
    }
    await owner.call('POST', `/api/area-sessions/${id}/complete`, { reason: 'Checks are answered later' });
  }
  const lobby = (await owner.call('POST', `/api/area-sessions/${applicable[0]?.id}/generate-pip`)).pipReport;
  const whole = (await owner.call('POST', `/api/inspection-runs/${run.id}/generate-pip`)).pipReport;
  return { lobby, whole };
}

const dollars = (amount: string) => `$${Math.round(Number(amount)).toLocaleString('en-US')}`;

test("an area's plan shows items of the property's plan, which are decided once and counted once [decisions.plans.8]", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { lobby, whole } = await createPlans(owner, admin);
  const page = await pageOf(owner);
  await page.goto('/reports');
  await expect(page.getByText('Total Estimated Cost', { exact: true }).locator('..')).toContainText(
    dollars(whole.totalCost),
  );
  const card = page.getByRole('link', { name: /Lobby/ });
  await expect(card).toContainText("1 item, in the property's plan");
  await expectAccessibleEverywhere(page);

  await card.click();
  await expect(page.getByText('What you decide here is decided there.')).toBeVisible();
  await expectAccessibleEverywhere(page);

  const item = lobby.items[0];
  await admin.call('PATCH', `/api/pip-items/${item.id}`, { status: 'approved', estimatedCost: 900 });
  const link = page.getByRole('link', { name: "Open the property's plan" });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/pip-report/${whole.id}$`));
  const line = page.getByRole('listitem').filter({ hasText: 'Stain by the desk' });
  await expect(line).toContainText('$900');
  await expect(line).toContainText('Approved');
  // Removing the other stain of the lobby is part of the same item.
  await expect(line).toContainText('Also repairs: Stain by the door');
  await expect(line).toContainText('2 findings');
  await expect(page.getByText('What you decide here is decided there.')).toHaveCount(0);
  await expectAccessible(page);

  const desk = await pageOf(owner, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${lobby.id}`);
  await expect(desk.getByRole('row').filter({ hasText: 'Stain by the desk' })).toContainText('$900');
  await expectAccessibleEverywhere(desk);

  // The list of the brand says it too, so that nobody takes both for different work.
  const review = await pageOf(admin, { width: 1440, height: 900 });
  await review.goto(`/admin?tab=pip-review&status=all&q=${encodeURIComponent(whole.property.name)}`);
  const planOf = (id: string) => review.getByRole('row').filter({ has: review.locator(`a[href="/pip-report/${id}"]`) });
  await expect(planOf(lobby.id)).toContainText("Lobby, in the property's plan");
  await expect(planOf(whole.id)).not.toContainText("in the property's plan");
});

/** The mold of a bathroom, photographed twice, the second time from closer up. */
async function sameMold(owner: Person, areaSessionId: string) {
  const { name, buffer } = await samplePicture('guest-bathroom-mould.jpg');
  const { width, height } = await sharp(buffer).metadata();
  const [left, top] = [Math.round(width * 0.05), Math.round(height * 0.05)];
  const nearer = await sharp(buffer)
    .extract({ left, top, width: Math.round(width * 0.9), height: Math.round(height * 0.9) })
    .jpeg()
    .toBuffer();
  const photos: { id: string }[] = [];
  for (const each of [buffer, nearer]) photos.push(await addPhotoTo(owner, { areaSessionId }, { name, buffer: each }));
  return photos;
}

test("two photos of one place ask 'Same defect?'; merged, they are one finding and one item, and can be separated [domain.defects.1, domain.defects.2]", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas } = await startedRun(owner, admin, []);
  const areaSessionId = areas[0]?.id ?? '';
  await sameMold(owner, areaSessionId);
  const open = async () =>
    (await owner.call('GET', `/api/area-sessions/${areaSessionId}/issues`)).filter(
      ({ status }: { status: string }) => status !== 'dismissed',
    );
  expect(await open()).toHaveLength(2);

  const page = await pageOf(owner);
  await page.goto(`/area-analysis?sessionId=${areaSessionId}`);
  const question = page.getByRole('region', { name: 'Same defect?' });
  await expect(question.getByRole('heading', { name: 'Same defect?' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  const same = question.getByRole('button', { name: 'Same defect', exact: true });
  await same.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Merged from 2 findings')).toBeVisible();
  await expect(question).toBeFocused();
  await expect(question).toContainText('No other findings look like the same defect.');
  await expect.poll(open).toHaveLength(1);
  await expectAccessibleEverywhere(page);
  // The second photo still shows the finding, and opens from it.
  await page.getByRole('button', { name: /in photo 2$/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Mold', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  // Only confirmed findings become items.
  const [merged] = await open();
  await owner.call('PATCH', `/api/issues/${merged?.id}`, { status: 'confirmed' });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${areaSessionId}/generate-pip`);
  expect(pipReport.itemCount).toBe(1);

  const desk = await pageOf(owner, { width: 1440, height: 900 });
  await desk.goto(`/pip-report/${pipReport.id}`);
  const row = desk.getByRole('region', { name: 'Items of the plan' }).getByRole('row').nth(1);
  await expect(row).toContainText('on 2 photos');
  await row.getByRole('button', { name: /View in Photo/ }).click();
  await expect(desk.getByRole('list', { name: 'Other photos' }).getByRole('img')).toHaveCount(1);
  await expectAccessible(desk);

  await page.getByRole('button', { name: /^Separate / }).click();
  await expect.poll(open).toHaveLength(2);
  await same.click();
  await expect.poll(open).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(open).toHaveLength(2);
  await question.getByRole('button', { name: 'Different' }).click();
  await expect(question).toContainText('No other findings look like the same defect.');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Findings' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
  await expect(question).toHaveCount(0);
});
