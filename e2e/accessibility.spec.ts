import type { Page } from '@playwright/test';
import { caseFields } from '#test/factories.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { delayAnswers, fail } from './faults.ts';
import { addPhoto, expect, startedRun, test } from './story.ts';

/** Matches the screen reader texts of skeletons and spinners. */
const loading = (page: Page) => page.getByRole('status').getByText(/^Loading/);

type Stop = [address: string, heading: string | RegExp];

async function tour(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const [address, heading] of stops) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
    await expectAccessibleEverywhere(page);
  }
}

test('the public screens are accessible in both themes and at every width', async ({ page }) => {
  await tour(page, [
    ['/auth', /Inspections/],
    ['/auth?tab=register', /Inspections/],
    ['/forgot-password', /password/i],
    ['/reset-password?token=none', /password/i],
    ['/invite?token=none', 'Join as Admin/QA'],
    ['/verify-email?token=none', 'Confirm your e-mail address'],
    ['/shared-plan', 'This link does not work'],
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms of Service'],
    ['/contact', 'Contact'],
    ['/no/such/page', '404 Page Not Found'],
  ]);
});

test("an owner's screens with data are accessible in both themes and at every width", async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { property, run, areas } = await startedRun(owner, admin);
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const [lobby] = areas;
  await addPhoto(owner, lobby?.id ?? '');
  await owner.call('POST', `/api/area-sessions/${lobby?.id}/issues`, {
    title: 'Loose mat',
    severity: 'high',
    category: 'trip_hazard',
  });
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${lobby?.id}/generate-pip`);
  await admin.call('POST', '/api/messages', { toUserId: owner.user.id, content: 'When will the pool be open?' });
  const query = `runId=${run.id}&sessionId=${lobby?.id}&areaName=Lobby&propertyId=${property.id}`;
  await tour(await pageOf(owner), [
    ['/', /Robin/],
    ['/properties', 'My Properties'],
    [`/properties/${property.id}`, 'Harbour Inn'],
    ['/inspection-setup', /Link a property/],
    [`/inspection-setup?caseId=${opened.id}`, /onboarding|case/i],
    [`/inspection-setup?propertyId=${property.id}`, 'Harbour Inn'],
    [`/area-inspection?${query}`, 'Lobby'],
    [`/area-analysis?${query}`, 'Lobby'],
    ['/reports', 'PIP Reports'],
    [`/pip-report/${pipReport.id}`, 'Property improvement plan'],
    ['/inspections', 'All Inspections'],
    ['/waiting-changes', 'On This Device'],
    ['/notifications', 'Notifications'],
    ['/messages', 'Messages'],
    ['/settings', 'Settings'],
    ['/settings?tab=account', 'Settings'],
    ['/inspection-guide', /guide/i],
    ['/admin', 'Access Denied'],
  ]);
});

test("an administrator's screens are accessible in both themes and at every width", async ({ person, pageOf }) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { areas } = await startedRun(owner, admin);
  await addPhoto(owner, areas[0]?.id ?? '');
  await owner.call('POST', `/api/area-sessions/${areas[0]?.id}/complete`);
  await tour(await pageOf(admin, { width: 1440 }), [
    ['/', /Quinn/],
    ['/admin', 'Admin Dashboard'],
    ['/admin?tab=monitoring', 'Inspection Sessions'],
    ['/admin?tab=pip-review', 'Admin Dashboard'],
    ['/admin?tab=integrations', 'Webhooks'],
  ]);
});

/** Addresses of lists and pages, each with the call that loads its data. */
const dataCalls: [address: string, calls: RegExp][] = [
  ['/', /\/api\/(user\/stats|inspection-cases|area-sessions)/],
  ['/properties', /\/api\/properties/],
  ['/inspections', /\/api\/area-sessions/],
  ['/reports', /\/api\/pip-reports/],
  ['/notifications', /\/api\/notifications/],
  ['/messages', /\/api\/messages/],
];

test('lists are accessible while they load, when they are empty and when they fail, and a failed list can be retried', async ({
  person,
  pageOf,
}) => {
  const owner = await person('property');
  const page = await pageOf(owner);
  for (const [address, calls] of dataCalls) {
    const release = await delayAnswers(page, 'GET', calls);
    await page.goto(address);
    await expect(loading(page).first()).toBeVisible();
    await expectAccessibleEverywhere(page);
    release();
    await expect(loading(page)).toHaveCount(0);
    await expectAccessibleEverywhere(page);

    const restore = await fail(page, 'GET', calls, 429, 'Back in a minute');
    await page.reload();
    await expect(page.getByText('429: Back in a minute').first()).toBeVisible();
    await expect(loading(page)).toHaveCount(0);
    await expectAccessibleEverywhere(page);
    await restore();
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
    while ((await retry.count()) > 0) {
      // Waits for this button, because another list may add its own meanwhile.
      const button = await retry.first().elementHandle();
      await button?.click();
      await button?.waitForElementState('hidden');
    }
    await expect(page.getByText('429: Back in a minute')).toHaveCount(0);
  }
});
