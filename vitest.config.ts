import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { drizzleImports } from './scripts/lib/project.mjs';

const everywhere = {
  pool: 'forks',
  execArgv: [drizzleImports] as string[],
  // Files share a process, and with it what they import: loading the server costs more than the tests of most files.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
} as const;
/**
 * Files that take a minute or more start first, so that the others fill the remaining workers until the end. A clean clone knows
 * no durations, and would run the largest files first.
 */
const longest = [
  'server/sample/sample.test.ts',
  'scripts/start.test.ts',
  'test/crash/crash.test.ts',
  'server/backup/backup.test.ts',
  'server/analysis/learning/cli.test.ts',
  'server/personal-data/erasure.attacks.test.ts',
];
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return rank === -1 ? longest.length : rank;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

const withServer = 'web/src/**/*.server.test.ts';

export default defineConfig({
  test: {
    // One more than there are cores, because several tests wait for time to pass: a job tries again after seconds.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...everywhere,
          name: 'server',
          include: ['{contract,server,test,scripts,bench,training}/**/*.test.ts', withServer],
          globalSetup: ['test/global-setup.ts'],
          // Node.js runs these files as it runs the product, without Vite.
          experimental: { viteModuleRunner: false },
        },
      },
      { test: { ...everywhere, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], exclude: [withServer] } },
    ],
  },
});
