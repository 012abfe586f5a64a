import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { openDatabase, type OpenDatabase } from '#server/platform/database/database.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import { createAuditService, type AuditService } from './audit.service.ts';
import { createAuditWitness } from './audit.witness.ts';

const logger = createLogger({ level: 'error' });
const secret = 'wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA';
const person = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
/** The lock that a process takes while it seals. */
const chainLock = 0x1a5d;

let database: TestDatabase;
let folder: string;
let opened: OpenDatabase[];
let audits: AuditService[];

/** The audit log of another process, with connections and a data folder of its own. */
async function openProcess(): Promise<{ audit: AuditService; own: OpenDatabase }> {
  const own = openDatabase(database.applicationUrl, logger, { connections: 4 });
  const witness = createAuditWitness(await mkdtemp(join(folder, 'process-')), logger);
  const audit = createAuditService({ db: own.db, auditSecrets: [secret], witness, logger });
  opened.push(own);
  audits.push(audit);
  await audit.begin();
  return { audit, own };
}

const append = (audit: AuditService, tx: Transaction, ...names: string[]) =>
  audit.append(
    tx,
    person,
    names.map((name) => ({ action: 'user.signed_in', entityType: 'user', entityId: name })),
  );
async function commit({ audit, own }: Awaited<ReturnType<typeof openProcess>>, ...names: string[]): Promise<void> {
  audit.committed(await own.db.transaction((tx) => append(audit, tx, ...names)));
}
const names = async (): Promise<string[]> =>
  (await database.pool.query('select entity_id from audit_logs where seq is not null order by seq')).rows.map(
    (row) => row.entity_id,
  );
const waiting = async (): Promise<number> =>
  (await database.pool.query('select count(*)::int as n from audit_logs where seq is null')).rows[0].n;

/** Keeps every process from sealing until `release`. */
async function preventSealing(): Promise<{ release(): Promise<void> }> {
  const client = await database.pool.connect();
  await client.query('select pg_advisory_lock($1)', [chainLock]);
  return {
    async release() {
      await client.query('select pg_advisory_unlock($1)', [chainLock]);
      client.release();
    },
  };
}

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  opened = [];
  audits = [];
});
afterEach(async () => {
  for (const audit of audits) await audit.close();
  for (const { close } of opened) await close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('entries of changes at the same time', () => {
  it('do not wait for each other, and what is not committed is not sealed', async () => {
    const process = await openProcess();
    const { audit, own } = process;
    const [hasWritten, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = own.db.transaction(async (tx) => {
      const written = await append(audit, tx, 'slow');
      hasWritten.resolve();
      await mayCommit.promise;
      return written;
    });
    await hasWritten.promise;
    await commit(process, 'quick');
    await audit.seal();
    expect(await names()).toEqual(['quick']);
    expect(await audit.verify()).toEqual({ ok: true, entries: 1, brokenAt: null });
    mayCommit.resolve();
    audit.committed(await slow);
    await audit.seal();
    expect(await names()).toEqual(['quick', 'slow']);
    expect(await audit.verify()).toEqual({ ok: true, entries: 2, brokenAt: null });
  });

  it('of two processes make one whole chain, in which each follows what it has seen', async () => {
    const processes = [await openProcess(), await openProcess()];
    const [first, second] = processes.map(({ audit }) => audit);
    const writers = [0, 1, 2, 3, 4, 5];
    await Promise.all(
      writers.map(async (writer) => {
        for (let n = 0; n < 8; n += 1) {
          // Each time the other process, so that a change of one follows a change of the other.
          const process = processes[(writer + n) % 2];
          if (!process) continue;
          await commit(process, `${writer}.${n}a`, `${writer}.${n}b`);
          if (n % 3 === writer % 3) await process.audit.seal();
        }
      }),
    );
    await first?.seal();
    const sealed = await names();
    expect(sealed).toHaveLength(96);
    for (const writer of writers) {
      const own = sealed.filter((name) => name.startsWith(`${writer}.`));
      expect(own).toEqual(own.toSorted());
    }
    const { rows } = await database.pool.query('select max(seq)::int as last, count(*)::int as count from audit_logs');
    expect(rows).toEqual([{ last: 96, count: 96 }]);
    for (const audit of [first, second])
      expect(await audit?.verify()).toEqual({ ok: true, entries: 96, brokenAt: null });
  });

  it('leave neither an entry nor a gap when a change is rolled back', async () => {
    const process = await openProcess();
    await commit(process, 'before');
    const failed = process.own.db.transaction(async (tx) => {
      await append(process.audit, tx, 'refused');
      throw new Error('refused');
    });
    await expect(failed).rejects.toThrow('refused');
    await commit(process, 'after');
    await process.audit.seal();
    expect(await names()).toEqual(['before', 'after']);
    expect(await process.audit.verify()).toEqual({ ok: true, entries: 2, brokenAt: null });
  });
});

describe('a committed entry', () => {
  it('is sealed without being asked for', async () => {
    const process = await openProcess();
    await commit(process, 'one', 'two');
    await expect.poll(names, { interval: 10 }).toEqual(['one', 'two']);
  });

  it('is listed and verified at once, while it waits as well', async () => {
    const process = await openProcess();
    const prevented = await preventSealing();
    await commit(process, 'one');
    expect(await process.audit.verify()).toEqual({ ok: true, entries: 1, brokenAt: null });
    expect(await waiting()).toBe(1);
    const listed = process.audit.list({ limit: 10 });
    await prevented.release();
    expect((await listed).rows).toMatchObject([{ seq: 1, entityId: 'one' }]);
  });

  it('is sealed when it is committed while others are being sealed', async () => {
    const process = await openProcess();
    const prevented = await preventSealing();
    await commit(process, 'one');
    const running = process.audit.seal();
    await commit(process, 'two');
    const following = process.audit.seal();
    await prevented.release();
    await Promise.all([running, following]);
    expect(await names()).toEqual(['one', 'two']);
  });

  it('is sealed before the process ends, and in several batches if there are many', async () => {
    const process = await openProcess();
    await process.own.db.transaction(async (tx) => {
      for (let n = 0; n < 6; n += 1) {
        await append(process.audit, tx, ...Array.from({ length: 200 }, (_, at) => String(n * 200 + at)));
      }
    });
    expect(await waiting()).toBe(1200);
    await process.audit.close();
    expect(await names()).toEqual(Array.from({ length: 1200 }, (_, n) => String(n)));
    expect(await process.audit.verify()).toEqual({ ok: true, entries: 1200, brokenAt: null });
  });

  it('is sealed by the next start when its process is killed before', async () => {
    const prevented = await preventSealing();
    const args = ['test/audit-writer.ts', database.applicationUrl, folder, secret, person];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await waiting()).toBe(1);
    await prevented.release();
    const { audit } = await openProcess();
    expect(await names()).toEqual([person]);
    expect(await audit.verify()).toEqual({ ok: true, entries: 1, brokenAt: null });
  });
});
