import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Transaction } from '#server/platform/database/types.ts';
import { createLogger } from '#server/platform/logger/logger.ts';
import type { AuditRow } from './audit.repository.ts';
import { auditKeyOf, firstPreviousHash, plainHashOf, sealedHashOf, signed } from './audit.rules.ts';
import { createAuditService, type AuditService } from './audit.service.ts';
import { createAuditWitness, forgetSeen } from './audit.witness.ts';

const silent = createLogger({ level: 'silent' });
const secret = 'wT5nK8sB1dR4gJ7mQ0zX3cV6yH9pL2fA';
const person = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
let database: TestDatabase;
let folder: string;
let lines: string[];
let audit: AuditService;

/** The audit log of a process that starts on the database. */
function open(options: { secrets?: [string, ...string[]]; folder?: string } = {}): AuditService {
  const destination = { write: (line: string) => void lines.push(line) };
  return createAuditService({
    db: database.db,
    auditSecrets: options.secrets ?? [secret],
    witness: createAuditWitness(options.folder ?? folder, silent),
    logger: createLogger({ level: 'info', destination }),
  });
}
const append = (log: AuditService, tx: Transaction, count = 1) =>
  log.append(
    tx,
    person,
    Array.from({ length: count }, (_, n) => ({
      action: 'user.signed_in' as const,
      entityType: 'user' as const,
      entityId: person,
      details: { n },
    })),
  );
async function write(log: AuditService, count = 1): Promise<void> {
  log.committed(await database.db.transaction((tx) => append(log, tx, count)));
  await log.seal();
}

/** Runs SQL as the owner of the tables, who first disables their triggers. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await database.pool.connect();
  try {
    for (const table of ['audit_logs', 'audit_head']) await client.query(`alter table ${table} disable trigger user`);
    for (const sql of statements) await client.query(sql);
    for (const table of ['audit_logs', 'audit_head']) await client.query(`alter table ${table} enable trigger user`);
  } finally {
    client.release();
  }
}
const rowsOf = async (): Promise<AuditRow[]> =>
  (
    await database.pool.query(
      'select id, seq::int, position::int, user_id as "userId", action, entity_type as "entityType", entity_id as "entityId", details, address, client, salt, erasure, key_id as "keyId", hash, created_at as "createdAt" from audit_logs order by seq',
    )
  ).rows;
/** Rewrites the log from an entry on as if another user had done it, with hashes computed by a function. */
async function recompute(from: number, hash: (previous: string, row: AuditRow) => string, keyId: string | null) {
  const rows = await rowsOf();
  let previous = rows[from - 2]?.hash ?? firstPreviousHash;
  const updates: string[] = [];
  for (const row of rows.slice(from - 1)) {
    row.userId = '11111111-2222-4333-8444-555555555555';
    previous = hash(previous, row);
    const key = keyId === null ? 'null' : `'${keyId}'`;
    updates.push(
      `update audit_logs set user_id = '${row.userId}', hash = '${previous}', key_id = ${key} where seq = ${row.seq}`,
    );
  }
  await tamper(...updates);
  return previous;
}

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'audit-'));
  lines = [];
  audit = open();
  await audit.begin();
  await write(audit, 5);
  await write(audit, 5);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

describe('an attacker who can write to the database but does not have the key', () => {
  it('starts with a log that verifies, and whose signed head is in the log of the process', async () => {
    expect(await audit.verify()).toEqual({ ok: true, entries: 10, brokenAt: null });
    await audit.report();
    const report = JSON.parse(lines.at(-1) ?? '');
    expect(report).toMatchObject({ msg: 'audit log sealed', entries: 10, keyId: auditKeyOf(secret).id });
    expect([report.hash, report.signature]).toEqual([expect.any(String), expect.stringMatching(/^[\da-f]{64}$/)]);
    expect(lines.join('')).not.toContain(secret);
  });

  it('cannot empty, change or shorten it through the application', async () => {
    for (const sql of [
      'truncate audit_logs',
      'delete from audit_logs',
      'truncate audit_head',
      'delete from audit_head',
    ]) {
      await expect(database.pool.query(sql)).rejects.toThrow('append-only');
    }
  });

  it('is detected after removing the last entries', async () => {
    await tamper('delete from audit_logs where seq > 7');
    expect(await audit.verify()).toEqual({ ok: false, entries: 7, brokenAt: 8 });
    // Later entries do not hide it, not even those of a process that has not seen the removed ones.
    await write(open({ folder: await mkdtemp(join(folder, 'process-')) }), 2);
    expect(await audit.verify()).toEqual({ ok: false, entries: 7, brokenAt: 8 });
  });

  it('is detected after removing the last entries and resetting the head', async () => {
    for (const [head, brokenAt] of [
      ['seq = 7', 8],
      ["seq = 7, hash = (select hash from audit_logs where seq = 7), signature = 'x'", 8],
    ] as const) {
      await tamper('delete from audit_logs where seq > 7', `update audit_head set ${head}`);
      expect(await audit.verify()).toMatchObject({ ok: false, brokenAt });
    }
    await write(audit);
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 8 });
    expect(lines.join('')).toContain('The head of the audit log is missing');
  });

  it('is detected after restoring an older state, including the head', async () => {
    const { rows } = await database.pool.query('select * from audit_head');
    await write(audit, 3);
    const { seq, hash, signature } = rows[0];
    await tamper(
      'delete from audit_logs where seq > 10',
      `update audit_head set seq = ${seq}, hash = '${hash}', signature = '${signature}'`,
    );
    expect(await audit.verify()).toEqual({ ok: false, entries: 10, brokenAt: 11 });
    // A restart does not forget it either, because the witness is a file.
    await audit.report();
    const restarted = open();
    await restarted.begin();
    expect(lines.join('')).toContain('The audit log is not the one that was sealed here.');
    expect(await restarted.verify()).toMatchObject({ ok: false, brokenAt: 11 });
    await write(restarted, 5);
    expect(await restarted.verify()).toMatchObject({ ok: false, brokenAt: 11 });
  });

  it('is detected after emptying it', async () => {
    await tamper('truncate audit_logs');
    expect(await audit.verify()).toEqual({ ok: false, entries: 0, brokenAt: 1 });
    await tamper('truncate audit_head');
    expect(await audit.verify()).toEqual({ ok: false, entries: 0, brokenAt: 1 });
    await audit.report();
    const restarted = open();
    await restarted.begin();
    await write(restarted, 2);
    expect(await restarted.verify()).toMatchObject({ ok: false, brokenAt: 1 });
  });

  it('is detected after recomputing the chain: without a key, with another one, and with another head', async () => {
    await recompute(4, plainHashOf, null);
    expect(await audit.verify()).toEqual({ ok: false, entries: 3, brokenAt: 4 });
    const other = auditKeyOf('another key of somebody who has none');
    const hash = await recompute(4, (previous, row) => sealedHashOf(other, previous, row), other.id);
    expect(await audit.verify()).toEqual({ ok: false, entries: 3, brokenAt: 4 });
    const { signature } = signed(other, { seq: 10, hash, sealedFrom: 1 });
    await tamper(`update audit_head set hash = '${hash}', key_id = '${other.id}', signature = '${signature}'`);
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 4 });
    await recompute(1, plainHashOf, null);
    await tamper('update audit_head set sealed_from = 11');
    expect((await audit.verify()).ok).toBe(false);
    await tamper('truncate audit_head');
    expect((await audit.verify()).ok).toBe(false);
    const restarted = open();
    await restarted.begin();
    expect((await restarted.verify()).ok).toBe(false);
  });

  it('is detected after changing where an entry came from', async () => {
    await tamper("update audit_logs set address = '198.51.100.1' where seq = 6");
    expect(await audit.verify()).toEqual({ ok: false, entries: 5, brokenAt: 6 });
  });

  it('is detected after adding an entry behind the head', async () => {
    const copy = 'insert into audit_logs (seq, user_id, action, entity_type, entity_id, key_id, hash)';
    await tamper(
      `${copy} select 11, user_id, action, entity_type, entity_id, key_id, hash from audit_logs where seq = 10`,
    );
    expect(await audit.verify()).toEqual({ ok: false, entries: 10, brokenAt: 11 });
  });
});

describe('an attacker who changes entries that wait for their seal', () => {
  const waits = 'seq is null';
  /** Leaves an entry waiting, as a process that was killed does. */
  const leave = () => database.db.transaction((tx) => append(audit, tx));
  const expectBreak = async (log: AuditService) => {
    expect(await log.verify()).toMatchObject({ ok: false, brokenAt: 11 });
    await log.seal();
    // The break stays visible, also behind later entries.
    await write(log, 2);
    expect(await log.verify()).toEqual({ ok: false, entries: 10, brokenAt: 11 });
    expect(await open().verify()).toEqual({ ok: false, entries: 10, brokenAt: 11 });
  };

  it.each([
    `user_id = '11111111-2222-4333-8444-555555555555'`,
    `id = '11111111-2222-4333-8444-555555555555'`,
    `action = 'user.signed_out'`,
    `entity_type = 'photo'`,
    `entity_id = 'x'`,
    `details = '{"n":7}'`,
    `address = '198.51.100.1'`,
    `client = 'x'`,
    `salt = null`,
    `created_at = created_at - interval '1 hour'`,
    `hash = 'x'`,
    `key_id = 'x'`,
    `erasure = 'x', salt = null`,
  ])('is detected after the change %s', async (change) => {
    await leave();
    await tamper(`update audit_logs set ${change} where ${waits}`);
    await expectBreak(audit);
    expect(lines.join('')).toContain('before they were sealed');
  });

  it('is detected after adding an entry, by a copy as well', async () => {
    await leave();
    await tamper(`insert into audit_logs (position, user_id, action, entity_type, entity_id, details, salt, key_id, hash)
      select 1, user_id, action, entity_type, entity_id, details, salt, key_id, hash from audit_logs where ${waits}`);
    await expectBreak(audit);
  });

  it('is detected after giving an entry a number, or hiding it below the first one', async () => {
    await leave();
    await tamper(`update audit_logs set seq = 11 where ${waits}`);
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 11 });
    await tamper(
      'alter table audit_logs drop constraint audit_logs_placed',
      'update audit_logs set seq = -1 where seq = 11',
    );
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 1 });
  });

  it('is detected after putting an entry back that has been sealed', async () => {
    await leave();
    await tamper(`create table kept as select * from audit_logs where ${waits}`);
    await audit.seal();
    await tamper(
      `update audit_logs set id = gen_random_uuid() where seq = 11`,
      'insert into audit_logs select * from kept',
    );
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 11 });
  });

  it('is detected after deleting an entry, by the process that wrote it, which puts it back', async () => {
    const written = await leave();
    audit.committed(written);
    await tamper(`delete from audit_logs where ${waits}`);
    await expectBreak(audit);
    expect((await rowsOf())[10]).toMatchObject({ id: written[0]?.id, seq: 11, entityId: person });
  });

  it('is detected after changing the order of entries, by the process that wrote them', async () => {
    audit.committed(await leave());
    await leave();
    await tamper(`update audit_logs set position = position + 10 where position = 11`);
    await audit.seal();
    expect(await audit.verify()).toMatchObject({ ok: false, brokenAt: 12 });
  });

  it('cannot do any of it through the application', async () => {
    await leave();
    for (const sql of [
      `update audit_logs set user_id = gen_random_uuid() where ${waits}`,
      `update audit_logs set seq = 11, address = '198.51.100.1' where ${waits}`,
      `update audit_logs set details = null, salt = null, erasure = 'x' where ${waits}`,
      `delete from audit_logs where ${waits}`,
      'update audit_logs set seq = 30 where seq = 3',
      'update audit_logs set seq = null where seq = 3',
    ]) {
      await expect(database.pool.query(sql), sql).rejects.toThrow('append-only');
    }
  });
});

describe('an attacker who has the key as well', () => {
  it('is detected by the witness of this installation', async () => {
    const key = auditKeyOf(secret);
    const hash = await recompute(4, (previous, row) => sealedHashOf(key, previous, row), key.id);
    const { signature } = signed(key, { seq: 10, hash, sealedFrom: 1 });
    await tamper(`update audit_head set hash = '${hash}', signature = '${signature}'`);
    expect(await audit.verify()).toEqual({ ok: false, entries: 9, brokenAt: 10 });
  });
});

describe('a change of the key', () => {
  it('seals with the new one, and the old one still verifies what it has sealed', async () => {
    const renewed = open({ secrets: ['n4Zk8Wq1Lr5Tb9Xc2Vd6Yf0Hg3Jm7Psa', secret] });
    await renewed.begin();
    await write(renewed, 2);
    expect(await renewed.verify()).toEqual({ ok: true, entries: 12, brokenAt: null });
    expect((await open({ secrets: ['n4Zk8Wq1Lr5Tb9Xc2Vd6Yf0Hg3Jm7Psa'] }).verify()).brokenAt).toBe(1);
  });
});

describe('the witness', () => {
  it('is a file outside the database that never goes back and is valid for its own database only', async () => {
    await audit.report();
    const file = join(folder, 'audit-head.json');
    const seen = await readFile(file, 'utf8');
    expect(JSON.parse(seen)).toMatchObject({ seq: 10, database: expect.stringContaining('/') });
    const other = await createTestDatabase();
    try {
      const elsewhere = createAuditService({
        db: other.db,
        auditSecrets: [secret],
        witness: createAuditWitness(folder, silent),
        logger: silent,
      });
      await elsewhere.begin();
      expect(await elsewhere.verify()).toEqual({ ok: true, entries: 0, brokenAt: null });
      elsewhere.committed(await other.db.transaction((tx) => append(elsewhere, tx, 3)));
      await elsewhere.seal();
      // The older state of a log, put under another name, is not taken for a new log.
      await writeFile(file, seen);
      const restored = createAuditService({
        db: other.db,
        auditSecrets: [secret],
        witness: createAuditWitness(folder, silent),
        logger: silent,
      });
      await restored.begin();
      expect((await restored.verify()).ok).toBe(false);
      // The operator who restored it says so.
      forgetSeen(folder);
      const accepted = createAuditService({
        db: other.db,
        auditSecrets: [secret],
        witness: createAuditWitness(folder, silent),
        logger: silent,
      });
      await accepted.begin();
      expect((await accepted.verify()).ok).toBe(true);
    } finally {
      await other.drop();
    }
  });
});
