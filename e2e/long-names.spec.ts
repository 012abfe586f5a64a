import sharp from 'sharp';
import { expectNoSidewaysScroll } from './checks.ts';
import { addPhotoTo, expect, startedInspection, test } from './story.ts';

test('names without spaces stay within the screen', async ({ person, pageOf }) => {
  const owner = await person('property');
  const property = await owner.call('POST', '/api/properties', {
    name: `${'W'.repeat(60)}${'مرحبا🦊'.repeat(8)}`,
    address: 'A'.repeat(90),
    city: 'C'.repeat(50),
    state: 'ME',
    zipCode: '04101',
    brandStandard: 'B'.repeat(70),
  });
  const run = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`, {});
  const [lobby, rooms] = run.progress as { id: string }[];
  await owner.call('POST', `/api/area-sessions/${lobby?.id}/issues`, {
    title: 'T'.repeat(120),
    description: 'D'.repeat(300),
    severity: 'high',
    category: 'stain',
  });
  await owner.call('PATCH', `/api/area-sessions/${rooms?.id}`, { status: 'not_applicable', reason: 'R'.repeat(150) });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${lobby?.id}/generate-pip`);
  const page = await pageOf(owner);
  for (const path of [
    '/',
    '/inspection-setup',
    `/inspection-setup?propertyId=${property.id}`,
    `/area-inspection?sessionId=${lobby?.id}`,
    `/area-analysis?sessionId=${lobby?.id}`,
    '/inspections',
    '/reports',
    `/pip-report/${pipReport.id}`,
    '/properties',
  ]) {
    await page.goto(path);
    await expect(page.getByText(/WWWW/).first()).toBeAttached();
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: /^Delete W/ }).click();
  const asking = page.getByRole('alertdialog');
  await expect(asking).toBeVisible();
  expect(await asking.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
});

test('the tile of a photo that cannot be judged stays within the screen of a phone', async ({ person, pageOf }) => {
  const owner = await person('property');
  const { inspection } = await startedInspection(owner);
  const white = { width: 640, height: 480, channels: 3 as const, background: '#ffffff' };
  for (const shade of ['#ffffff', '#fefefe']) {
    const buffer = await sharp({ create: { ...white, background: shade } })
      .jpeg()
      .toBuffer();
    await addPhotoTo(owner, { inspectionId: inspection.id }, { name: 'white.jpg', buffer });
  }
  const page = await pageOf(owner);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/inspection-review/${inspection.id}`);
  await expect(page.getByText('Cannot be judged')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
});
