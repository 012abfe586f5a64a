/**
 * Keeps a data folder and its database open until it is killed; prints one line of JSON when it is ready or refused.
 */
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';

const [dataDir = ''] = process.argv.slice(2);
try {
  const lock = lockDataDir(dataDir);
  const { ownerUrl: url } = await startPostgres({ lock, mode: 'evaluation' }, createLogger({ level: 'silent' }));
  process.stdout.write(`${JSON.stringify({ url })}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refused: error instanceof Error ? error.message : String(error) })}\n`);
}
