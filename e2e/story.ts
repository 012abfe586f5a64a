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
import { isCutOff, isProvoked } from './faults.ts';
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
  /** That of the browser; English otherwise. */
  locale?: string;
  /** The app is kept on the device by its service worker. Elsewhere there is none, because stories could not route what it fetches. */
  installed?: boolean;
  /**
   * The page fetches the other screens while it is idle. Elsewhere it does not: without a service worker that is 200
   * requests for each page that a story opens.
   */
  screensAhead?: boolean;
  /** The page looks at the camera itself. Elsewhere the server does: the network would take the processor from other stories. */
  looksItself?: boolean;
}

export interface StoryFixtures {
  /** A new account, signed in through the API. */
  person(role: 'property' | 'admin', fields?: Record<string, unknown>): Promise<Person>;
  /** A page of its own in which the person is signed in; a fault in its console fails the story. */
  pageOf(person: Person, options?: PageOptions): Promise<Page>;
}

let people = 0;
export const password = 'correct horse battery';

/** The browser reports the expected 401 of a visitor, and a 4xx that a story provokes, as an error of its own. */
const expected = /Failed to load resource: the server responded with a status of 4\d\d/;
/**
 * Errors that the browser reports for requests while a story has cut the connection, including those of the service worker and
 * of files that are fetched ahead.
 */
const disconnected = /ERR_INTERNET_DISCONNECTED|net::ERR_FAILED/;

function watch(page: Page, consoleErrors: string[], installed = false): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' || expected.test(message.text())) return;
    const isFetchedAhead = message.location().url.includes('/assets/');
    if ((installed || isFetchedAhead) && disconnected.test(message.text())) return;
    if (isCutOff(page, message.text())) return;
    if (!isProvoked(page, message.location().url)) consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
}

/** Answers the list of screens to fetch ahead with an empty one. Runs in the page. */
function fetchNoScreensAhead(): void {
  const { fetch } = window;
  window.fetch = (input, init) =>
    input === '/screen-files.json' ? Promise.resolve(Response.json([])) : fetch(input, init);
}

/** Leaves looking at the camera to the server. Runs in the page. */
function askForSmallDownloads(): void {
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
  if (!options.looksItself) await context.addInitScript(askForSmallDownloads);
  return context;
}

/** Answers that a story changes may be on their way when it ends; what is lost of them then is no fault. */
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

/** The newest message to an address whose subject fits, once it is written. */
export const mailTo = (address: string, subject: RegExp | string) =>
  mailIn({ mailFolder: createMailFolder({ folder: storyServer().mailFolder, from: '' }) }, address, subject);

/** The message that a page shows, by its title; also above a dialog, which hides it from roles. */
export const toastOf = (page: Page, title: string | RegExp): Locator =>
  page.locator('li[data-swipe-direction][data-state=open]').filter({ has: page.getByText(title, { exact: true }) });

let pictures = 0;
/** A JPEG file to choose, different from every other. */
export async function pictureFile(
  name = `photo-${pictures + 1}.jpg`,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  pictures += 1;
  return { name, mimeType: 'image/jpeg', buffer: await picture() };
}

/** A picture of the sample data, in which the built-in engine finds what its name says. */
export async function samplePicture(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  return { name, mimeType: 'image/jpeg', buffer: await drawnPicture(name) };
}

type PhotoTarget = { areaSessionId: string } | { inspectionId: string };

/** Uploads a photo through the API, and waits until it is analyzed. */
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
  // On a busy machine the answer comes before the analysis does.
  const status = async () => (await person.call('GET', `/api/photos/${photo.id}`)).analysisStatus;
  await expect.poll(status, { timeout: 60_000 }).not.toBe('pending');
  return photo;
}

/** Uploads a photo into an area through the API. */
export const addPhoto = (person: Person, areaSessionId: string): Promise<{ id: string }> =>
  addPhotoTo(person, { areaSessionId });

/** A live or photo inspection of a property of the owner's own, set up through the API. */
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
    // Each frame must differ in bytes.
    const data = await sharp(buffer)
      .resize(1280)
      .jpeg({ quality: 90 - at })
      .toBuffer();
    const answer = await person.request.post(`/api/inspections/${inspectionId}/frames?at=${at}`, {
      data,
      headers: { 'content-type': 'image/jpeg', 'x-csrf-token': person.csrfToken },
      // The first picture that a server sees has to wait for its models.
      timeout: 60_000,
    });
    expect(answer.status()).toBe(200);
  }
}

/** A run of a linked and onboarded case, set up through the API. */
export async function startedRun(
  owner: Person,
  admin: Person | undefined,
  notApplicableAreas: string[] = [],
  fields: Record<string, unknown> = {},
) {
  const started = await runOf(owner, admin, notApplicableAreas, fields);
  return { ...started, areas: started.areas as { id: string; area: { name: string; code: string } }[] };
}
