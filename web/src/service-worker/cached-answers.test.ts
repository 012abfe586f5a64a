import { expect, test } from 'vitest';
import { answersCache, cacheOf, isKept, markedAsStored, picturesCache } from '#web/service-worker/cached-answers.ts';

test.each([
  ['/api/user', answersCache],
  ['/api/area-sessions/a1/checklist', answersCache],
  ['/api/inspection-runs/r1', answersCache],
  ['/api/pip-reports', answersCache],
  ['/api/photos/p1/thumbnail', picturesCache],
  ['/api/photos/p1/preview', picturesCache],
  ['/api/photos/p1/file', null],
  ['/api/photos/p1/original', null],
  ['/api/pip-reports/x/export', null],
  ['/api/inspections/x/report', null],
  ['/api/user/data-exports', answersCache],
  ['/api/user/data-exports/x/file', null],
  ['/api/shared-plan', null],
  ['/api/csrf-token', null],
  ['/api/health', null],
  ['/api/admin/inspections', null],
  ['/api/userdata', null],
  ['/properties', null],
])('%s is kept in %s', (path, cache) => {
  expect(cacheOf(path)).toBe(cache);
});

test('a download is not kept, whatever its path, nor anything but a whole answer', () => {
  const answer = (status: number, disposition?: string) => ({
    status,
    headers: new Headers(disposition ? { 'content-disposition': disposition } : {}),
  });
  expect(isKept(answer(200))).toBe(true);
  expect(isKept(answer(200, 'inline; filename="lobby.webp"'))).toBe(true);
  expect(isKept(answer(200, 'attachment; filename="my-data.zip"'))).toBe(false);
  const portal = new Response('<html>Sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } });
  expect(isKept(portal)).toBe(false);
  expect([206, 304, 401, 500].map((status) => isKept(answer(status)))).toEqual([false, false, false, false]);
});

test("the device's copy of an answer is marked and otherwise the same", async () => {
  const copy = markedAsStored(Response.json({ id: 1 }, { status: 200, headers: { etag: '"1"' } }));
  expect([copy.status, copy.headers.get('etag'), copy.headers.get('x-stored-answer')]).toEqual([200, '"1"', '1']);
  expect(copy.headers.get('content-type')).toContain('application/json');
  expect(await copy.json()).toEqual({ id: 1 });
});
