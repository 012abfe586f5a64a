import { DataDirInUseError, lockDataDir } from '#server/platform/database/data-lock.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import { hasPostgres, runningPostgres, startPostgres } from './postgres.ts';

interface Settings {
  databaseUrl: string | null;
  dataDir: string;
  mode: Parameters<typeof startPostgres>[0]['mode'];
}

export interface ReachedDatabase {
  /** Connection string of the owner of the tables, because commands migrate. */
  url: string;
  /** Connection string of the application in the embedded database; null in a configured one. */
  applicationUrl: string | null;
  /** Whether a server runs on the data folder; unknown for a configured database. */
  isRunning: boolean;
  done(): Promise<void>;
}

/** Whether there is a database that could be reached without making one. */
export const hasDatabase = (config: Pick<Settings, 'databaseUrl' | 'dataDir'>): boolean =>
  config.databaseUrl !== null || hasPostgres(config.dataDir);

/** For a command: the database of a running server on the data folder, or one started for the command alone. */
export async function reachDatabase(config: Settings, logger: Logger): Promise<ReachedDatabase> {
  const nothing = async () => undefined;
  if (config.databaseUrl) return { url: config.databaseUrl, applicationUrl: null, isRunning: false, done: nothing };
  try {
    const lock = lockDataDir(config.dataDir);
    const postgres = await startPostgres({ lock, mode: config.mode }, logger);
    const done = async () => {
      await postgres.stop();
      lock.release();
    };
    return { url: postgres.ownerUrl, applicationUrl: postgres.url, isRunning: false, done };
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
    const { ownerUrl, url } = runningPostgres(config.dataDir);
    return { url: ownerUrl, applicationUrl: url, isRunning: true, done: nothing };
  }
}
