/**
 * npm run bench -- audit
 * Measures how many changes a second commit with an entry of the audit log, beside the same changes without one, and
 * with one lock for all writers until the commit, as it was before entries were sealed in batches.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createAuditService } from '#server/platform/audit/audit.service.ts';
import { createAuditWitness } from '#server/platform/audit/audit.witness.ts';
import { lockDataDir } from '#server/platform/database/data-lock.ts';
import { migrate, openDatabase } from '#server/platform/database/database.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { startPostgres } from '#server/platform/postgres/postgres.ts';

const seconds = 6;
/** Every commit waits this long before its flush, like on a slow disk; those that wait together are flushed together. */
const commitMilliseconds = 5;
const person = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const benchLock = 1;

/** Commits per second with this many writers at once. */
async function commitsPerSecond(writers: number, commit: () => Promise<void>): Promise<number> {
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: writers }, async () => {
      let count = 0;
      for (; performance.now() < end; count += 1) await commit();
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

/** Commits per second for 1, 8 and 32 writers, with their ratios to the same without an entry. */
export async function benchAudit(): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-audit-'));
  const lock = lockDataDir(folder);
  const logger = createLogger({ level: 'error' });
  const postgres = await startPostgres({ lock, mode: 'evaluation' }, logger);
  try {
    await migrate(postgres.ownerUrl);
    const url = new URL(postgres.ownerUrl);
    url.searchParams.set('options', `-c commit_delay=${commitMilliseconds * 1000} -c commit_siblings=0`);
    const { db, pool, close } = openDatabase(url.href, logger, { connections: 34 });
    const witness = createAuditWitness(folder, logger);
    const audit = createAuditService({ db, auditSecrets: ['wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA'], witness, logger });
    await audit.begin();
    await pool.query('create table bench_changes (id bigserial primary key, what text not null)');
    const change = (tx: Transaction) => tx.execute(sql`insert into bench_changes (what) values ('a change')`);
    const append = (tx: Transaction) =>
      audit.append(tx, person, [{ action: 'user.signed_in', entityType: 'user', entityId: person, details: { n: 1 } }]);
    const variants = {
      plain: async () => void (await db.transaction(change)),
      sealed: async () => {
        const written = await db.transaction(async (tx) => {
          await change(tx);
          return append(tx);
        });
        audit.committed(written);
      },
      locked: async () => {
        const written = await db.transaction(async (tx) => {
          await change(tx);
          await tx.execute(sql`select pg_advisory_xact_lock(${benchLock})`);
          return append(tx);
        });
        audit.committed(written);
      },
    };
    const rows: Record<string, string> = {};
    for (const writers of [1, 8, 32]) {
      const plain = await commitsPerSecond(writers, variants.plain);
      const sealed = await commitsPerSecond(writers, variants.sealed);
      const { rows: left } = await pool.query<{ count: number; oldest: number | null }>(
        `select count(*)::int as count, (extract(epoch from now() - min(created_at)) * 1000)::int as oldest
         from audit_logs where seq is null`,
      );
      await audit.seal();
      const locked = await commitsPerSecond(writers, variants.locked);
      await audit.seal();
      const ratio = (perSecond: number) =>
        `${(perSecond / plain).toFixed(2)} of the baseline, ${perSecond.toFixed(0)} commits/s`;
      const who = writers === 1 ? '1 writer' : `${writers} writers`;
      rows[`${who}, without the audit log (baseline)`] = `${plain.toFixed(0)} commits/s`;
      rows[`${who}, with an entry`] = ratio(sealed);
      rows[`${who}, with one lock for all`] = ratio(locked);
      rows[`${who}, entries that waited at the end`] = `${left[0]?.count}, the oldest for ${left[0]?.oldest ?? 0} ms`;
    }
    const { ok, entries } = await audit.verify();
    rows['entries in the chain, and whether it fits'] = `${entries}, ${ok}`;
    await audit.close();
    await close();
    return rows;
  } finally {
    await postgres.stop();
    lock.release();
    await rm(folder, { recursive: true, force: true });
  }
}
