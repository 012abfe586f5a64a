import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Executor } from '#server/platform/database/types.ts';
import { installedFile } from './installed-file.ts';
import * as repository from './learning.repository.ts';

/**
 * Copies the version in use from the database, which all machines share, to a file in the data folder, for workers and
 * for commands without a database.
 */
export function createInstalledHeadService({ db, dataDir }: { db: Executor; dataDir: string }) {
  const file = installedFile(dataDir);
  let installed: number | null | undefined;

  async function updateFile(): Promise<void> {
    const number = await repository.findNumberInUse(db);
    if (number === installed) return;
    if (number === null) await rm(file, { force: true });
    else {
      await mkdir(dirname(file), { recursive: true });
      // Written to another file and renamed, so that readers see either the old or the new version.
      const draft = `${file}.${process.pid}.draft`;
      const head = await repository.findHead(db, number);
      await writeFile(draft, `${JSON.stringify({ number, head })}\n`, { flush: true });
      await rename(draft, file);
    }
    installed = number;
  }

  let last: Promise<void> = Promise.resolve();
  return {
    /** Called before each picture: it reads one row by an index, and unlike a notification it cannot get lost. */
    refresh(): Promise<void> {
      last = last.catch(() => undefined).then(updateFile);
      return last;
    },
  };
}
