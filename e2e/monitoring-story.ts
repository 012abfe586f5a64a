import type { Locator, Page } from '@playwright/test';
import { passedChecks } from '#test/factories.ts';
import { addPhotoTo, samplePicture, startedRun, type Person } from './story.ts';

/** Creates two inspections in review with a unique property name: one area with mold, one without findings. */
export async function inspectionsOf(owner: Person, admin: Person, propertyName: string) {
  const { areas } = await startedRun(owner, admin, [], { propertyName });
  const [lobby, rooms] = areas;
  await addPhotoTo(owner, { areaSessionId: lobby?.id ?? '' }, await samplePicture('guest-bathroom-mould.jpg'));
  await addPhotoTo(owner, { areaSessionId: rooms?.id ?? '' });
  const ids = [];
  for (const area of [lobby, rooms]) await passedChecks(owner, `/api/area-sessions/${area?.id}`);
  for (const area of [lobby, rooms])
    ids.push((await owner.call('POST', `/api/area-sessions/${area?.id}/complete`)).inspectionId as string);
  return { lobbyId: ids[0] ?? '', roomsId: ids[1] ?? '' };
}

export const unique = (word: string, owner: Person) => `${word} ${owner.user.id.slice(0, 8)}`;
export const inspections = (page: Page) => page.getByRole('region', { name: 'Inspection Sessions' });
export const rowOf = (page: Page, area: string) => inspections(page).getByRole('row').filter({ hasText: area });
export const statuses = (page: Page) => page.getByRole('group', { name: 'Inspection status' }).getByRole('button');
export const panelOf = (page: Page) => page.getByRole('complementary', { name: /^Inspection Review:/ });
/** The section of the panel below one of its small headings. */
export const part = (panel: Locator, heading: string) =>
  panel.locator('section').filter({ has: panel.page().getByRole('heading', { name: heading, exact: true }) });
