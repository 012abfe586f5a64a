import { beforeEach, expect, test, vi } from 'vitest';
import { keepHeading, shownHeading } from './first-heading.ts';
import { signedInHint } from './signed-in-hint.ts';

const heading = { column: '', over: '', title: 'Welcome back, Ana', subtitle: '' };
const methods = {
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => {
    kept[key] = value;
  },
  removeItem: (key: string) => {
    delete kept[key];
  },
};
/** Like the browser's storage: its own properties are what it holds. */
let kept: Record<string, string> = {};

const keptHeading = () => JSON.parse(kept['innspect.first-headings'] ?? '{}')['/'];

beforeEach(() => {
  kept = Object.create(methods);
  vi.stubGlobal('sessionStorage', { clear: () => undefined });
  vi.stubGlobal('location', { pathname: '/', search: '' });
  vi.stubGlobal('localStorage', kept);
});

test('the headings of a person are kept for their next visit, not for somebody else', () => {
  signedInHint.keep('ana');
  keepHeading(heading);
  signedInHint.keep('ana');
  expect(keptHeading()).toEqual(heading);
  signedInHint.keep('ben');
  expect(keptHeading()).toBeUndefined();
});

test('a heading is shown only once the first paint has shown it', () => {
  signedInHint.keep('ana');
  keepHeading(heading);
  expect(shownHeading()).toEqual({});
  vi.stubGlobal('shownHeading', heading);
  expect(shownHeading()).toEqual(heading);
  vi.unstubAllGlobals();
});

test('a screen that is still shown after the sign-out keeps no heading', () => {
  signedInHint.keep('ana');
  keepHeading(heading);
  kept['innspect.headings'] = 'of an earlier version';
  signedInHint.forget();
  keepHeading(heading);
  expect(Object.keys(kept)).toEqual([]);
});
