import { test as base, expect, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';

export interface Person {
  user: { id: string; username: string; email: string };
  password: string;
  request: APIRequestContext;
  csrfToken: string;
  /** Calls the API as this person; throws unless the answer is a success. */
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, body?: unknown): Promise<any>;
}

interface Story {
  /** A new account, signed in through the API. */
  person(role: 'property' | 'admin', fields?: Record<string, unknown>): Promise<Person>;
  /** A page of its own in which the person is signed in; a fault in its console fails the story. */
  pageOf(person: Person, options?: { width?: number; height?: number; dark?: boolean }): Promise<Page>;
}

let people = 0;
export const password = 'correct horse battery';
const origin = () => process.env['BASE_URL'] ?? '';

/** The browser reports the expected 401 of a visitor, and a 4xx that a story provokes, as an error of its own. */
const expected = /Failed to load resource: the server responded with a status of 4\d\d/;

function watch(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
}

async function open(browser: Browser, options: { width?: number; height?: number; dark?: boolean }) {
  return browser.newContext({
    baseURL: origin(),
    viewport: { width: options.width ?? 390, height: options.height ?? 844 },
    hasTouch: (options.width ?? 390) < 800,
    colorScheme: options.dark ? 'dark' : 'light',
    permissions: ['camera', 'geolocation', 'microphone', 'notifications'],
    geolocation: { latitude: 43.66, longitude: -70.25 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
  });
}

export const test = base.extend<Story & { faults: string[] }>({
  // oxlint-disable-next-line no-empty-pattern
  faults: async ({}, use) => {
    const faults: string[] = [];
    await use(faults);
    expect(faults, 'errors in the console').toEqual([]);
  },
  page: async ({ browser, faults }, use) => {
    const context = await open(browser, {});
    const page = await context.newPage();
    watch(page, faults);
    await use(page);
    await context.close();
  },
  person: async ({ playwright }, use) => {
    const contexts: APIRequestContext[] = [];
    await use(async (role, fields = {}) => {
      people += 1;
      const request = await playwright.request.newContext({ baseURL: origin() });
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
      };
    });
    for (const context of contexts) await context.dispose();
  },
  pageOf: async ({ browser, faults }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (person, options = {}) => {
      const context = await open(browser, options);
      contexts.push(context);
      await context.addCookies((await person.request.storageState()).cookies);
      const page = await context.newPage();
      watch(page, faults);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect };

let pictures = 0;
/** A JPEG file to choose, different from every other. */
export async function pictureFile(
  name = `photo-${pictures + 1}.jpg`,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  pictures += 1;
  const noise = { type: 'gaussian' as const, mean: 100 + (pictures % 60), sigma: 22 };
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#998877', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Uploads a photo into an area through the API. */
export async function addPhoto(person: Person, areaSessionId: string): Promise<{ id: string }> {
  const { buffer, name } = await pictureFile();
  const { uploadURL } = await person.call('POST', '/api/objects/upload', {
    filename: name,
    contentType: 'image/jpeg',
    size: buffer.length,
  });
  const put = await person.request.put(uploadURL, { data: buffer, headers: { 'content-type': 'image/jpeg' } });
  expect(put.status()).toBe(200);
  return person.call('POST', '/api/photos', {
    areaSessionId,
    filename: name,
    url: uploadURL,
    category: 'lobby',
    source: 'camera',
  });
}

export const caseFields = (ownerEmail: string, fields: Record<string, unknown> = {}) => ({
  propertyName: 'Harbour Inn',
  propertyAddress: '12 Quay Street',
  propertyCity: 'Portland',
  propertyState: 'ME',
  propertyZipCode: '04101',
  propertyType: 'hotel',
  ownerEmail,
  inspectionType: 'routine',
  dueDate: new Date(Date.now() + 14 * 86_400_000).toISOString(),
  requirements: ['Check the sprinklers'],
  ...fields,
});

/** A run of a linked and onboarded case, set up through the API. */
export async function startedRun(owner: Person, admin: Person, notApplicableAreas: string[] = []) {
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email));
  const { property } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  await owner.call('POST', `/api/inspection-cases/${opened.id}/onboarding`, {
    propertyConfirmed: true,
    checklist: [],
    notApplicableAreas,
  });
  const run = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`, { caseId: opened.id });
  return { case: opened, property, run, areas: run.progress as { id: string; area: { name: string; code: string } }[] };
}
