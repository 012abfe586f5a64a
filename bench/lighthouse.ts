/**
 * Lighthouse, which looks at a page as Google does. It and what it needs are 170 MB, so it is no dependency of the project: the first
 * measurement installs this version of it beside the other caches.
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { z } from 'zod';
import { findChromium } from '#test/chromium.ts';

const version = '13.5.0';
const folder = resolve('node_modules/.cache', `lighthouse-${version}`);

const audit = z.object({ numericValue: z.number() });
const reportSchema = z.object({
  categories: z.object({ performance: z.object({ score: z.number() }) }),
  audits: z.object({
    'first-contentful-paint': audit,
    'largest-contentful-paint': audit,
    'total-blocking-time': audit,
    'cumulative-layout-shift': audit,
    'speed-index': audit,
    'network-requests': z.object({
      details: z.object({
        items: z.array(z.object({ resourceType: z.string().optional(), transferSize: z.number().default(0) })),
      }),
    }),
  }),
});

/** Milliseconds and bytes, as a phone of the middle class on slow 4G would have them. */
export interface Look {
  /** 0 to 100. */
  score: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  speedIndex: number;
  /** As sent, the service worker's own not among them. */
  scriptBytes: number;
  json: string;
}

/** The address of Lighthouse's module. */
async function install(): Promise<string> {
  if (!existsSync(join(folder, 'node_modules/lighthouse'))) {
    process.stderr.write(`Installing Lighthouse ${version}\n`);
    await mkdir(folder, { recursive: true });
    const wanted = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status, stderr } = spawnSync('npm', [...wanted, `lighthouse@${version}`], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`Lighthouse could not be installed: ${stderr}`);
  }
  return pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href;
}

const run = promisify(execFile);

/** The report of a look, in JSON. Lighthouse leaves the processor to the browser. */
async function reportOf(module: string, url: string, flags: object): Promise<string> {
  const args = ['-n', '19', process.execPath, 'bench/lighthouse-process.ts', module, url, JSON.stringify(flags)];
  return (await run('nice', args, { maxBuffer: 64 * 1024 ** 2 })).stdout;
}

async function openedBrowser(home: string): Promise<{ browser: ChildProcess; port: number }> {
  const executable = findChromium();
  if (!executable) throw new Error('There is no Chromium; CHROMIUM_PATH can name one');
  const shared = ['--headless=new', '--disable-gpu', '--remote-debugging-port=0', `--user-data-dir=${home}`];
  const args = [...shared, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), 'about:blank'];
  // In a group of its own, because Debian's Chromium is started by a script, and ending that leaves the browser.
  const browser = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  for await (const line of createInterface({ input: browser.stderr })) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (!port) continue;
    browser.stderr.resume();
    return { browser, port: Number(port) };
  }
  throw new Error(`${executable} did not start`);
}

/** Lighthouse's phone. */
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };

/** A screen, and what it shows when it is complete. */
export interface Screen {
  url: string;
  /** Of the person who is signed in; empty for nobody. */
  cookie: string;
  complete: string;
}

/**
 * Visits the screen as somebody who is signed in, and empties the caches: what is measured is the visit after a release. What the app
 * notes for the first paint (web/src/lib/signed-in-hint.ts, first-heading.ts, first-photos.ts) stays.
 */
async function visitOnce(port: number, { url, cookie, complete }: Screen): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (!context) throw new Error('The browser has no context');
  const page = await context.newPage();
  await page.setExtraHTTPHeaders({ cookie });
  await (await context.newCDPSession(page)).send('Emulation.setDeviceMetricsOverride', phone);
  await page.goto(url);
  await page.locator(complete).first().waitFor();
  // Closed first, or it may register its service worker after the caches were emptied.
  const blank = await context.newPage();
  await page.close();
  const session = await context.newCDPSession(blank);
  await session.send('Network.clearBrowserCache');
  const caches = { origin: new URL(url).origin, storageTypes: 'service_workers,cache_storage,indexeddb' };
  await session.send('Storage.clearDataForOrigin', caches);
  await blank.close();
  await browser.close();
}

/** Looks at a screen in a browser without any file of the app. */
async function lookOnce(lighthouse: string, screen: Screen): Promise<Look> {
  const home = await mkdtemp(join(tmpdir(), 'bench-lighthouse-'));
  const { browser, port } = await openedBrowser(home);
  try {
    const { url, cookie } = screen;
    if (cookie) await visitOnce(port, screen);
    const shared = { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] };
    const flags = { ...shared, disableStorageReset: cookie !== '' };
    const headers = cookie ? { extraHeaders: { Cookie: cookie } } : {};
    const json = await reportOf(lighthouse, url, { ...flags, ...headers });
    const { categories, audits } = reportSchema.parse(JSON.parse(json));
    const scripts = audits['network-requests'].details.items.filter(({ resourceType }) => resourceType === 'Script');
    return {
      score: Math.round(categories.performance.score * 100),
      fcp: audits['first-contentful-paint'].numericValue,
      lcp: audits['largest-contentful-paint'].numericValue,
      tbt: audits['total-blocking-time'].numericValue,
      cls: audits['cumulative-layout-shift'].numericValue,
      speedIndex: audits['speed-index'].numericValue,
      scriptBytes: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0),
      json,
    };
  } finally {
    const ended = once(browser, 'exit');
    if (browser.pid !== undefined) process.kill(-browser.pid, 'SIGKILL');
    await ended;
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The look with the middle score of some; one alone differs by several points. */
export async function look(screen: Screen, times: number): Promise<Look> {
  const lighthouse = await install();
  const looks: Look[] = [];
  while (looks.length < times) looks.push(await lookOnce(lighthouse, screen));
  const middle = looks.toSorted((a, b) => a.score - b.score)[Math.floor(times / 2)];
  if (!middle) throw new RangeError('At least one look is needed');
  return middle;
}
