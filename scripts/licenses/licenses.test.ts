import { expect, test } from 'vitest';
import { permitsUse, productionPackages, refusals, renderThirdParty } from './rules.ts';

test.each([
  ['MIT', true],
  ['MIT and ISC', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['MPL-2.0', true],
  ['(MIT OR ISC) AND GPL-2.0', false],
  ['GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['MIT AND GPL-2.0', false],
  ['CC-BY-NC-4.0', false],
  ['SEE LICENSE IN LICENSE', false],
  ['UNLICENSED', false],
  ['none stated', false],
  ['', false],
])('%j permits commercial use: %s', (license, permits) => expect(permitsUse(license)).toBe(permits));

const lock = {
  '': { license: 'Apache-2.0' },
  'node_modules/b': { license: 'MIT' },
  'node_modules/a/node_modules/b': { license: 'GPL-3.0' },
  'node_modules/@s/a': { license: 'MIT' },
  'node_modules/tool': { license: 'GPL-3.0', dev: true },
  'node_modules/silent': {},
  'node_modules/odd': {},
};
const packages = productionPackages(lock, (path) => (path === 'node_modules/silent' ? 'ISC' : null));

test('every version of what is installed with the product counts, and a missing license is refused', () => {
  expect(packages).toEqual([
    { name: '@s/a', license: 'MIT' },
    { name: 'b', license: 'MIT' },
    { name: 'b', license: 'GPL-3.0' },
    { name: 'odd', license: 'none stated' },
    { name: 'silent', license: 'ISC' },
  ]);
  expect(refusals(packages)).toEqual([
    'b: the license "GPL-3.0" is not one that is known to permit commercial use',
    'odd: the license "none stated" is not one that is known to permit commercial use',
  ]);
});

test('the page lists each package under its license', () => {
  expect(renderThirdParty(packages)).toContain('## ISC\n\nsilent\n\n## MIT\n\n@s/a · b\n');
});
