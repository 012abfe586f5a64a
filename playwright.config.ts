import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './test/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than there are cores, because stories also wait for time to pass.
  workers: Math.min(4, availableParallelism() + 1),
  retries: 0,
  // Long enough for a slow, busy machine; only what fails takes as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: [
        // As root, which a container often is, Chromium has no sandbox of its own.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // 20 pictures a second, as it makes by itself, are drawn and encoded for nothing.
        '--use-fake-device-for-media-stream=fps=5',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
});
