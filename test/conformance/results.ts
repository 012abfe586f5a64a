import { relative } from 'node:path';
import type { FoundTest } from './collect.ts';

/** A test as a runner reports it. */
export interface Result {
  /** Relative to the root of the project. */
  file: string;
  title: string;
  outcome: 'passed' | 'failed' | 'not run';
}

export interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    /** Why the file as a whole failed, or empty. */
    message: string;
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  specs: { title: string; file: string; tests: { status: string }[] }[];
  suites?: PlaywrightSuite[];
}

export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

export function vitestResults(report: VitestReport, root: string): Result[] {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: relative(root, name),
      title,
      outcome: status === 'passed' || status === 'failed' ? status : ('not run' as const),
    })),
  );
}

/** A line for each test or file that failed, with the first line of the reason. */
export function vitestFailures(report: VitestReport, root: string): string[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    const tests = failed.map(({ title, failureMessages }) => `${file} › ${title}: ${firstLine(failureMessages[0])}`);
    return status === 'failed' && failed.length === 0 ? [`${file}: ${firstLine(message)}`] : tests;
  });
}

const firstLine = (text = '') => text.split('\n', 1).join('');

/** `folder` is the stories' folder, to which the report's files are relative. */
export function playwrightResults(report: PlaywrightReport, folder: string): Result[] {
  const outcomes = { expected: 'passed', flaky: 'passed', unexpected: 'failed' } as const;
  const below = (suite: PlaywrightSuite): Result[] => [
    ...suite.specs.flatMap(({ title, file, tests }) =>
      tests.map(({ status }) => ({
        file: `${folder}/${file}`,
        title,
        outcome: outcomes[status as keyof typeof outcomes] ?? ('not run' as const),
      })),
    ),
    ...(suite.suites ?? []).flatMap(below),
  ];
  return report.suites.flatMap(below);
}

/** A pattern for the titles that a template with placeholders (`%s`, `%#`, `$name`, `${…}`) may produce. */
function pattern(title: string): RegExp {
  const places = /\$\{(?:[^{}]|\{[^{}]*\})*\}|%[sdifjoO#$%]|\$[\w.]+/g;
  const fixed = title.split(places).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${fixed.join('[^]*')}\\s*(\\[(?:[1-9]|api|decisions|domain)\\.[^\\]]*\\])?\\s*$`);
}

/** A sentence for each cited test that neither passed nor failed. */
export function notRun(cited: readonly FoundTest[], results: readonly Result[]): string[] {
  return cited.flatMap(({ file, title }) => {
    const wanted = pattern(title);
    // A shared suite is reported under the files that call it.
    const shared = !/\.(test|spec)\.tsx?$/.test(file);
    const found = results.filter((result) => (shared || result.file === file) && wanted.test(result.title));
    const ran = found.filter(({ outcome }) => outcome !== 'not run');
    const whole = shared ? ran.length > 0 : ran.length > 0 && ran.length === found.length;
    return whole ? [] : [`${file} › ${title} is named as a proof and did not run`];
  });
}
