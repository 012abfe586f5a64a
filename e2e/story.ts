import {
  test as base,
  expect,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import sharp from 'sharp';
import { createMailFolder } from '#server/platform/mail/mail-folder.ts';
import type { Caller } from '#test/caller.ts';
import {
  addedProperty,
  picture,
  startedInspection as inspectionOf,
  startedRun as runOf,
  uploadFile,
} from '#test/factories.ts';
import { mailTo as mailIn } from '#test/mail.ts';
import { samplePicture as drawnPicture } from '#test/sample-pictures.ts';
import { isDisconnected, isExpectedFailure } from './faults.ts';
import { storyServer } from './server.ts';

export interface Person extends Caller {
  user: { id: string; username: string; email: string };
  password: string;
  request: APIRequestContext;
  csrfToken: string;
}

interface PageOptions {
  width?: number;
  height?: number;
  dark?: boolean;
  timezoneId?: string;
  /** The browser's language; English by default. */
  locale?: string;
  /** Installs the service worker. By default there is none, because stories cannot intercept its requests. */
  installed?: boolean;
  /**
   * Lets the page prefetch the other screens while it is idle. By default it does not, because without a service
   * worker that means 200 requests for each page of a story.
   */
  screensAhead?: boolean;
  /**
   * Lets the page analyze the camera on the device. By default the server does, because the model would take
   * processor time from other stories.
   */
  detectsOnDevice?: boolean;
}

export interface StoryFixtures {
  /** Creates an account and signs it in through the API. */
  person(role: 'property' | 'admin', fields?: Record<string, unknown>): Promise<Person>;
  /** Opens a separate page in which the person is signed in; an error in its console fails the story. */
  pageOf(person: Person, options?: PageOptions): Promise<Page>;
}

let people = 0;
export const password = 'correct horse battery';

/** Errors that the browser reports for the expected 401 of a visitor and for 4xx that a story provokes. */
const expectedError = /Failed to load resource: the server responded with a status of 4\d\d/;
/**
 * Errors that the browser reports for requests while a story has cut the connection, including those of the service
 * worker and of prefetched files.
 */
const disconnectedError = /ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/;

function watch(page: Page, consoleErrors: string[], installed = false): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' || expectedError.test(message.text())) return;
    const isFetchedAhead = message.location().url.includes('/assets/');
    if ((installed || isFetchedAhead) && disconnectedError.test(message.text())) return;
    if (isDisconnected(page, message.text())) return;
    if (!isExpectedFailure(page, message.location().url)) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
}

/** Answers the list of screens to prefetch with an empty one. Runs in the page. */
function fetchNoScreensAhead(): void {
  const { fetch } = window;
  window.fetch = (input, init) =>
    input === '/screen-files.json' ? Promise.resolve(Response.json([])) : fetch(input, init);
}

/** Makes the page leave the analysis of camera frames to the server. Runs in the page. */
function preferSmallDownloads(): void {
  Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) });
}

async function open(browser: Browser, options: PageOptions) {
  const context = await browser.newContext({
    baseURL: storyServer().origin,
    viewport: { width: options.width ?? 390, height: options.height ?? 844 },
    hasTouch: (options.width ?? 390) < 800,
    colorScheme: options.dark ? 'dark' : 'light',
    timezoneId: options.timezoneId,
    locale: options.locale,
    serviceWorkers: options.installed ? 'allow' : 'block',
    permissions: ['camera', 'geolocation', 'microphone', 'notifications'],
    geolocation: { latitude: 43.66, longitude: -70.25 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
  if (!options.installed && !options.screensAhead) await context.addInitScript(fetchNoScreensAhead);
  if (!options.detectsOnDevice) await context.addInitScript(preferSmallDownloads);
  return context;
}

/** Closes a context. Answers that a story changes may still be pending; losing them then is no error. */
async function close(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

export const test = base.extend<StoryFixtures & { consoleErrors: string[] }>({
  // oxlint-disable-next-line no-empty-pattern
  consoleErrors: async ({}, use) => {
    const consoleErrors: string[] = [];
    await use(consoleErrors);
    expect(consoleErrors, 'errors in the console').toEqual([]);
  },
  page: async ({ browser, consoleErrors }, use) => {
    const context = await open(browser, {});
    const page = await context.newPage();
    watch(page, consoleErrors);
    await use(page);
    await close(context);
  },
  person: async ({ playwright }, use) => {
    const contexts: APIRequestContext[] = [];
    await use(async (role, fields = {}) => {
      people += 1;
      const request = await playwright.request.newContext({ baseURL: storyServer().origin });
      contexts.push(request);
      const username = `${role}-${process.pid}-${people}`;
      const token = async () => (await (await request.get('/api/csrf-token')).json()).csrfToken as string;
      const registered = await request.post('/api/register', {
        headers: { 'x-csrf-token': await token() },
        data: {
          username,
          email: `${username}@example.com`,
          password,
          role,
          firstName: role === 'admin' ? 'Quinn' : 'Robin',
          lastName: 'Vale',
          propertyName: 'Harbour Inn',
          ...fields,
        },
      });
      expect(registered.status()).toBe(201);
      const { user, csrfToken } = await registered.json();
      return {
        user,
        password,
        request,
        csrfToken,
        async call(method, url, body) {
          const answer = await request.fetch(url, {
            method,
            headers: { 'x-csrf-token': csrfToken },
            ...(body === undefined ? {} : { data: body }),
          });
          if (!answer.ok()) throw new Error(`${method} ${url} answered ${answer.status()}: ${await answer.text()}`);
          return answer.status() === 204 ? null : answer.json();
        },
        async putFile(url, bytes, contentType) {
          const headers = contentType ? { 'content-type': contentType } : undefined;
          const answer = await request.put(url, { data: bytes, headers });
          expect(answer.status()).toBe(200);
          return answer.headers()['etag'] ?? '';
        },
      };
    });
    for (const context of contexts) await context.dispose();
  },
  pageOf: async ({ browser, consoleErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, options = {}) => {
      const context = await open(browser, options);
      contexts.push(context);
      await context.addCookies((await person.request.storageState()).cookies);
      const page = await context.newPage();
      watch(page, consoleErrors, options.installed);
      return page;
    });
    for (const context of contexts) await close(context);
  },
});

export { expect };

/** The newest e-mail to an address with a matching subject, once it is written. */
export const mailTo = (address: string, subject: RegExp | string) =>
  mailIn({ mailFolder: createMailFolder({ folder: storyServer().mailFolder, from: '' }) }, address, subject);

const openToast = 'li[data-swipe-direction][data-state=open]';

/** The toast with this title. Found by text, because an open dialog hides it from the accessibility tree. */
export const toastOf = (page: Page, title: string | RegExp): Locator =>
  page.locator(openToast).filter({ has: page.getByText(title, { exact: true }) });

/**
 * Waits for a toast with these texts; starts before what shows it. Looks in each frame of the page itself, because a toast goes
 * after five seconds, in which a busy machine may not look from outside.
 */
export async function toastShows(page: Page, ...texts: string[]): Promise<void> {
  await page.waitForFunction(
    ({ selector, wanted }) =>
      Array.from(document.querySelectorAll(selector)).some((toast) =>
        wanted.every((text) => toast.textContent.includes(text)),
      ),
    { selector: openToast, wanted: texts },
    { polling: 'raf' },
  );
}

/** Expects that Escape asks before what was typed in the open dialog is lost, and goes on with it. */
export async function expectAsksBeforeLoss(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Discard your entries?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(question).toBeHidden();
}

let pictures = 0;
/** A JPEG file to upload; each one is different. */
export async function pictureFile(
  name = `photo-${pictures + 1}.jpg`,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  pictures += 1;
  return { name, mimeType: 'image/jpeg', buffer: await picture() };
}

/** A picture of the sample data. The built-in engine finds in it what the file name says. */
export async function samplePicture(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: 'image/jpeg', buffer: await drawnPicture(name) };
}

type PhotoTarget = { areaSessionId: string } | { inspectionId: string } | { planItemId: string };

/** Uploads a photo through the API and waits until it is analyzed. */
export async function addPhotoTo(
  person: Person,
  holder: PhotoTarget,
  file?: { name: string; buffer: Buffer },
): Promise<{ id: string }> {
  const { buffer, name } = file ?? (await pictureFile());
  const url = await uploadFile(person, buffer, { filename: name });
  const photo = await person.call('POST', '/api/photos', {
    ...holder,
    filename: name,
    url,
    category: 'lobby',
    source: 'camera',
  });
  // On a busy machine the request is answered before the analysis is finished.
  const status = async () => (await person.call('GET', `/api/photos/${photo.id}`)).analysisStatus;
  await expect.poll(status).not.toBe('pending');
  return photo;
}

/** Uploads a photo to an area through the API. */
export const addPhoto = (person: Person, areaSessionId: string): Promise<{ id: string }> =>
  addPhotoTo(person, { areaSessionId });

/** Creates a live or photo inspection of the owner's own property through the API. */
export async function startedInspection(owner: Person, area = 'Lobby') {
  const property = await addedProperty(owner, {
    name: 'Quay House',
    address: '1 Long Wharf',
    city: 'Boston',
    state: 'MA',
    zipCode: '02110',
    propertyType: 'hotel',
  });
  return { property, inspection: await inspectionOf(owner, property, area) };
}

/** Sends the same defect in three frames; the third confirms it. */
export async function filmDefect(person: Person, inspectionId: string, picture: string): Promise<void> {
  const { buffer } = await samplePicture(picture);
  for (const at of [1, 2, 3]) {
    // The frames must have different bytes.
    const data = await sharp(buffer)
      .resize(1280)
      .jpeg({ quality: 90 - at })
      .toBuffer();
    const answer = await person.request.post(`/api/inspections/${inspectionId}/frames?at=${at}`, {
      data,
      headers: { 'content-type': 'image/jpeg', 'x-csrf-token': person.csrfToken },
      // The server's first picture has to wait until the models are loaded.
      timeout: 60_000,
    });
    expect(answer.status()).toBe(200);
  }
}

/** Creates a run of a linked and onboarded case through the API. */
export async function startedRun(
  owner: Person,
  admin: Person | undefined,
  notApplicableAreas: string[] = [],
  fields: Record<string, unknown> = {},
) {
  const started = await runOf(owner, admin, notApplicableAreas, fields);
  return { ...started, areas: started.areas as { id: string; area: { name: string; code: string } }[] };
}

/** An owner with a run of all areas; the camera is allowed in the first one, the lobby. */
export async function startedLobby(person: StoryFixtures['person']) {
  const owner = await person('property');
  const started = await startedRun(owner, await person('admin'));
  const lobby = started.areas[0]?.id ?? '';
  await owner.call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
  return { ...started, owner, lobby };
}
