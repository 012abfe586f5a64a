import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const everywhere = {
  pool: 'forks',
  // Files share a process, and with it what they import: loading the server costs more than the tests of most files.
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000 } },
} as const;
const withServer = 'web/src/**/*.server.test.ts';

export default defineConfig({
  test: {
    // One more than there are cores, because several tests wait for time to pass: a job tries again after seconds.
    maxWorkers: Math.min(4, availableParallelism() + 1),
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
