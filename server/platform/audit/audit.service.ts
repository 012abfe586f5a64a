import { randomBytes, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { DeviceClock } from '#contract/device-clock.ts';
import type { AuditAction, AuditKind, auditQuery, AuditVerdict } from '#contract/audit.ts';
import type { Parts } from '#server/platform/database/one-statement.ts';
import type { Database, Transaction } from '#server/platform/database/types.ts';
import { cursorInvalid } from '#server/platform/http/http.errors.ts';
import type { Page } from '#server/platform/http/page.ts';
import { requestClient } from '#server/platform/http/request-client.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import * as repository from './audit.repository.ts';
import type { AuditRow, WaitingRow } from './audit.repository.ts';
import {
  auditKeyOf,
  erasureSealOf,
  firstPreviousHash,
  isSigned,
  serverId,
  signed,
  waitingHashOf,
  type AuditKey,
  type ChainEnd,
} from './audit.rules.ts';
import { createSealer, matchesWitness } from './audit.sealer.ts';
import { verifyChain, walkChain } from './audit.verification.ts';
import type { AuditWitness } from './audit.witness.ts';
import { erasedAtOnce } from './erase-texts.ts';
import { withoutPerson, type FindOwnIds, type NamedPerson } from './person.rules.ts';

/*
 * Entries are sealed by HMAC with a key outside the database. Four things reveal manipulations:
 *   each waiting entry's hash  an entry that was changed or inserted before it was sealed (audit.sealer.ts)
 *   each sealed entry's hash   a changed, missing or inserted entry, and a recomputed chain
 *   the signed head            missing last entries, TRUNCATE
 *   the witness, and the log   an older state of entries and head, restored together
 */
export interface AuditEntry {
  action: AuditAction;
  entityType: AuditKind;
  entityId: string;
  details?: Record<string, unknown>;
}

export interface AuditService {
  /** Seals what earlier processes and versions left. Call it once before the first entry. */
  begin(): Promise<void>;
  /**
   * Writes entries in a transaction, in one statement and without any lock. Returns them for `committed`. Other writes
   * and what is notified are part of the same statement.
   */
  append(tx: Transaction, userId: string, entries: AuditEntry[], alongside?: Parts): Promise<readonly WaitingRow[]>;
  /** Has what a transaction has appended sealed soon after its commit. */
  committed(rows: readonly WaitingRow[]): void;
  /** Seals what was committed before. */
  seal(): Promise<void>;
  /** Seals the rest before the process ends. */
  close(): Promise<void>;
  /**
   * Erases a user's addresses and programs, and the names from entries that the user made or that are about the user or
   * the user's records. The actions are kept, and the chain still verifies. Returns how many entries were changed.
   */
  erasePerson(tx: Transaction, person: NamedPerson, findOwnIds: FindOwnIds): Promise<number>;
  /** Erases the clients from entries older than a time; returns how many. The chain still verifies. */
  eraseClientsBefore(tx: Transaction, time: Date): Promise<number>;
  /** Lists entries, newest first. Throws 400 for an invalid cursor. */
  list(query: z.output<typeof auditQuery>): Promise<Page<AuditRow>>;
  /** Verifies the chain from its start, and what waits for its seal. Changes nothing. `brokenAt` is the first sequence number that does not fit. */
  verify(): Promise<AuditVerdict>;
  /** How many seconds the oldest entry has waited for its seal; 0 if none waits. More than a few mean that sealing fails. */
  waitingSeconds(): Promise<number>;
  /** Seals, and writes count and signed head to the server's log, for comparison with a later state of the database. */
  report(): Promise<void>;
}

interface Deps {
  db: Database;
  /** The first one seals; the others verify what was sealed with them. */
  auditSecrets: readonly [string, ...string[]];
  witness: AuditWitness;
  logger: Pick<Logger, 'info' | 'error'>;
}

async function eraseFrom(
  tx: Transaction,
  key: AuditKey,
  which: ReturnType<typeof repository.isNaming>,
  leaveAll: (entries: AuditRow[]) => Promise<AuditRow[]>,
): Promise<number> {
  let count = 0;
  // In pages, because there may be very many entries.
  for (let after = 0; ;) {
    const rows = await repository.listToErase(tx, which, after, erasedAtOnce);
    const allLeft = await leaveAll(rows.map(({ entry }) => entry));
    const erased = rows.flatMap(({ entry: { seq, ...entry }, previous }, index) => {
      const left = allLeft[index];
      if (!left || isDeepStrictEqual(left, { seq, ...entry })) return [];
      const { details, address, client } = left;
      return [{ seq, details, address, client, erasure: erasureSealOf(key, previous ?? firstPreviousHash, left) }];
    });
    await repository.updateErased(tx, erased);
    count += erased.length;
    const last = rows.at(-1);
    if (!last || rows.length < erasedAtOnce) return count;
    after = last.entry.seq;
  }
}

/** For a change that waited on a device: when the device made it, and how right its clock was. */
function waitingDetails(clock: DeviceClock | null): Record<string, unknown> | null {
  if (!clock) return null;
  return {
    madeAt: clock.takenAt,
    waitedSeconds: clock.elapsedSeconds,
    clockOffsetSeconds: clock.offsetSeconds,
    clockSetBack: clock.setBack,
  };
}

/** Entries as they wait for their seal, without their positions. */
function toWaiting(key: AuditKey, userId: string, entries: readonly AuditEntry[]): Omit<WaitingRow, 'position'>[] {
  const client = requestClient();
  const waiting = waitingDetails(client?.clock ?? null);
  return entries.map(({ action, entityType, entityId, details }) => {
    const given = waiting ? { ...details, ...waiting } : details;
    const row = {
      id: randomUUID(),
      seq: null,
      userId,
      action,
      entityType,
      entityId,
      // The hash covers what the database stores: JSON, which has no undefined values and represents dates as text.
      details: (given ? JSON.parse(JSON.stringify(given)) : null) as unknown,
      address: client?.address ?? null,
      client: client?.program ?? null,
      salt: randomBytes(16).toString('base64url'),
      erasure: null,
      createdAt: new Date(),
    };
    return { ...row, keyId: key.id, hash: waitingHashOf(key, row) };
  });
}

export function createAuditService({ db, auditSecrets, witness, logger }: Deps): AuditService {
  const key = auditKeyOf(auditSecrets[0]);
  const keys: [AuditKey, ...AuditKey[]] = [key, ...auditSecrets.slice(1).map(auditKeyOf)];
  const sealer = createSealer({ db, keys, witness, logger });

  async function report(): Promise<void> {
    await sealer.seal();
    const head = await repository.findHead(db);
    if (head) {
      const { seq: entries, hash, keyId, signature } = head;
      logger.info({ entries, hash, keyId, signature }, 'audit log sealed');
    }
    witness.flush();
  }

  /** Signs the end of the chain that is there, if nothing was signed before. Returns the signed end. */
  async function signFirst(tx: Transaction): Promise<ChainEnd | null> {
    await repository.lockChain(tx);
    const head = await repository.findHead(tx);
    const known = witness.latest();
    if (head && matchesWitness(witness, head) && isSigned(keys, head)) return head;
    if (head || known) {
      const details = { entries: head?.seq ?? 0, seen: known?.seq ?? 0 };
      logger.error(details, 'The audit log is not the one that was sealed here. Verify it.');
      return null;
    }
    const last = await repository.findLast(tx);
    const end = { seq: last?.seq ?? 0, hash: last?.hash ?? firstPreviousHash, sealedFrom: (last?.seq ?? 0) + 1 };
    await repository.saveHead(tx, signed(key, end));
    if (!last) return end;
    const { ok, seq } = await walkChain(tx, { keys, known }, end.seq, end.sealedFrom);
    const details = { entries: last.seq, ...(ok ? {} : { brokenAt: seq + 1 }) };
    const sealing: AuditEntry = { action: 'audit_log.sealed', entityType: 'audit_log', entityId: 'all', details };
    await repository.insertWaiting(tx, toWaiting(key, serverId, [sealing]));
    return end;
  }

  return {
    report,
    seal: sealer.seal,
    close: sealer.close,
    committed: sealer.committed,

    async begin() {
      const hasEntries = ((await repository.findHead(db)) ?? (await repository.findLast(db))) !== null;
      witness.expect(await repository.getDatabaseName(db), hasEntries);
      const end = await db.transaction(signFirst);
      if (end) witness.remember(end);
      await report();
    },

    append: async (tx, userId, entries, alongside) =>
      entries.length === 0 ? [] : repository.insertWaiting(tx, toWaiting(key, userId, entries), alongside),

    async erasePerson(tx, person, findOwnIds) {
      await sealer.seal();
      return eraseFrom(tx, key, repository.isNaming(person), async (entries) => {
        const own = await findOwnIds(entries.map(({ entityId }) => entityId));
        return entries.map((entry) => withoutPerson(entry, person, own.has(entry.entityId)));
      });
    },
    async eraseClientsBefore(tx, time) {
      await sealer.seal();
      return eraseFrom(tx, key, repository.isWithClientBefore(time), async (entries) =>
        entries.map((entry) => ({ ...entry, address: null, client: null, salt: null })),
      );
    },

    async list({ entityType, entityId, cursor, limit }) {
      if (cursor && !/^\d{1,15}$/.test(cursor)) throw cursorInvalid();
      // The list has the numbers of the chain, so what waits gets its number first.
      await sealer.seal();
      const before = cursor ? Number(cursor) : undefined;
      const found = await repository.listNewest(db, { entityType, entityId, before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return { rows, nextCursor: found.length > limit && last ? String(last.seq) : null };
    },

    waitingSeconds: () => repository.getWaitingSeconds(db),
    verify: () => verifyChain(db, { keys, known: witness.latest(), remembered: sealer.remembered() }),
  };
}
