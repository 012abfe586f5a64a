import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './test/chromium.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // No more than there are cores: a browser that analyzes the camera takes one whole, and gives up when it is too slow.
  workers: Math.min(4, Math.max(2, availableParallelism())),
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
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
