import { expect, test } from 'vitest';
import { manualInstall } from './install.ts';

const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  macChrome:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
};

test.each([
  ['an iPhone', agents.iphone, 5, 'ios'],
  ['an iPad, which calls itself a Mac', agents.mac, 5, 'ios'],
  ['Safari on a Mac', agents.mac, 0, 'mac'],
  ['Chrome on a Mac, before it offers anything', agents.macChrome, 0, 'elsewhere'],
  ['an Android phone, before it offers anything', agents.android, 5, 'elsewhere'],
  ['Firefox', agents.firefox, 0, 'elsewhere'],
] as const)('%s is told the way that its browser has', (_name, userAgent, maxTouchPoints, state) => {
  expect(manualInstall({ userAgent, maxTouchPoints, standalone: false })).toBe(state);
  expect(manualInstall({ userAgent, maxTouchPoints, standalone: true })).toBe('installed');
});
