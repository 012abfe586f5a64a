import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Logger } from '#server/platform/logger/logger.ts';

const seen = z.object({ database: z.string(), seq: z.number().int(), hash: z.string() });
export type SeenEntry = z.infer<typeof seen>;

/** Stores outside the database the last entry of the chain that this installation has seen. */
export interface AuditWitness {
  latest(): SeenEntry | null;
  /**
   * Names the database. What was seen in another one is forgotten only when this one has no entries yet: a copy of an older
   * state under a new name must not pass for a new beginning.
   */
  expect(database: string, hasEntries: boolean): void;
  /** Remembers a committed entry; the file follows within a second. */
  remember(entry: { seq: number; hash: string }): void;
  flush(): void;
}

const writeDelay = 1000;

function read(file: string): SeenEntry | null {
  try {
    return seen.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read. Without it lost entries of the audit log may stay unnoticed.`, {
      cause: error,
    });
  }
}

const fileIn = (dataDir: string): string => join(dataDir, 'audit-head.json');

/** Forgets what this installation has seen, because an operator has put another state in its place. */
export const forgetSeen = (dataDir: string): void => rmSync(fileIn(dataDir), { force: true });

/**
 * An attacker who restores an older state of the database also restores its signed head, so only something stored
 * elsewhere can show that entries are missing.
 */
export function createAuditWitness(dataDir: string, logger: Pick<Logger, 'warn'>): AuditWitness {
  const file = fileIn(dataDir);
  let latest = read(file);
  let database = latest?.database ?? '';
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (!latest) return;
    const draft = `${file}.${process.pid}`;
    try {
      writeFileSync(draft, `${JSON.stringify(latest)}\n`, { mode: 0o600 });
      renameSync(draft, file);
    } catch (error) {
      // On a full disk the work continues, because the log still has the head.
      logger.warn({ err: error }, 'The head of the audit log could not be written to DATA_DIR.');
    }
  }

  return {
    latest: () => latest,
    expect(name, hasEntries) {
      database = name;
      if (latest?.database === name) return;
      if (!hasEntries) latest = null;
      else if (latest) logger.warn({ seen: latest.seq }, 'The audit log is in another database than before.');
    },
    remember({ seq, hash }) {
      if (latest && latest.seq >= seq) return;
      latest = { database, seq, hash };
      timer ??= setTimeout(flush, writeDelay).unref();
    },
    flush,
  };
}
