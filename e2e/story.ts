import { test as base, expect, type APIRequestContext, type Browser, type Locator, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { drawSample } from '../scripts/pictures/draw.ts';
import { samplePictures } from '../scripts/pictures/samples/all.ts';
import { isProvoked } from './faults.ts';

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
    if (message.type() !== 'error' || expected.test(message.text())) return;
    if (!isProvoked(page, message.location().url)) faults.push(message.text());
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

/** The message that a page shows, by its title; also above a dialog, which hides it from roles. */
export const toastOf = (page: Page, title: string | RegExp): Locator =>
  page.locator('li[data-swipe-direction][data-state=open]').filter({ has: page.getByText(title, { exact: true }) });

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

/** A picture of the sample data, in which the built-in engine finds what its name says. */
export async function samplePicture(name: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const index = samplePictures.findIndex(({ file }) => file === name);
  const sample = samplePictures[index];
  if (!sample) throw new Error(`There is no sample picture ${name}`);
  return { name, mimeType: 'image/jpeg', buffer: await drawSample(sample, index) };
}

type PhotoHolder = { areaSessionId: string } | { inspectionId: string };

/** Uploads a photo through the API, and waits until it is analysed. */
export async function addPhotoTo(
  person: Person,
  holder: PhotoHolder,
  picture?: { name: string; buffer: Buffer },
): Promise<{ id: string }> {
  const { buffer, name } = picture ?? (await pictureFile());
  const { uploadURL } = await person.call('POST', '/api/objects/upload', {
    filename: name,
    contentType: 'image/jpeg',
    size: buffer.length,
  });
  const put = await person.request.put(uploadURL, { data: buffer, headers: { 'content-type': 'image/jpeg' } });
  expect(put.status()).toBe(200);
  const photo = await person.call('POST', '/api/photos', {
    ...holder,
    filename: name,
    url: uploadURL,
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

let inspections = 0;
/** A live or photo inspection of a property of the owner's own, set up through the API. */
export async function startedInspection(owner: Person, area = 'Lobby') {
  inspections += 1;
  const property = await owner.call('POST', '/api/properties', {
    name: 'Quay House',
    address: '1 Long Wharf',
    city: 'Boston',
    state: 'MA',
    zipCode: '02110',
    propertyType: 'hotel',
  });
  const inspection = await owner.call('POST', '/api/inspections', {
    propertyId: property.id,
    sessionId: `${owner.user.id.slice(0, 16)}_${String(inspections).padStart(4, '0')}`,
    propertyName: property.name,
    area,
  });
  return { property, inspection };
}

/** Adds a recording of four seconds, as a browser makes them, to a live inspection. */
export async function addRecording(person: Person, inspectionId: string): Promise<{ id: string; url: string }> {
  const bytes = await readFile(new URL('../server/recordings/fixtures/walk.webm', import.meta.url));
  const file = { filename: 'walk.webm', type: 'video/webm' };
  const { key, uploadId } = await person.call('POST', '/api/s3/multipart', file);
  const query = `key=${encodeURIComponent(key)}`;
  const { url } = await person.call('GET', `/api/s3/multipart/${uploadId}/1?${query}`);
  const put = await person.request.put(url, { data: bytes });
  expect(put.status()).toBe(200);
  const parts = [{ PartNumber: 1, ETag: put.headers()['etag'] }];
  await person.call('POST', `/api/s3/multipart/${uploadId}/complete?${query}`, { parts });
  return person.call('POST', `/api/inspections/${inspectionId}/recordings`, {
    key,
    filename: file.filename,
    contentType: file.type,
    durationSeconds: 4,
  });
}

/** Shows the AI the same defect at three moments, which makes a finding of the third. */
export async function filmDefect(person: Person, inspectionId: string, picture: string): Promise<void> {
  const { buffer } = await samplePicture(picture);
  for (const at of [1, 2, 3]) {
    // No two frames of a camera are the same file.
    const data = await sharp(buffer)
      .resize(1280)
      .jpeg({ quality: 90 - at })
      .toBuffer();
    const answer = await person.request.post(`/api/inspections/${inspectionId}/frames?at=${at}`, {
      data,
      headers: { 'content-type': 'image/jpeg', 'x-csrf-token': person.csrfToken },
    });
    expect(answer.status()).toBe(200);
  }
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
export async function startedRun(
  owner: Person,
  admin: Person,
  notApplicableAreas: string[] = [],
  fields: Record<string, unknown> = {},
) {
  const opened = await admin.call('POST', '/api/inspection-cases', caseFields(owner.user.email, fields));
  const { property } = await owner.call('POST', '/api/inspection-cases/link', { caseNumber: opened.caseNumber });
  await owner.call('POST', `/api/inspection-cases/${opened.id}/onboarding`, {
    propertyConfirmed: true,
    checklist: [],
    notApplicableAreas,
  });
  const run = await owner.call('POST', `/api/properties/${property.id}/inspection-runs`, { caseId: opened.id });
  return { case: opened, property, run, areas: run.progress as { id: string; area: { name: string; code: string } }[] };
}
