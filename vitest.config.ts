import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,test,scripts,bench}/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}'],
    globalSetup: ['test/postgres-server.ts'],
    pool: 'forks',
    // Several of them start servers of their own on what may be a machine with two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
