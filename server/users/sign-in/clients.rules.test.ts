import { expect, it } from 'vitest';
import { clientInWords } from './clients.rules.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Edg/130.0.0.0`, 'Microsoft Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['curl/8.9.1', 'curl/8.9.1'],
  ['<b>', '<b>'],
  [null, null],
])('%s is %s', (program, words) => expect(clientInWords(program)).toBe(words));

it('takes no time for text made to be slow to parse', () => {
  const begun = performance.now();
  for (const part of ['a', '(', 'Version/', 'Mozilla/5.0 (', ' ']) clientInWords(part.repeat(300).slice(0, 300));
  expect(performance.now() - begun).toBeLessThan(1000);
});
