import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Executor } from '#server/platform/database/types.ts';
import { installedFile } from './installed-file.ts';
import * as repository from './learning.repository.ts';

/**
 * The version in use as a file in the data folder, beside the database that every machine shares: for workers, and
 * for commands that work without a database.
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
      // Written beside and then renamed, so that a reader sees the old file or the new one.
      const draft = `${file}.${process.pid}.draft`;
      const head = await repository.findHead(db, number);
      await writeFile(draft, `${JSON.stringify({ number, head })}\n`, { flush: true });
      await rename(draft, file);
    }
    installed = number;
  }

  let last: Promise<void> = Promise.resolve();
  return {
    /** Asked before each picture: one row by an index, and no lost notification leaves an old version in use. */
    refresh(): Promise<void> {
      last = last.catch(() => undefined).then(updateFile);
      return last;
    },
  };
}
