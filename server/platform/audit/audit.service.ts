import { randomBytes, randomUUID } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { DeviceClock } from '#contract/device-clock.ts';
import type { AuditAction, AuditKind, auditQuery, AuditVerdict } from '#contract/audit.ts';
import type { Database, Transaction } from '#server/platform/database/types.ts';
import { cursorInvalid } from '#server/platform/http/http.errors.ts';
import type { Page } from '#server/platform/http/page.ts';
import { requestClient } from '#server/platform/http/request-client.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import * as repository from './audit.repository.ts';
import type { AuditRow } from './audit.repository.ts';
import {
  auditKeyOf,
  erasureSealOf,
  firstPreviousHash,
  isSigned,
  sealedHashOf,
  signed,
  untrusted,
  serverId,
  type ChainEnd,
  type AuditKey,
} from './audit.rules.ts';
import { verifyChain, walkChain } from './audit.verification.ts';
import type { AuditWitness } from './audit.witness.ts';
import { textsOf, withoutPerson, type NamedPerson } from './person.rules.ts';

/*
 * Entries are sealed by HMAC with a key outside the database. Three things reveal manipulations:
 *   each entry's hash          a changed, missing or inserted entry, and a recomputed chain
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
  /** Seals the entries from before keys existed. Call it once before the first entry. */
  begin(): Promise<void>;
  /**
   * Appends entries at the end of a transaction, and holds the chain's lock until the commit. Returns the end of the
   * chain, for `committed`; null without entries. `alongside` is evaluated in the statement that takes the lock.
   */
  append(tx: Transaction, userId: string, entries: AuditEntry[], alongside?: SQL): Promise<ChainEnd | null>;
  /** Remembers outside the database what the transaction has appended. */
  committed(end: ChainEnd | null): void;
  /**
   * Erases a user from every entry: addresses, programs and names. The actions are kept, and the chain still verifies.
   * Returns how many entries were changed.
   */
  erasePerson(tx: Transaction, person: NamedPerson): Promise<number>;
  /** Erases the clients from entries older than a time; returns how many. The chain still verifies. */
  eraseClientsBefore(tx: Transaction, time: Date): Promise<number>;
  /** Lists entries, newest first. Throws 400 for an invalid cursor. */
  list(query: z.output<typeof auditQuery>): Promise<Page<AuditRow>>;
  /** Verifies the chain from its start. `brokenAt` is the first sequence number that does not fit. */
  verify(): Promise<AuditVerdict>;
  /** Writes count and signed head to the server's log, for comparison with a later state of the database. */
  report(): Promise<void>;
}

/** How many entries are read at a time when a user is erased. */
const erasedAtOnce = 500;

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
  leave: (entry: AuditRow) => AuditRow,
): Promise<number> {
  let count = 0;
  // In pages, because there may be very many entries.
  for (let after = 0; ;) {
    const rows = await repository.listToErase(tx, which, after, erasedAtOnce);
    for (const { entry, previous } of rows) {
      const left = leave(entry);
      const { details, address, client } = left;
      const erasure = erasureSealOf(key, previous ?? firstPreviousHash, left);
      await repository.updateErased(tx, entry.seq, { details, address, client, salt: null, erasure });
    }
    count += rows.length;
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

async function extend(
  tx: Transaction,
  key: AuditKey,
  { end, userId, entries }: { end: ChainEnd; userId: string; entries: AuditEntry[] },
): Promise<ChainEnd> {
  const client = requestClient();
  const waiting = waitingDetails(client?.clock ?? null);
  let { seq, hash } = end;
  const rows = entries.map(({ action, entityType, entityId, details }) => {
    seq += 1;
    const given = waiting ? { ...details, ...waiting } : details;
    const row = {
      id: randomUUID(),
      seq,
      userId,
      action,
      entityType,
      entityId,
      // The hash covers what the database stores: JSON, which has no undefined values and represents dates as text.
      details: (given ? JSON.parse(JSON.stringify(given)) : null) as unknown,
      address: client?.address ?? null,
      client: client?.program ?? null,
      salt: randomBytes(16).toString('base64url'),
      createdAt: new Date(),
    };
    hash = sealedHashOf(key, hash, row);
    return { ...row, keyId: key.id, hash };
  });
  const extended = { seq, hash, sealedFrom: end.sealedFrom };
  await repository.saveEntries(tx, rows, signed(key, extended));
  return extended;
}

export function createAuditService({ db, auditSecrets, witness, logger }: Deps): AuditService {
  const key = auditKeyOf(auditSecrets[0]);
  const keys = auditSecrets.map(auditKeyOf);

  /** Whether everything that this installation has seen still exists. */
  function matchesWitness(head: ChainEnd): boolean {
    const known = witness.latest();
    return known === null || known.seq < head.seq || (known.seq === head.seq && known.hash === head.hash);
  }

  /** Takes the lock of the chain, and returns the number and hash of the entry at which to continue. */
  async function lockEnd(tx: Transaction, alongside?: SQL): Promise<ChainEnd> {
    const { head, last } = await repository.lockEnds(tx, alongside);
    const lastSeq = last?.seq ?? 0;
    if (head && head.seq >= lastSeq && matchesWitness(head) && isSigned(keys, head)) return head;
    // Log it instead of refusing every change; the break stays visible forever.
    logger.error(
      { entries: lastSeq },
      'The head of the audit log is missing, not signed, or not the last one that was seen.',
    );
    return { seq: Math.max(head?.seq ?? 0, lastSeq), hash: untrusted, sealedFrom: head?.sealedFrom ?? lastSeq + 1 };
  }

  async function report(): Promise<void> {
    const head = await repository.findHead(db);
    if (head) {
      const { seq: entries, hash, keyId, signature } = head;
      logger.info({ entries, hash, keyId, signature }, 'audit log sealed');
    }
    witness.flush();
  }

  return {
    report,

    async begin() {
      witness.expect(await repository.getDatabaseName(db));
      await db.transaction(async (tx) => {
        await repository.lockChain(tx);
        const head = await repository.findHead(tx);
        const known = witness.latest();
        if (head && matchesWitness(head) && isSigned(keys, head)) {
          witness.remember(head);
          return;
        }
        if (head || known) {
          const details = { entries: head?.seq ?? 0, seen: known?.seq ?? 0 };
          logger.error(details, 'The audit log is not the one that was sealed here. Verify it.');
          return;
        }
        const last = await repository.findLast(tx);
        const sealedFrom = (last?.seq ?? 0) + 1;
        const { ok, seq } = await walkChain({ db, keys, witness }, last?.seq ?? 0, sealedFrom);
        const details = { entries: last?.seq ?? 0, ...(ok ? {} : { brokenAt: seq + 1 }) };
        const sealing: AuditEntry = { action: 'audit_log.sealed', entityType: 'audit_log', entityId: 'all', details };
        const end = { seq: last?.seq ?? 0, hash: last?.hash ?? firstPreviousHash, sealedFrom };
        witness.remember(await extend(tx, key, { end, userId: serverId, entries: last ? [sealing] : [] }));
      });
      await report();
    },

    async append(tx, userId, entries, alongside) {
      if (entries.length === 0) return null;
      return extend(tx, key, { end: await lockEnd(tx, alongside), userId, entries });
    },

    committed(end) {
      if (end) witness.remember(end);
    },

    erasePerson: (tx, person) =>
      eraseFrom(tx, key, repository.isNaming(person.id, textsOf(person)), (entry) => withoutPerson(entry, person)),
    eraseClientsBefore: (tx, time) =>
      eraseFrom(tx, key, repository.isWithClientBefore(time), (entry) => ({ ...entry, address: null, client: null })),

    async list({ entityType, entityId, cursor, limit }) {
      if (cursor && !/^\d{1,15}$/.test(cursor)) throw cursorInvalid();
      const before = cursor ? Number(cursor) : undefined;
      const found = await repository.listNewest(db, { entityType, entityId, before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return { rows, nextCursor: found.length > limit && last ? String(last.seq) : null };
    },

    verify: () => verifyChain({ db, keys, witness }),
  };
}
