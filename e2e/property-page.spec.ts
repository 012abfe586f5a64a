import { basisText } from '#contract/coverage.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { changeAnswers, delayAnswers, fail } from './faults.ts';
import type { PropertyPage } from '#contract/property-page.ts';
import { addPhoto, expect, startedInspection, startedRun, test } from './story.ts';

test("an owner opens a property's page: scores, repeat deficiencies, open items, the plan and the case", async ({
  person,
  pageOf,
}) => {
  const [admin, owner] = [await person('admin'), await person('property')];
  const { case: opened, property, areas } = await startedRun(owner, admin);
  const lobby = areas[0]?.id ?? '';
  await addPhoto(owner, lobby);
  const mat = { title: 'Loose mat', severity: 'high', category: 'trip_hazard' };
  await owner.call('POST', `/api/area-sessions/${lobby}/issues`, mat);
  const { pipReport } = await owner.call('POST', `/api/area-sessions/${lobby}/generate-pip`);
  const { inspectionId } = await owner.call('POST', `/api/area-sessions/${lobby}/complete`);
  const page = await pageOf(owner, { width: 390, height: 844 });

  const address = `/api/properties/${property.id}/history`;
  const mend = await fail(page, 'GET', address, 503, 'Back in a minute');
  await page.goto('/properties');
  await page.getByRole('link', { name: property.name }).click();
  await expect(page).toHaveURL(`/properties/${property.id}`);
  await expect(page.getByText('503: Back in a minute')).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: property.name, level: 1 })).toBeVisible();

  const card = (title: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
  await expect(card('Scores by area').getByRole('link')).toHaveAttribute('href', `/inspection-review/${inspectionId}`);
  // Each score stands beside what it is based on.
  const figures = await owner.call('GET', address);
  const figure = page.getByText('Score', { exact: true }).locator('..');
  await expect(figure).toContainText(
    `Score${figures.score === null ? '–Not enough evidence · ' : `${figures.score}%`}${basisText(figures.coverage)}`,
  );
  await expect(card('Scores by area').getByRole('listitem').last()).toContainText(
    basisText(figures.areas[0].inspections[0].coverage),
  );
  await expect(card('Repeat deficiencies')).toContainText('Nothing was found twice.');
  await expect(card('Open items').getByRole('listitem')).toContainText(['Loose mat']);
  await expect(card('Cases')).toContainText(opened?.caseNumber ?? '');
  await expect(card('Cases').getByRole('link')).toHaveCount(0);
  await expect(card('Plans').getByRole('link', { name: 'Plan of Lobby' })).toHaveAttribute(
    'href',
    `/pip-report/${pipReport.id}`,
  );

  // A standalone inspection finds the mat again.
  const again = await owner.call('POST', '/api/inspections', {
    propertyId: property.id,
    propertyName: property.name,
    sessionId: 'mat-found-once-more01',
    area: 'Lobby',
  });
  await owner.call('POST', `/api/inspections/${again.id}/issues`, mat);
  await page.goto('/');
  await page.goto(`/properties/${property.id}`);
  await expect(card('Repeat deficiencies').getByRole('listitem')).toContainText(
    /Trip hazard.*High.*Open.*Lobby · found in 2 inspections/s,
  );
  await expectAccessibleEverywhere(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await changeAnswers(page, address, (answer: PropertyPage) => ({
    ...answer,
    items: {
      ...answer.items,
      rows: answer.items.rows.map((row) => ({ ...row, accepted: true, dueDate: '2026-01-05' })),
    },
  }));
  await page.reload();
  await expect(card('Open items').getByText(/due Jan 05, 2026, \d+ days overdue/)).toHaveClass(/text-critical/);
  await page.unrouteAll();
  await card('Open items').getByRole('link', { name: 'Loose mat' }).press('Enter');
  await expect(page).toHaveURL(`/pip-report/${pipReport.id}`);
});

test("an admin opens a case from its property's page, which other owners cannot see", async ({ person, pageOf }) => {
  const [admin, owner, stranger] = [await person('admin'), await person('property'), await person('property')];
  const { property } = await startedInspection(owner);
  const { case: opened, property: linked } = await startedRun(owner, admin);
  const page = await pageOf(admin, { width: 1440, height: 900 });
  await page.goto(`/admin/cases/${opened?.id}`);
  const release = await delayAnswers(page, 'GET', `/api/properties/${linked.id}/history`);
  await page.getByRole('link', { name: linked.name }).click();
  await expect(page.getByText('Loading the property')).toBeVisible();
  release();
  await page.getByRole('link', { name: opened?.caseNumber }).click();
  await expect(page).toHaveURL(`/admin/cases/${opened?.id}`);
  await page.goto(`/properties/${property.id}`);
  for (const text of ['No inspection was submitted yet.', 'No plan has an open item.', 'No case was opened.'])
    await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('link', { name: 'Review Inspections' }).click();
  await expect(page).toHaveURL(new RegExp(`tab=monitoring&propertyId=${property.id}`));

  const other = await pageOf(stranger);
  await other.goto(`/properties/${linked.id}`);
  await expect(other.getByRole('heading', { name: 'Property not found', level: 1 })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Try again' })).toBeHidden();
  await expect(other.getByText(opened?.caseNumber ?? '')).toHaveCount(0);
});
