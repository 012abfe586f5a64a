import type { AuditVerdict } from '#contract/audit.ts';
import type { Database, Executor } from '#server/platform/database/types.ts';
import * as repository from './audit.repository.ts';
import type { WaitingRow } from './audit.repository.ts';
import { firstPreviousHash, isAsWritten, isNextInChain, isSigned, type AuditKey } from './audit.rules.ts';
import type { SeenEntry } from './audit.witness.ts';

interface Walker {
  keys: readonly AuditKey[];
  /** The last entry that the witness has seen. */
  known: SeenEntry | null;
}

/** How many entries are read at a time. */
const verifiedAtOnce = 1000;

/**
 * Walks the chain up to a number and returns the last entry that follows the previous one; `ok` when all do. An entry
 * must also be the one that the witness has seen.
 */
export async function walkChain(
  db: Executor,
  { keys, known }: Walker,
  upTo: number,
  sealedFrom: number,
): Promise<{ seq: number; hash: string; ok: boolean }> {
  let end = { seq: 0, hash: firstPreviousHash };
  // From the smallest number there is, because an entry below 1 would be hidden otherwise.
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const rows = await repository.listAfter(db, after, verifiedAtOnce);
    for (const row of rows) {
      if (row.seq > upTo) break;
      const isKnown = known?.seq !== row.seq || known.hash === row.hash;
      if (row.seq !== end.seq + 1 || !isKnown || !isNextInChain(keys, sealedFrom, end.hash, row))
        return { ...end, ok: false };
      end = { seq: row.seq, hash: row.hash };
    }
    if (end.seq >= upTo || rows.length < verifiedAtOnce) return { ...end, ok: end.seq >= upTo };
    after = end.seq;
  }
}

/** Counts the entries that wait for their seal; null if one is not as it was written. */
async function countWaiting(db: Executor, keys: readonly AuditKey[]): Promise<number | null> {
  let count = 0;
  for (let after = 0; ;) {
    const rows = await repository.listWaiting(db, after, verifiedAtOnce);
    if (!rows.every((row) => isAsWritten(keys, row))) return null;
    count += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < verifiedAtOnce) return count;
    after = last.position;
  }
}

async function verifySnapshot(
  db: Executor,
  { keys, known, remembered }: Walker & { remembered: readonly WaitingRow[] },
): Promise<AuditVerdict> {
  const [last, head] = [await repository.findLast(db), await repository.findHead(db)];
  const trusted = head && isSigned(keys, head) ? head : null;
  const upTo = trusted?.seq ?? last?.seq ?? 0;
  const { seq, hash, ok } = await walkChain(db, { keys, known }, upTo, trusted?.sealedFrom ?? upTo + 1);
  if (!ok) return { ok: false, entries: seq, brokenAt: seq + 1 };
  if (trusted && hash !== trusted.hash) return { ok: false, entries: seq - 1, brokenAt: seq };
  const isWhole = trusted && (last?.seq ?? 0) <= seq && (known?.seq ?? 0) <= seq;
  const waiting = await countWaiting(db, keys);
  const ids = remembered.map(({ id }) => id);
  const areAllThere = (await repository.listExisting(db, ids)).size === ids.length;
  return isWhole && waiting !== null && areAllThere
    ? { ok: true, entries: seq + waiting, brokenAt: null }
    : { ok: false, entries: seq, brokenAt: seq + 1 };
}

/**
 * Compares the whole chain with its signed head and with the witness, and the waiting entries with their own hashes
 * and with what this process has committed.
 */
export const verifyChain = (
  db: Database,
  seen: Walker & { remembered: readonly WaitingRow[] },
): Promise<AuditVerdict> =>
  // One snapshot, so that an entry which is sealed meanwhile is neither counted twice nor missed.
  db.transaction((tx) => verifySnapshot(tx, seen), { isolationLevel: 'repeatable read', accessMode: 'read only' });
