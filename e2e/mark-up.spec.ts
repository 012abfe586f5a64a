import type { PhotoMark } from '#contract/photo-marks.ts';
import { expectAccessibleEverywhere } from './checks.ts';
import { addPhoto, expect, startedLobby, test } from './story.ts';

test('arrows, circles and texts are drawn on a photo by touch and by keyboard, undone, hidden and edited', async ({
  person,
  pageOf,
}) => {
  const { owner, lobby } = await startedLobby(person);
  const photo = await addPhoto(owner, lobby);
  const marks = async (): Promise<PhotoMark[]> => (await owner.call('GET', `/api/photos/${photo.id}`)).marks;
  const page = await pageOf(owner, { width: 390, height: 844 });
  await page.goto(`/area-inspection?sessionId=${lobby}`);
  await page.getByRole('button', { name: /^Open photo of/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No mark-up')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark up' }).click();

  const surface = dialog.getByRole('application');
  const frame = (await surface.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(frame.x + frame.width * from[0], frame.y + frame.height * from[1]);
    await page.mouse.down();
    await page.mouse.move(frame.x + frame.width * to[0], frame.y + frame.height * to[1], { steps: 4 });
    await page.mouse.up();
  };
  const list = dialog.getByRole('list', { name: 'Drawn on this photo' });
  await drag([0.1, 0.9], [0.5, 0.5]);
  await dialog.getByRole('button', { name: 'Circle', exact: true }).click();
  await drag([0.3, 0.3], [0.7, 0.7]);
  await expect(list.getByRole('listitem')).toHaveText(['Arrow', 'Circle']);
  await dialog.getByRole('button', { name: 'Text', exact: true }).click();
  await page.mouse.click(frame.x + frame.width * 0.1, frame.y + frame.height * 0.15);
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await page.keyboard.type('Leak here');
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveText(['Arrow', 'Circle', 'Text "Leak here"']);

  // By keyboard: another arrow is added, moved, made longer and undone.
  await dialog.getByRole('button', { name: 'Arrow', exact: true }).first().click();
  await surface.press('Enter');
  await surface.press('ArrowRight');
  await surface.press('Shift+ArrowUp');
  await expect(surface).toHaveAccessibleName(/^Arrow 2\. Arrow keys move it/);
  await surface.press('Delete');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Remove Arrow 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('1 arrow, 1 circle, "Leak here"')).toBeVisible();
  await expect.poll(async () => (await marks()).map(({ kind }) => kind)).toEqual(['circle', 'text', 'arrow']);
  const [circle, text, arrow] = await marks();
  expect(circle).toMatchObject({ box: { x: expect.closeTo(0.3, 1), width: expect.closeTo(0.4, 1) } });
  expect(text).toMatchObject({ text: 'Leak here', at: { x: expect.closeTo(0.1, 1), y: expect.closeTo(0.15, 1) } });
  expect(arrow).toMatchObject({ from: { x: 0.31, y: 0.7 }, to: { x: 0.51, y: 0.49 } });

  const drawn = dialog.getByText('Leak here', { exact: true });
  await expect(drawn).toBeVisible();
  await dialog.getByLabel('Show mark-up on photo').uncheck();
  await expect(drawn).toBeHidden();

  // The back button discards an unsaved change, and the photo stays open.
  await dialog.getByRole('button', { name: 'Change mark-up' }).click();
  await dialog.getByRole('button', { name: 'Remove Circle' }).click();
  await page.goBack();
  await expect(dialog.getByText('1 arrow, 1 circle, "Leak here"')).toBeVisible();
  expect(await marks()).toHaveLength(3);
});
