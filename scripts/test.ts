/**
 * npm test
 * Runs the unit and API tests, then builds the web and runs the stories in a real browser, and ends with one line 'N
 * passed, N failed' for both. A test that docs/conformance.md cites and that did not run counts as failed. `npm test --
 * server/cases` runs only tests whose path contains that; `npm test -- e2e` only the stories, `npm test -- e2e/admin`
 * only some of them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#test/chromium.ts';
import { conformance } from '#test/conformance/read.ts';
import {
  notRun,
  playwrightResults,
  vitestFailures,
  vitestResults,
  type PlaywrightReport,
  type Result,
  type VitestReport,
} from '#test/conformance/results.ts';
import { summary } from '#test/conformance/table.ts';
import { createMemoryFolder } from './lib/memory-folder.ts';
import { ensureWebBuilt } from './lib/project.mjs';

interface Outcome {
  passed: number;
  failed: number;
  results: Result[];
  /** A line for each failure, repeated at the end of a long log. */
  failures: string[];
}

const memoryFolder = createMemoryFolder();
if (memoryFolder) {
  process.env['TMPDIR'] = memoryFolder;
  // Kept from run to run, or a single story would first compile all that it imports.
  process.env['PWTEST_CACHE_DIR'] ??= join(process.cwd(), 'node_modules/.cache/playwright');
}
const scratch = mkdtempSync(join(tmpdir(), 'innspect-results-'));

function runTool(args: string[], env: NodeJS.ProcessEnv = {}): number {
  const result = spawnSync(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  return result.status ?? 1;
}

const nothing: Outcome = { passed: 0, failed: 0, results: [], failures: [] };

/** Reads the report of a test runner. A runner that fails without a failed test counts as one failure. */
function outcome<Report>(file: string, status: number, count: (report: Report) => Outcome): Outcome {
  const found = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8')) as Report) : nothing;
  return status !== 0 && found.failed === 0 ? { ...found, failed: 1 } : found;
}

function runUnitTests(paths: string[]): Outcome {
  const file = join(scratch, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = runTool(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...paths]);
  return outcome<VitestReport>(file, status, (report) => {
    const failures = vitestFailures(report, process.cwd());
    return {
      passed: report.numPassedTests,
      failed: failures.length,
      results: vitestResults(report, process.cwd()),
      failures,
    };
  });
}

/** Starts to find or install the browser, so that its download does not wait for the unit tests. */
function startProvidingBrowser(): Promise<unknown> {
  const child = spawn(process.execPath, ['scripts/provide-chromium.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
  return once(child, 'exit');
}

async function runStories(paths: string[], browserProvided: Promise<unknown>): Promise<Outcome> {
  await browserProvided;
  const browser = findChromium();
  if (!browser) {
    process.stdout.write('No Chromium was found or could be installed: install one, or set CHROMIUM_PATH to it.\n');
    return { ...nothing, failed: 1 };
  }
  ensureWebBuilt();
  const file = join(scratch, 'playwright.json');
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...paths];
  const status = runTool(args, { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file });
  return outcome<PlaywrightReport>(file, status, (report) => {
    const results = playwrightResults(report, 'e2e');
    return {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + report.errors.length,
      results,
      failures: results.filter((each) => each.outcome === 'failed').map((each) => `${each.file} › ${each.title}`),
    };
  });
}

/** The number of tests cited by the table of conformance that did not run; failed ones are counted already. */
function unprovenTests(results: Result[]): number {
  const { table, cited } = conformance();
  const faults = notRun(cited, results);
  process.stdout.write([...faults, summary(table), ''].join('\n'));
  return faults.length;
}

const wanted = process.argv.slice(2);
const stories = wanted.filter((path) => /^e2e\b/.test(path));
const units = wanted.filter((path) => !/^e2e\b/.test(path));
const outcomes: Outcome[] = [];
const runsStories = existsSync('e2e') && (wanted.length === 0 || stories.length > 0);
const browserProvided = runsStories ? startProvidingBrowser() : null;
if (wanted.length === 0 || units.length > 0) outcomes.push(runUnitTests(units));
if (browserProvided) outcomes.push(await runStories(stories, browserProvided));
rmSync(memoryFolder ?? scratch, { recursive: true, force: true });

const passed = outcomes.reduce((sum, part) => sum + part.passed, 0);
const unproven = wanted.length === 0 ? unprovenTests(outcomes.flatMap(({ results }) => results)) : 0;
const failed = outcomes.reduce((sum, part) => sum + part.failed, unproven);
const failures = outcomes.flatMap((part) => part.failures);
process.stdout.write(
  [...failures.map((line) => `Failed: ${line}`), `${passed} passed, ${failed} failed`, ''].join('\n'),
);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
