import type { AuditVerdict } from '#contract/audit.ts';
import type { Database } from '#server/platform/database/types.ts';
import * as repository from './audit.repository.ts';
import { isNextInChain, firstPreviousHash, isSigned, type AuditKey } from './audit.rules.ts';
import type { AuditWitness } from './audit.witness.ts';

interface Verifier {
  db: Database;
  keys: readonly AuditKey[];
  witness: Pick<AuditWitness, 'latest'>;
}

/** How many entries are read at a time. */
const verifiedAtOnce = 1000;

/**
 * Walks the chain up to a number and returns the last entry that follows the previous one; `ok` when all do. An entry
 * must also be the one that the witness has seen.
 */
export async function walkChain(
  { db, keys, witness }: Verifier,
  upTo: number,
  sealedFrom: number,
): Promise<{ seq: number; hash: string; ok: boolean }> {
  const known = witness.latest();
  let end = { seq: 0, hash: firstPreviousHash };
  for (;;) {
    const rows = await repository.listAfter(db, end.seq, verifiedAtOnce);
    for (const row of rows) {
      if (row.seq > upTo) break;
      const isKnown = known?.seq !== row.seq || known.hash === row.hash;
      if (row.seq !== end.seq + 1 || !isKnown || !isNextInChain(keys, sealedFrom, end.hash, row))
        return { ...end, ok: false };
      end = { seq: row.seq, hash: row.hash };
    }
    if (end.seq >= upTo || rows.length < verifiedAtOnce) return { ...end, ok: end.seq >= upTo };
  }
}

/** Compares the whole chain with its signed head and with the witness. */
export async function verifyChain(verifier: Verifier): Promise<AuditVerdict> {
  const { db, keys, witness } = verifier;
  // Read in this order, rows last, so that entries appended meanwhile are newer than the head.
  const [known, last] = [witness.latest(), await repository.findLast(db)];
  const head = await repository.findHead(db);
  const trusted = head && isSigned(keys, head) ? head : null;
  const upTo = trusted?.seq ?? last?.seq ?? 0;
  const { seq, hash, ok } = await walkChain(verifier, upTo, trusted?.sealedFrom ?? upTo + 1);
  if (!ok) return { ok: false, entries: seq, brokenAt: seq + 1 };
  if (trusted && hash !== trusted.hash) return { ok: false, entries: seq - 1, brokenAt: seq };
  const isWhole = trusted && (last?.seq ?? 0) <= seq && (known?.seq ?? 0) <= seq;
  return isWhole ? { ok: true, entries: seq, brokenAt: null } : { ok: false, entries: seq, brokenAt: seq + 1 };
}
