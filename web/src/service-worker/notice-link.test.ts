import { expect, test } from 'vitest';
import { pathOf } from './notice-link.ts';

test.each([
  ['/pip-report/p1', '/pip-report/p1'],
  ['/inspection-setup?caseNumber=CASE-1', '/inspection-setup?caseNumber=CASE-1'],
  ['https://elsewhere.example/pip-report/p1', '/'],
  ['//elsewhere.example', '/'],
  ['https://:', '/'],
])('%s opens %s', (link, path) => {
  expect(pathOf(link, 'https://innspect.example')).toBe(path);
});
