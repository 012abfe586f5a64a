/** Installs Chromium where none is found: Debian's as root, otherwise Playwright's. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium } from '#test/chromium.ts';
import { installPackages } from '#test/packages.ts';

function install(): void {
  process.stdout.write('Installing Chromium for the stories.\n');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    installPackages('which chromium-headless-shell || which chromium', 'chromium-headless-shell', 'chromium');
  } else {
    execFileSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], { stdio: 'pipe' });
  }
}

if (!findChromium()) {
  try {
    install();
  } catch (error) {
    process.stdout.write(
      `Chromium could not be installed: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}
