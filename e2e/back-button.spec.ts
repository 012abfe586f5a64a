import { addPhoto, expect, expectAsksBeforeLoss, startedLobby, test } from './story.ts';

test('the back button closes the camera, a large photo and the finding form before it leaves the page', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby, property } = await startedLobby(person);
  await addPhoto(owner, lobby);
  const page = await pageOf(owner);
  await page.goto(`/inspection-setup?propertyId=${property.id}`);
  await page.getByRole('link', { name: /Lobby/ }).click();
  await expect(page).toHaveURL(/\/area-inspection/);
  const area = page.url();

  await page.getByRole('button', { name: 'Open camera' }).click();
  await page.getByRole('button', { name: 'Take photo' }).click();
  await expect(page.getByText('1 photo taken')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeHidden();
  await expect(page).toHaveURL(area);
  await expect(page.getByRole('button', { name: /^Open photo of/ })).toHaveCount(2);

  await page
    .getByRole('button', { name: /^Open photo of/ })
    .first()
    .click();
  const photo = page.getByRole('dialog', { name: /Photo 1 of 2/ });
  await photo.getByRole('button', { name: 'Add Finding' }).click();
  await expect(photo.getByLabel('Category')).toBeVisible();
  await page.goBack();
  await expect(photo.getByLabel('Category')).toBeHidden();
  await expect(photo).toBeVisible();
  // What was typed is not lost without a question.
  await photo.getByRole('button', { name: 'Add Finding' }).click();
  await photo.getByLabel('Title').fill('Loose rail');
  await expectAsksBeforeLoss(page);
  await expect(photo.getByLabel('Title')).toHaveValue('Loose rail');
  await photo.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(photo.getByLabel('Title')).toHaveValue('Loose rail');
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(photo.getByLabel('Category')).toBeHidden();
  await expect(photo).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: /Photo 2 of 2/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(area);

  // Closing it with its own button leaves no entry in the history.
  await page
    .getByRole('button', { name: /^Open photo of/ })
    .first()
    .click();
  await photo.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(photo).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/inspection-setup/);
});
