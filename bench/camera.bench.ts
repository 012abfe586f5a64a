import { chromium, type Browser, type Page } from '@playwright/test';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { propertySchema } from '#contract/properties.ts';
import { findChromium } from '#test/chromium.ts';
import { writeFilm } from '../e2e/fake-camera.ts';
import { ensureWebBuilt } from '../scripts/lib/project.mjs';
import { client, startServer } from './server.ts';

const picturesASecond = 15;
const seconds = 20;
/** The first frames warm up the network and are not counted. */
const warmUp = 3;

/** Frames per second between the first and the last of these times, in ms. */
const rateOf = (times: readonly number[]): number =>
  (1000 * (times.length - 1)) / ((times.at(-1) ?? 0) - (times[0] ?? 0));

async function openBrowser(film: string): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  });
}

/** Opens a signed-in page, and records the times at which frames were analyzed by the page itself or by the server. */
async function openPage(browser: Browser, address: string, cookie: string, looker: 'device' | 'server') {
  const context = await browser.newContext({
    baseURL: address,
    permissions: ['camera', 'microphone'],
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'block',
  });
  const cookies = cookie
    .split('; ')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  await context.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: address })));
  const page = await context.newPage();
  const times: number[] = [];
  if (looker === 'server') {
    // With data saving on, the page leaves the analysis to the server.
    await page.addInitScript("Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) })");
    page.on('response', (response) => {
      if (response.url().includes('/frames?') && response.ok()) times.push(performance.now());
    });
  } else {
    await page.exposeFunction('detected', () => void times.push(performance.now()));
    await page.addInitScript(`
      const { Worker } = window;
      window.Worker = class extends Worker {
        constructor(...given) {
          super(...given);
          this.addEventListener('message', ({ data }) => data.type === 'detected' && window.detected());
        }
      };`);
  }
  return { context, page, times };
}

async function framesPerSecond(page: Page, times: readonly number[], propertyId: string): Promise<number> {
  await page.goto(`/live-inspection?propertyId=${propertyId}&area=guest_rooms`);
  await page.getByRole('button', { name: 'Start recording' }).click();
  const started = performance.now();
  while (times.length <= warmUp) {
    if (performance.now() - started > 120_000) throw new Error('No frame was looked at');
    await wait(100);
  }
  await wait(seconds * 1000);
  return rateOf(times.slice(warmUp));
}

/**
 * How often frames are analyzed in a real browser without a GPU that also records: by the page itself, as a ratio to
 * the frames that the server analyzes for the same page in the same run.
 */
export async function benchCamera(): Promise<{ serverPerSecond: number; devicePerSecond: number; ratio: number }> {
  ensureWebBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'bench-camera-'));
  const film = join(folder, 'film.y4m');
  await writeFilm(film, 'guest-bathroom-mould.jpg', picturesASecond);
  const { server, address } = await startServer(join(folder, 'data'), { AI_ENGINE: 'builtin' });
  const browser = await openBrowser(film);
  try {
    const { call, cookie } = await client(address);
    const rates = [];
    for (const looker of ['server', 'device'] as const) {
      const place = { address: '1 Hill Road', city: 'Bend', state: 'OR', zipCode: '97701', propertyType: 'motel' };
      const { id } = await call('POST', '/api/properties', propertySchema, { ...place, name: looker });
      const { context, page, times } = await openPage(browser, address, cookie(), looker);
      rates.push(await framesPerSecond(page, times, id));
      await context.close();
    }
    const [serverPerSecond = 0, devicePerSecond = 0] = rates;
    return { serverPerSecond, devicePerSecond, ratio: devicePerSecond / serverPerSecond };
  } finally {
    await browser.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { devicePerSecond, ratio, serverPerSecond } = await benchCamera();
  process.stdout.write(
    [
      `frames that the server reads (baseline)   ${serverPerSecond.toFixed(2)} a second`,
      `frames that the page itself looks at      ${devicePerSecond.toFixed(2)} a second, ${ratio.toFixed(1)} x the baseline`,
      '',
    ].join('\n'),
  );
}
