import { chromium } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { findChromium } from '#test/chromium.ts';
import { memoryOf } from './field-work.ts';

/** The processes that were started with a folder. Only the first process of a browser has its name. */
async function processesOf(folder: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return ids
    .filter((id) => {
      const file = `/proc/${id}/cmdline`;
      return existsSync(file) && readFileSync(file, 'utf8').includes(`--user-data-dir=${folder}\0`);
    })
    .map(Number);
}

/** Starts a browser with its own profile folder, which it uses again after it was killed. */
export async function startBrowser(folder: string) {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium() ?? undefined,
    viewport: { width: 390, height: 844 },
    permissions: ['camera'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  return {
    context,
    /** The resident memory of its processes, in bytes. */
    memory: async () => memoryOf(Math.min(...(await processesOf(folder)))),
    /** Kills it without notice, like an empty battery. */
    async kill() {
      const ended = context.waitForEvent('close');
      for (const id of await processesOf(folder)) process.kill(id, 'SIGKILL');
      await ended;
    },
  };
}
export type OwnBrowser = Awaited<ReturnType<typeof startBrowser>>;
