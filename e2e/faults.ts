import type { Page, Request } from '@playwright/test';

/** Faults that a story causes in requests of a page: delayed and failed answers. */
type Path = string | RegExp;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where files are uploaded to: in the server, or in the bucket of STORY_PROCESSES. */
export const uploadPath = /^(\/[\w-]+)?\/uploads\//;

/** The store of STORY_PROCESSES has another origin than the page, which may read only an answer that allows it. */
const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'etag, retry-after' };

const provoked = new WeakMap<Page, Set<string>>();

/** Pages whose connection a story has cut. */
const offlinePages = new WeakSet<Page>();
/** Whether a console error reports the connection that a story has cut; requests in progress fail as well. */
export const isDisconnected = (page: Page, text: string): boolean =>
  offlinePages.has(page) && text.includes('ERR_INTERNET_DISCONNECTED');

/** Whether a story made requests to this address fail on purpose, so that the browser's console error is expected. */
export const isExpectedFailure = (page: Page, url: string): boolean => provoked.get(page)?.has(url) ?? false;

const matches = (path: Path) => (url: URL) =>
  typeof path === 'string' ? url.pathname === path : path.test(url.pathname);

/** Delays the answers to matching requests until the returned function is called. */
export async function delayAnswers(page: Page, method: Method, path: Path): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(matches(path), async (route) => {
    if (route.request().method() === method) await released;
    await route.fallback();
  });
  return release;
}

/** Answers matching requests with a failure; without `detail` the body is empty. The returned function stops it. */
export async function fail(
  page: Page,
  method: Method,
  path: Path,
  status: number,
  detail?: string,
  code = 'broken_on_purpose',
): Promise<() => Promise<void>> {
  const wanted = matches(path);
  await page.route(wanted, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    provoked.set(page, (provoked.get(page) ?? new Set()).add(route.request().url()));
    return route.fulfill(
      detail === undefined
        ? { status, headers, body: '' }
        : {
            status,
            headers,
            contentType: 'application/problem+json',
            body: JSON.stringify({ type: 'about:blank', title: 'Failed', status, code, detail }),
          },
    );
  });
  return () => page.unroute(wanted);
}

/** Breaks the connection of matching requests. The returned function stops it. */
export async function drop(page: Page, method: Method, path: Path): Promise<() => Promise<void>> {
  const wanted = matches(path);
  await page.route(wanted, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    provoked.set(page, (provoked.get(page) ?? new Set()).add(route.request().url()));
    return route.abort();
  });
  return () => page.unroute(wanted);
}

/** Makes the next matching request reach the server, and loses its answer. */
export async function loseAnswer(page: Page, method: Method, path: Path): Promise<void> {
  let lost = false;
  await page.route(matches(path), async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    provoked.set(page, (provoked.get(page) ?? new Set()).add(route.request().url()));
    await route.fetch();
    return route.abort();
  });
}

/** Cuts the connection of the whole page. The returned function restores it. */
export async function disconnect(page: Page): Promise<() => Promise<void>> {
  offlinePages.add(page);
  const note = (request: Request) => provoked.set(page, (provoked.get(page) ?? new Set()).add(request.url()));
  page.on('request', note);
  await page.context().setOffline(true);
  return async () => {
    await page.context().setOffline(false);
    page.off('request', note);
  };
}

/** Changes the JSON of matching answers before they reach the page. */
export async function changeAnswers(page: Page, path: Path, change: (body: never) => unknown): Promise<void> {
  await page.route(matches(path), async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as never) });
  });
}

/** Collects the matching requests of a page from now on. */
export function requestsTo(page: Page, method: Method, path: Path): Request[] {
  const wanted = matches(path);
  const found: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === method && wanted(new URL(request.url()))) found.push(request);
  });
  return found;
}
