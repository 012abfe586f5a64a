import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Proof that only this process uses the data folder. */
export interface DataLock {
  readonly dataDir: string;
  release(): void;
}

export class DataDirInUseError extends Error {
  constructor(dataDir: string, pid: string) {
    const who = pid ? ` (process ${pid})` : '';
    super(`Innspect is already running on ${dataDir}${who}. Stop it first, or set DATA_DIR to another folder.`);
    this.name = 'DataDirInUseError';
  }
}

function processNamedIn(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * Locks the data folder for this process; throws DataDirInUseError when another process has locked it. Node.js has no
 * file locks, so SQLite's exclusive lock is used: the kernel releases it however the process ends, and it does not
 * depend on process ids, which are reused.
 */
export function lockDataDir(dataDir: string): DataLock {
  const pidFile = join(dataDir, 'app.pid');
  const file = new DatabaseSync(join(dataDir, 'app.lock'), { timeout: 0 });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) {
      throw new DataDirInUseError(dataDir, processNamedIn(pidFile));
    }
    throw error;
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return { dataDir, release: () => file.close() };
}
