import { DataDirInUseError, lockDataDir } from '#server/platform/database/data-lock.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import { hasPostgres, runningPostgres, startPostgres } from './postgres.ts';

interface Settings {
  databaseUrl: string | null;
  dataDir: string;
  mode: Parameters<typeof startPostgres>[0]['mode'];
}

export interface ReachedDatabase {
  /** The connection string of the tables' owner, because commands migrate. */
  url: string;
  /** The application's connection string in the embedded database; null for a configured one. */
  applicationUrl: string | null;
  /** Whether a server runs on the data folder; always false for a configured database, where that is unknown. */
  isRunning: boolean;
  done(): Promise<void>;
}

/** Whether a database exists, so that it can be reached without creating one. */
export const hasDatabase = (config: Pick<Settings, 'databaseUrl' | 'dataDir'>): boolean =>
  config.databaseUrl !== null || hasPostgres(config.dataDir);

/** Connects a command to the database of a running server on the data folder, or else starts one for the command. */
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
