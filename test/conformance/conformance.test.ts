import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { collectTests } from './collect.ts';
import { notRun, playwrightResults, vitestFailures, vitestResults, type Result } from './results.ts';
import { sections } from './sections.ts';
import { statements as allStatements } from './statements/all.ts';
import { buildTable, openRows, renderTable, summary } from './table.ts';

const known = new Set(['2.auth.1', '2.auth.2', '2.auth.3', '5.login.1', 'api.common.1']);
const collect = (source: string) => collectTests('e2e/a.spec.ts', source, known);
const proven = (source: string) => collect(source).tests.flatMap(({ ids, counts }) => (counts ? ids : []));

describe('reading the sources', () => {
  test('the ids at the end of a title', () => {
    const { tests, faults } = collect(
      "test('goes home [2.auth.1, 5.login.1]', async ({ page }) => { await page.go(); });",
    );
    expect(faults).toEqual([]);
    expect(tests).toEqual([
      { file: 'e2e/a.spec.ts', title: 'goes home', ids: ['2.auth.1', '5.login.1'], counts: true },
    ]);
  });

  test('a range of ids is expanded', () => {
    expect(collect("test('goes home [2.auth.1-3, 5.login.1]', () => {});").faults).toEqual([]);
    expect(proven("test('goes home [2.auth.1-3, 5.login.1]', () => {});")).toEqual([
      '2.auth.1',
      '2.auth.2',
      '2.auth.3',
      '5.login.1',
    ]);
    expect(collect("test('goes home [2.auth.2-4]', () => {});").faults.join()).toContain('names 2.auth.4');
  });

  test.each([
    ['a test in a describe', "describe('x', () => { it('y [2.auth.1]', () => {}); });"],
    ['a story in a group', "test.describe('x', () => { test('y [2.auth.1]', () => {}); });"],
    ['a table', "it.each([1, 2])('%s y [2.auth.1]', () => {});"],
    ['a table as a template', 'it.each`a\n${1}`("y $a [2.auth.1]", () => {});'],
    ['a typed table', "test.each<[string, number]>([['a', 1]])('%s [2.auth.1]', () => {});"],
    ['a title with places', 'for (const x of all) test(`y ${x} [2.auth.1]`, () => {});'],
    ['a test of another page', "test('y [2.auth.1, api.common.1]', () => {});"],
    ['a test with options', "test('y [2.auth.1]', { timeout: 9 }, () => {});"],
  ])('%s counts', (_, source) => {
    expect(collect(source).faults).toEqual([]);
    expect(proven(source)[0]).toBe('2.auth.1');
  });

  test.each([
    ['a skipped test', "test.skip('y [2.auth.1]', () => {});"],
    ['a test to be written', "test.todo('y [2.auth.1]');"],
    ['a title alone', "test('y [2.auth.1]');"],
    ['a test that must fail', "test.fails('y [2.auth.1]', () => {});"],
    ['a test with a condition', "test.skipIf(absent)('y [2.auth.1]', () => {});"],
    ['a table with a condition', "test.runIf(there).each([1])('y [2.auth.1]', () => {});"],
    [
      'a test in a skipped group',
      "describe.skip('x', () => { describe('z', () => { it('y [2.auth.1]', () => {}); }); });",
    ],
    ['a story in a broken group', "test.describe.fixme('x', () => { test('y [2.auth.1]', () => {}); });"],
  ])('%s does not count', (_, source) => {
    expect(collect(source).faults).toEqual([]);
    expect(proven(source)).toEqual([]);
  });

  test.each([
    ['an unknown id', "test('y [2.auth.9]', () => {});", 'names 2.auth.9, which no statement has'],
    ['a range backwards', "test('y [2.auth.3-1]', () => {});", "names '2.auth.3-1', which is no id"],
    ['no id', "test('y [2.auth.1, 2.auth]', () => {});", "names '2.auth', which is no id"],
    ['an id in front', "test('[2.auth.1] y', () => {});", 'elsewhere than at the end'],
    ['an id on a group', "describe('y [2.auth.1]', () => {});", 'elsewhere than at the end'],
    ['an id on a step', "test.step('y [2.auth.1]', () => {});", 'elsewhere than at the end'],
    ['an id in a comment', '// proves 2.auth.1\n', 'elsewhere than at the end'],
    ['a source that does not parse', 'test(', 'cannot be read'],
  ])('%s is a fault', (_, source, fault) => {
    expect(collect(source).faults.join('\n')).toContain(fault);
  });

  test('what only looks like a test is ignored', () => {
    expect(
      proven("pattern.test('y'); other('y [x]'); test.skip(isPhone, 'no room'); test.use({ locale: 'en' });"),
    ).toEqual([]);
  });
});

describe('the table', () => {
  const statements = [
    { id: '2.auth.1', states: 'There is a | sign.' },
    { id: '2.auth.2', states: 'It is green.', overruledBy: 'Decision 1: it is blue.' },
    { id: '5.login.1', states: 'A name is required.' },
  ];
  const found = (ids: string[], counts = true) => ({ file: 'e2e/a.spec.ts', title: 'goes home', ids, counts });

  test('names the test or the decision for each statement, and the statements without either', () => {
    const table = buildTable(statements, [found(['2.auth.1']), found(['5.login.1'], false)]);
    expect(table.faults).toEqual(['5.login.1 is proven by no test: A name is required.']);
    expect(summary(table)).toBe('Conformance: 3 statements, 1 proven by tests, 1 settled by a decision alone, 1 open');
    const page = renderTable(table);
    expect(page).toContain('## SPEC.md: 2. Screens and routes\n\n### 2.auth\n');
    expect(page).toContain('- **2.auth.1** There is a | sign.\n  - `e2e/a.spec.ts` › goes home\n');
    expect(page).toContain('- **2.auth.2** It is green.\n  - *Decision 1: it is blue.*\n');
    expect(page).toContain('- **5.login.1** A name is required.\n  - **nothing yet**\n');
    expect(page.indexOf('2.auth.2')).toBeLessThan(page.indexOf('5.login.1'));
  });

  test('is complete when each statement has one of them', () => {
    expect(buildTable(statements, [found(['2.auth.1', '5.login.1'])]).faults).toEqual([]);
  });

  test('counts an open statement with a reason as no fault, until a test proves it', () => {
    const open = [{ id: 'api.added.1', states: 'Cases are linked.', open: 'not built yet' }];
    const table = buildTable(open, []);
    expect(table.faults).toEqual([]);
    expect(summary(table)).toBe('Conformance: 1 statements, 0 proven by tests, 0 settled by a decision alone, 1 open');
    expect(openRows(table)).toEqual(['api.added.1 Cases are linked. (not built yet)']);
    expect(renderTable(table)).toContain('- **api.added.1** Cases are linked.\n  - **open**: not built yet\n');
    expect(buildTable(open, [found(['api.added.1'])]).faults).toEqual([
      'api.added.1 is proven by a test and still declared open: not built yet',
    ]);
  });

  test('only has sections that exist in the pages of the specification', () => {
    for (const { page, heading } of sections) {
      expect(readFileSync(`docs/specification/${page}`, 'utf8')).toContain(`\n## ${heading}\n`);
    }
    expect(buildTable([{ id: 'api.nowhere.1', states: 'x', open: 'y' }], []).faults).toEqual([
      'api.nowhere.1 belongs to no section of the specification',
    ]);
  });

  test('has a row for each call of the API page', () => {
    const rows = allStatements.map(({ states }) => states).join('\n');
    const page = readFileSync('docs/specification/api.md', 'utf8');
    const [, added = ''] = page.split('## Calls added');
    const addresses = [...added.matchAll(/\/(?:api\/[a-z/{}-]+|metrics)/gi)].map(([address]) =>
      address.replace(/\/$/, ''),
    );
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses) expect(rows).toContain(address);
  });

  test('stays readable: at most two proofs, long titles cut, no endless line', () => {
    const long = { ...found(['2.auth.1']), title: 'word '.repeat(60) };
    const page = renderTable(buildTable(statements.slice(0, 1), [long, long, long]));
    expect(page).toContain('\n  - and 1 more\n');
    const whole = renderTable(buildTable(allStatements, []));
    for (const line of [...page.split('\n'), ...whole.split('\n')]) expect(line.length).toBeLessThan(400);
  });

  test('refuses a duplicate id', () => {
    const [first] = statements;
    expect(buildTable(first ? [first, first] : [], [found(['2.auth.1'])]).faults).toEqual([
      '2.auth.1 stands twice in the table',
    ]);
  });
});

describe('the tests that really ran', () => {
  const cited = { file: 'e2e/a.spec.ts', title: 'goes %s home', ids: ['2.auth.1'], counts: true };
  const result = (title: string, outcome: Result['outcome'], file = cited.file): Result => ({ file, title, outcome });
  const fault = ['e2e/a.spec.ts › goes %s home is named as a proof and did not run'];

  test.each<[string, Result[], string[]]>([
    ['one that passed', [result('goes far home [2.auth.1]', 'passed')], []],
    ['one that failed, which counts already', [result('goes far home [2.auth.1]', 'failed')], []],
    ['none', [], fault],
    ['one that was skipped', [result('goes far home [2.auth.1]', 'not run')], fault],
    [
      'some rows skipped',
      [result('goes a home [2.auth.1]', 'passed'), result('goes b home [2.auth.1]', 'not run')],
      fault,
    ],
    ['another file', [result('goes far home [2.auth.1]', 'passed', 'e2e/b.spec.ts')], fault],
    ['a longer title', [result('goes far home again', 'passed')], fault],
  ])('%s', (_, results, faults) => {
    expect(notRun([cited], results)).toEqual(faults);
  });

  test('the number of a row is replaced in the title', () => {
    const numbered = { ...cited, title: 'goes home, %#' };
    expect(notRun([numbered], [result('goes home, 3 [2.auth.1]', 'passed')])).toEqual([]);
    expect(notRun([numbered], [result('goes home [2.auth.1]', 'passed')])).toHaveLength(1);
  });

  test('a shared suite counts as run if one of its callers ran', () => {
    const shared = { ...cited, file: 'server/storage.suite.ts' };
    const results = [
      result('goes a home', 'passed', 'server/disk.test.ts'),
      result('goes a home', 'not run', 's3.test.ts'),
    ];
    expect(notRun([shared], results)).toEqual([]);
    expect(notRun([shared], results.slice(1))).toHaveLength(1);
  });

  test('reads the reports of both runners', () => {
    const titles = [
      { title: 'a', status: 'passed', failureMessages: [] },
      { title: 'b', status: 'failed', failureMessages: ['Error: it broke\n  at x.ts'] },
      { title: 'c', status: 'skipped', failureMessages: [] },
    ];
    const testResults = [
      { name: '/project/server/x.test.ts', status: 'failed', message: '', assertionResults: titles },
      { name: '/project/server/y.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
    ];
    const file = 'server/x.test.ts';
    const unit = { numPassedTests: 1, testResults };
    expect(vitestResults(unit, '/project')).toEqual([
      { file, title: 'a', outcome: 'passed' },
      { file, title: 'b', outcome: 'failed' },
      { file, title: 'c', outcome: 'not run' },
    ]);
    expect(vitestFailures(unit, '/project')).toEqual([
      `${file} › b: Error: it broke`,
      'server/y.test.ts: no such module',
    ]);
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
    const suites = [
      { specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'unexpected'), spec('c', 'skipped')] }] },
    ];
    const report = { stats: { expected: 1, unexpected: 1, flaky: 0 }, errors: [], suites };
    expect(playwrightResults(report, 'e2e').map(({ title, outcome }) => `${title} ${outcome}`)).toEqual([
      'a passed',
      'b failed',
      'c not run',
    ]);
  });
});
