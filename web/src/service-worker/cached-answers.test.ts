import { expect, test } from 'vitest';
import { answersCache, cacheOf, picturesCache } from '#web/service-worker/cached-answers.ts';

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
  ['/api/shared-plan', null],
  ['/api/csrf-token', null],
  ['/api/health', null],
  ['/api/admin/inspections', null],
  ['/api/userdata', null],
  ['/properties', null],
])('%s is kept in %s', (path, cache) => {
  expect(cacheOf(path)).toBe(cache);
});
