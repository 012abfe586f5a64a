/**
 * npm run check
 * Runs what a change must pass: format, lint, borders, types, dead code, generated files, licenses of dependencies, the
 * table of conformance, tests, and a clean tree afterwards. Stops at the first failure. `--quick` leaves out the tests.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { renderEnvExample, renderReadmeTable } from '#server/config.ts';
import { conformanceFault } from '#test/conformance/read.ts';
import { licenseFault } from './licenses/read.ts';
import { checkBudget } from './budget.ts';

interface Step {
  name: string;
  /** The reason for a failure; null when the step passes. */
  fault(): string | null | Promise<string | null>;
}

/** Runs one of the project's tools with this Node.js; its output is shown only when it fails. */
function tool(name: string, args: string[]): Step {
  return {
    name,
    fault() {
      const result = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
      return result.status === 0 ? null : `${result.stdout}${result.stderr}`.trim();
    },
  };
}

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.trim();
}

const treeBefore = git('status', '--porcelain');

const steps: Step[] = [
  tool('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
  tool('lint', ['node_modules/oxlint/bin/oxlint']),
  tool('borders', ['scripts/borders.ts']),
  tool('types of the server', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json']),
  tool('types of the stories', ['node_modules/typescript/bin/tsc', '-p', 'e2e/tsconfig.json']),
  tool('types of the web', ['node_modules/typescript/bin/tsc', '-p', 'web/tsconfig.json']),
  tool('types of the service worker', [
    'node_modules/typescript/bin/tsc',
    '-p',
    'web/src/service-worker/tsconfig.json',
  ]),
  tool('dead code', ['node_modules/knip/bin/knip.js', '--no-progress']),
  {
    name: 'JavaScript before a press',
    async fault() {
      const { faults } = await checkBudget();
      return faults.length > 0 ? faults.join('\n') : null;
    },
  },
  {
    name: 'settings in .env.example and README.md',
    fault() {
      const example = readFileSync('.env.example', 'utf8') === renderEnvExample();
      const table = readFileSync('README.md', 'utf8').includes(renderReadmeTable());
      return example && table ? null : 'They are not up to date. Run: node scripts/run.mjs scripts/env-example.ts';
    },
  },
  { name: 'licenses', fault: licenseFault },
  { name: 'conformance', fault: conformanceFault },
  {
    name: 'migrations',
    fault() {
      const folder = 'server/migrations';
      const before = git('status', '--porcelain', folder);
      const result = spawnSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'generate'], {
        encoding: 'utf8',
      });
      if (result.status !== 0) return `${result.stdout}${result.stderr}`.trim();
      const after = git('status', '--porcelain', folder);
      return after === before ? null : `The tables have changed without a migration; this one was made now:\n${after}`;
    },
  },
  ...(process.argv.includes('--quick')
    ? []
    : [
        {
          name: 'tests',
          fault(): string | null {
            const result = spawnSync(process.execPath, ['scripts/test.ts'], {
              stdio: ['ignore', 'inherit', 'inherit'],
            });
            return result.status === 0 ? null : 'The tests above failed.';
          },
        },
      ]),
  {
    name: 'tree as it was',
    fault() {
      const tree = git('status', '--porcelain');
      if (tree === treeBefore) return tree ? `Not committed:\n${tree}` : null;
      return `The checks themselves changed files:\n${tree}`;
    },
  },
];

for (const step of steps) {
  const began = performance.now();
  const fault = await step.fault();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (fault !== null) {
    process.stdout.write(`✗ ${step.name} (${seconds} s)\n${fault}\n`);
    process.exitCode = 1;
    break;
  }
  process.stdout.write(`✓ ${step.name} (${seconds} s)\n`);
}
