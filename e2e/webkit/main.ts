/**
 * npm run webkit
 * Inspects an area in WebKit, the engine of every browser on an iPhone: with a connection, then without one through
 * reloads, until everything has arrived once. Needs WebKitGTK and a virtual display; on Debian: apt-get install
 * webkit2gtk-driver xvfb
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { samplePicture } from '#test/sample-pictures.ts';
import { until } from '#test/until.ts';
import { startServer } from '../start-server.ts';
import { openWebKit } from './browser.ts';

const folder = await mkdtemp(join(tmpdir(), 'innspect-webkit-'));
const port = String(await freePort());
const start = () => startServer(folder, { PORT: port });
const page = await openWebKit();
let server = await start().catch(async (error: unknown) => {
  await page.close();
  throw error;
});

/** Calls the API as the person who is signed in on the page. */
// Untyped, because the walk reads parts of the answers and fails where their shape differs.
// oxlint-disable-next-line typescript/no-explicit-any
const call = (method: string, path: string, body?: unknown): Promise<any> =>
  page.run(
    async (how: string, where: string, sent: string | null) => {
      const { csrfToken } = (await (await fetch('/api/csrf-token')).json()) as { csrfToken: string };
      const headers = { 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
      const answer = await fetch(where, { method: how, headers, body: sent });
      return answer.status === 204 ? null : answer.json();
    },
    method,
    path,
    body === undefined ? null : JSON.stringify(body),
  );

const username = 'robin';
const password = 'correct horse battery';
let propertyId = '';
let lobby = '';

const steps: Record<string, () => Promise<string | void>> = {
  async 'an owner signs in'() {
    await page.open(`${server.origin}/auth`);
    const fields = { username, password, email: 'robin@example.com', role: 'property' };
    await call('POST', '/api/register', {
      ...fields,
      firstName: 'Robin',
      lastName: 'Vale',
      propertyName: 'Harbour Inn',
    });
    await call('POST', '/api/logout');
    await page.open(`${server.origin}/auth`);
    await page.run(async () => {
      while (document.querySelector('[data-first-paint]')) await new Promise(requestAnimationFrame);
    });
    await page.fill('Username', username);
    await page.fill('Password', password);
    await page.press('Sign In');
    await page.shows(/Welcome, Robin/);
  },
  async 'an inspection is downloaded'() {
    const address = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701' };
    const property = await call('POST', '/api/properties', { name: 'Cedar Lodge', propertyType: 'motel', ...address });
    const run = await call('POST', `/api/properties/${property.id}/inspection-runs`, {});
    propertyId = property.id;
    lobby = run.progress[0].id;
    await call('PATCH', `/api/area-sessions/${lobby}`, { permissionCamera: true });
    await page.run(() => navigator.serviceWorker.ready.then(() => null));
    await page.open(`${server.origin}/inspection-setup?propertyId=${propertyId}`);
    await page.press('Download for offline');
    await page.shows(/Ready for offline/);
  },
  async 'a check is answered'() {
    await page.open(`${server.origin}/area-inspection?sessionId=${lobby}`);
    await page.shows(/Next on the checklist, 1 of 12/);
    await page.press('Pass');
    await page.shows(/Next on the checklist, 2 of 12/);
    const isSaved = async () => (await call('GET', `/api/area-sessions/${lobby}`)).itemsChecked === 1;
    await until(isSaved, 'The answer does not arrive', 60);
  },
  async 'without a connection, the area opens after a reload'() {
    await server.stop();
    await page.reload();
    await page.shows(/Offline/);
    await page.shows(/Next on the checklist, 2 of 12/);
  },
  async 'a check fails and becomes a finding'() {
    await page.press('Fail');
    await page.shows(/It is a finding now/);
  },
  async 'a photo waits, and the device marks what it shows'() {
    const photo = join(folder, 'vanity.jpg');
    await writeFile(photo, await samplePicture('guest-bathroom-mould.jpg'));
    await page.chooseFile(photo);
    await page.shows(/Waiting for signal/);
    return page.shows(/Mold \d+/);
  },
  async 'both are still there after a reload'() {
    await page.reload();
    await page.shows(/vanity\.jpg/);
    await page.shows(/2 changes kept on this device/);
  },
  async 'the area is submitted'() {
    await page.press('Complete Area');
    await page.shows(/Finish Lobby/);
    await page.fill('Reason', 'The lobby opens at noon');
    await page.press('Submit for Review');
    await page.shows(/Submitted on this device/);
  },
  async 'everything arrives once'() {
    await page.open(`${server.origin}/waiting-changes`);
    await page.shows(/3 changes/);
    server = await start();
    await page.shows(/Everything is sent/);
    const { status, photoCount, itemsChecked, completionReason } = await call('GET', `/api/area-sessions/${lobby}`);
    const reason = 'The lobby opens at noon';
    assert.deepEqual(
      { status, photoCount, itemsChecked, completionReason },
      { status: 'completed', photoCount: 1, itemsChecked: 2, completionReason: reason },
    );
  },
};

let passed = 0;
let failure: unknown = null;
for (const [name, step] of Object.entries(steps)) {
  const began = performance.now();
  try {
    const shown = await step();
    passed += 1;
    console.log(`✓ ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)${shown ? `: ${shown}` : ''}`);
  } catch (error) {
    failure = error;
    console.log(`✗ ${name}: ${String(error)}\n${await page.text().catch(() => '')}`);
    break;
  }
}
await page.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failure === null ? 0 : 1} failed`);
process.exitCode = failure === null ? 0 : 1;
