import type { Page } from '@playwright/test';
import { delayAnswers, requestsTo } from './faults.ts';
import { addPhoto, expect, password, startedRun, test, type StoryFixtures } from './story.ts';

/** The files of the app, without which nothing of it runs. */
const scripts = /\/assets\/start-[\w-]+\.js/;
const passwordBox = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });

/** Where the parts of the screen are. */
const places = (page: Page) =>
  Promise.all(
    [
      page.getByLabel('Username'),
      passwordBox(page),
      page.getByText('Property Owner', { exact: true }),
      page.getByRole('link', { name: 'Forgot password' }),
      page.locator('form').getByRole('button', { name: 'Sign In', exact: true }),
      page.getByRole('heading', { name: 'AI-Powered Property Inspections' }),
      page.getByRole('link', { name: 'Privacy Policy' }),
    ].map((part) => part.boundingBox()),
  );

for (const width of [390, 1440])
  test(`at ${width} px the sign-in form is shown before the scripts, in the same places, and keeps what is done with it`, async ({
    page,
    person,
  }) => {
    const { user } = await person('property');
    await page.setViewportSize({ width, height: 900 });
    const release = await delayAnswers(page, 'GET', scripts);
    const sent = requestsTo(page, 'POST', '/api/login');
    await page.goto('/auth', { waitUntil: 'commit' });
    await page.getByLabel('Username').fill(user.username);
    await page.locator('label', { hasText: 'Remember me' }).click();
    await page.evaluate('document.fonts.ready');
    const before = await places(page);
    expect(before).not.toContain(null);
    await passwordBox(page).fill(password);
    // Nobody listens yet; the form neither sends its fields in an address nor forgets that it was sent.
    await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL('/auth');
    const held = await delayAnswers(page, 'POST', '/api/login');
    expect(sent).toEqual([]);
    release();
    await expect.poll(() => sent.length).toBe(1);
    expect(await places(page)).toEqual(before);
    expect(sent[0]?.postDataJSON()).toMatchObject({ username: user.username, password, rememberMe: true });
    held();
    await expect(page).toHaveURL('/');
  });

test('the first paint of other screens and languages is the spinner of the guard', async ({ page, person, pageOf }) => {
  const spanish = await pageOf(await person('property'), { locale: 'es-MX' });
  for (const [each, path] of [
    [page, '/properties'],
    [spanish, '/auth'],
  ] as const) {
    const release = await delayAnswers(each, 'GET', scripts);
    await each.goto(path, { waitUntil: 'commit' });
    await expect(each.getByRole('status')).toHaveText('Loading');
    await expect(each.locator('form')).toBeHidden();
    release();
    await expect(each.locator('[data-first-paint=loading]')).toHaveCount(0);
  }
});

for (const width of [390, 1440])
  test(`at ${width} px the bar of a signed-in screen is shown before the scripts, in its place, until signing out`, async ({
    person,
    pageOf,
  }) => {
    const page = await pageOf(await person('property'), { width, height: 900 });
    const name = page.getByRole('banner').getByText('Innspect', { exact: true });
    const opened = page.getByRole('heading', { level: 1 });
    await page.goto('/');
    await expect(opened).toBeVisible();
    const place = await name.boundingBox();
    const heading = { text: await opened.textContent(), place: await opened.boundingBox() };
    const load = async (path: string) => {
      const release = await delayAnswers(page, 'GET', scripts);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('status')).toHaveText('Loading');
      return release;
    };
    const release = await load('/');
    await page.evaluate('document.fonts.ready');
    expect(await name.boundingBox()).toEqual(place);
    const shown = page.locator('[data-first-paint=frame]').getByText(heading.text ?? '', { exact: true });
    expect((await shown.boundingBox())?.y).toBe(heading.place?.y);
    expect((await shown.boundingBox())?.x).toBe(heading.place?.x);
    release();
    await expect(opened).toBeVisible();
    // A screen with a bar of its own on phones, and one that needs no account.
    for (const path of ['/area-inspection', '/terms']) {
      const goOn = await load(path);
      await expect(name).toBeHidden();
      goOn();
    }
    await page.goto('/settings?tab=account');
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/auth');
    expect(await page.evaluate("localStorage.getItem('innspect.first-headings')")).toBeNull();
    const end = await load('/');
    await expect(name).toBeHidden();
    end();
  });

test('the heading of the last visit is shown only once the server has said that the session is alive', async ({
  person,
  pageOf,
}) => {
  const page = await pageOf(await person('property'));
  await page.goto('/');
  const opened = page.getByRole('heading', { level: 1 });
  await expect(opened).toBeVisible();
  const heading = (await opened.textContent()) ?? '';
  const shown = page.getByText(heading, { exact: true });
  const isLoading = () => expect(page.getByRole('status').first()).toHaveText('Loading');
  const answer = await delayAnswers(page, 'GET', '/api/user');
  await page.goto('/', { waitUntil: 'commit' });
  await isLoading();
  await expect(page.locator('script[type=module]').first()).toBeAttached();
  expect(await shown.count()).toBe(0);
  answer();
  await expect(opened).toHaveText(heading);

  await page.context().clearCookies({ name: 'innspect_session' });
  const ended = await delayAnswers(page, 'GET', '/api/user');
  await page.goto('/', { waitUntil: 'commit' });
  await isLoading();
  // The app runs as well, and shows no more than the first paint.
  await expect(page.locator('[data-first-paint]')).toHaveCount(0);
  expect(await shown.count()).toBe(0);
  ended();
  await expect(page).toHaveURL('/auth');
});

test('the page loads the files of its screen together, before the app runs', async ({ page, person, pageOf }) => {
  const owner = await pageOf(await person('property'));
  const admin = await pageOf(await person('admin'));
  // The guard tells the page of the next visit that somebody is signed in.
  for (const each of [owner, admin]) {
    await each.goto('/notifications');
    await expect(each.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const [each, path, file] of [
    [page, '/', 'sign-in'],
    [owner, '/', 'home'],
    [owner, '/area-inspection?sessionId=1', 'area'],
    [admin, '/admin', 'admin-desk'],
    [admin, '/admin?tab=monitoring', 'monitoring'],
    [admin, '/settings', 'signed-in'],
    [admin, '/auth', 'router'],
  ] as const) {
    const release = await delayAnswers(each, 'GET', scripts);
    await each.goto(path, { waitUntil: 'commit' });
    const ahead = each.locator('link[rel=modulepreload]');
    await expect(each.locator(`link[rel=modulepreload][href^="/assets/${file}-"]`).first()).toBeAttached();
    const names = await ahead.evaluateAll((links) => links.map((link) => link.getAttribute('href')?.split('-')[0]));
    const others = ['home', 'area', 'monitoring'].filter((name) => name !== file).map((name) => `/assets/${name}`);
    expect(names.filter((name) => others.includes(name ?? ''))).toEqual([]);
    release();
  }
});

/** Opens an area with a photo, as on an earlier visit. */
async function visitedArea(
  { person, pageOf }: Pick<StoryFixtures, 'person' | 'pageOf'>,
  size?: Parameters<StoryFixtures['pageOf']>[1],
) {
  const owner = await person('property');
  const { areas } = await startedRun(owner, undefined);
  const id = areas[0]?.id ?? '';
  await addPhoto(owner, id);
  const page = await pageOf(owner, size);
  const path = `/area-inspection?sessionId=${id}`;
  const photo = page.locator('main li img').first();
  await page.goto(path);
  await expect(photo).toBeVisible();
  return { id, owner, page, path, photo };
}

/** What the next visit to this area begins with. */
const keptPhotos = (page: Page) =>
  page.evaluate<{ top: number }[]>(
    "JSON.parse(localStorage.getItem('innspect.first-photos'))[location.pathname + location.search].photos",
  );

test('an area asks for its photos while the scripts load, and only once', async ({ person, pageOf }) => {
  const { id, page, path, photo } = await visitedArea({ person, pageOf });
  const release = await delayAnswers(page, 'GET', scripts);
  const asked = [
    requestsTo(page, 'GET', `/api/area-sessions/${id}`),
    requestsTo(page, 'GET', `/api/area-sessions/${id}/photos`),
  ];
  await page.goto(path, { waitUntil: 'commit' });
  await expect.poll(() => asked.map(({ length }) => length)).toEqual([1, 1]);
  release();
  await expect(photo).toBeVisible();
  expect(asked.map(({ length }) => length)).toEqual([1, 1]);
});

for (const width of [390, 1440])
  test(`at ${width} px an area shows its photos before the scripts, in their places, to people who may see them`, async ({
    person,
    pageOf,
  }) => {
    const { page, path, photo } = await visitedArea({ person, pageOf }, { width, height: 900 });
    // It comes late, and moves the photos.
    const late = page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' });
    await expect(late).toBeVisible();
    const place = await photo.boundingBox();
    const shown = page.locator('[data-first-photos] img');
    const release = await delayAnswers(page, 'GET', scripts);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(shown).toBeVisible();
    expect((await keptPhotos(page)).map(({ top }) => top)).toEqual([place?.y]);
    expect(await shown.boundingBox()).toEqual(place);
    release();
    await expect(photo).toBeVisible();
    await expect(shown).toHaveCount(0);
    await expect(late).toBeVisible();
    expect(await photo.boundingBox()).toEqual(place);

    await page.context().clearCookies({ name: 'innspect_session' });
    const goOn = await delayAnswers(page, 'GET', scripts);
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/thumbnail'));
    await page.goto(path, { waitUntil: 'commit' });
    expect((await refused).status()).toBe(401);
    await expect(page.locator('script[type=module]').first()).toBeAttached();
    await expect(shown).toHaveJSProperty('naturalWidth', 0);
    goOn();
    await expect(page).toHaveURL(/^[^?]*\/auth\?next=/);
    expect(await page.evaluate("localStorage.getItem('innspect.first-photos')")).toBeNull();
  });

test('an area shows the photos of the last visit until it has its own', async ({ person, pageOf }) => {
  const { id, page, path, photo } = await visitedArea({ person, pageOf });
  await expect(page.getByRole('button', { name: 'SKIP PERMISSIONS (TEST MODE)' })).toBeVisible();
  const place = await photo.boundingBox();
  const shown = page.locator('[data-first-photos] img');
  const release = await delayAnswers(page, 'GET', new RegExp(`/area-sessions/${id}/photos$`));
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeVisible();
  await expect(page.getByText('Loading photos')).toBeAttached();
  await expect(shown).toBeVisible();
  expect(await shown.boundingBox()).toEqual(place);
  release();
  await expect(photo).toBeVisible();
  await expect(shown).toHaveCount(0);
});

/** Notes whether the first paint shows a photo; the answer about the person comes two frames after the photos. Runs in the page. */
function watchFirstPhotos(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (input === '/api/user') {
      const { firstPhotos = [] } = window as { firstPhotos?: HTMLImageElement[] };
      await Promise.allSettled(firstPhotos.map((image) => image.decode()));
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return fetch(input, init);
  };
  const look = () => {
    const photos = Array.from(document.querySelectorAll<HTMLImageElement>('[data-first-photos] img'));
    if (photos.length > 0) document.documentElement.dataset['hadPhotos'] = '';
    if (photos.some((photo) => photo.naturalWidth > 0 && photo.checkVisibility()))
      document.documentElement.dataset['sawPhotos'] = '';
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('an area shows no photo that the browser itself still has once the session has ended', async ({
  person,
  pageOf,
}) => {
  const { page, path, photo } = await visitedArea({ person, pageOf });
  await expect(photo).toHaveJSProperty('complete', true);
  const root = page.locator('html');
  await page.addInitScript(watchFirstPhotos);
  await page.goto(path);
  await expect(photo).toBeVisible();
  await expect(root).toHaveAttribute('data-saw-photos');
  await page.context().clearCookies({ name: 'innspect_session' });
  await page.goto(path);
  await expect(page).toHaveURL(/^[^?]*\/auth\?next=/);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(root).toHaveAttribute('data-had-photos');
  await expect(root).not.toHaveAttribute('data-saw-photos');
});

test('another area, and a visit after the photos were deleted, begin without them', async ({ person, pageOf }) => {
  const { id, owner, page, path, photo } = await visitedArea({ person, pageOf });
  await owner.call('PATCH', `/api/area-sessions/${id}`, { permissionCamera: true });
  await page.goto(path);
  await expect(photo).toBeVisible();
  await page.getByRole('link', { name: 'Save & Exit' }).click();
  const release = await delayAnswers(page, 'GET', /^\/api\/area-sessions\/[^/]+$/);
  await page.getByRole('link', { name: /Guest Rooms/ }).click();
  await expect(page.getByRole('status').first()).toHaveText('Loading the area');
  await expect(page.locator('[data-first-photos] img')).toHaveCount(0);
  release();

  await page.goto(path);
  await photo.hover();
  await page.getByRole('button', { name: /^Delete / }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(page.getByText('No photos yet')).toBeVisible();
  await expect.poll(() => keptPhotos(page)).toEqual([]);
});

test('what was refused before signing in is asked for again', async ({ person, pageOf }) => {
  const { owner, page, path, photo } = await visitedArea({ person, pageOf });
  await page.context().clearCookies({ name: 'innspect_session' });
  await page.goto(path);
  await expect(page).toHaveURL(/^[^?]*\/auth\?next=/);
  await page.getByLabel('Username').fill(owner.user.username);
  await passwordBox(page).fill(password);
  await page.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(photo).toBeVisible();
});
