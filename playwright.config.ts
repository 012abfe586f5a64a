import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './test/chromium.ts';

const onDevice = 'live-on-device.spec.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than there are cores, because several stories wait for time to pass: a recording, or a delayed answer.
  workers: Math.min(4, availableParallelism() + 1),
  projects: [
    // A browser that analyzes the camera takes a core whole. First, or they would be left over at the end.
    { name: 'on the device', testMatch: onDevice, workers: 1 },
    { name: 'stories', testIgnore: onDevice },
  ],
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
