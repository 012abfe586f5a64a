import type { Database, Transaction } from '#server/platform/database/types.ts';
import type { Logger } from '#server/platform/logger/logger.ts';
import * as repository from './audit.repository.ts';
import type { WaitingRow } from './audit.repository.ts';
import { isAsWritten, isSigned, sealedHashOf, signed, untrusted, type AuditKey, type ChainEnd } from './audit.rules.ts';
import type { AuditWitness } from './audit.witness.ts';

/*
 * An entry waits from its transaction until it is sealed:
 *
 *   change ──insert──> waiting (HMAC of its own content) ──sealing──> sealed (number, HMAC over the previous hash too)
 *
 * Changes do not wait for each other this way. One process at a time seals; it takes what all processes committed, in
 * the order of writing. A change that has seen another one's rows writes after that one committed, so it is sealed
 * later.
 */

/** How long a committed entry waits for others that are sealed with it. Bounds the time in which entries wait. */
const coalescedMilliseconds = 100;
const retriedMilliseconds = 1000;
const sealedAtOnce = 500;
/** How many entries a process remembers until they are sealed; more wait only while sealing fails. */
const maxRemembered = 10_000;

export interface Sealer {
  /** Seals everything that was committed before the call, by any process. */
  seal(): Promise<void>;
  /** Has these entries, which were just committed, sealed soon, and makes sure that they arrive. */
  committed(rows: readonly WaitingRow[]): void;
  /** The committed entries that this process has not seen sealed. */
  remembered(): readonly WaitingRow[];
  /** Seals what is left, and nothing by itself from then on. */
  close(): Promise<void>;
}

interface Deps {
  db: Database;
  /** The first one seals. */
  keys: readonly [AuditKey, ...AuditKey[]];
  witness: AuditWitness;
  logger: Pick<Logger, 'error'>;
}

/** Whether everything that this installation has seen still exists. */
export function matchesWitness(witness: Pick<AuditWitness, 'latest'>, head: ChainEnd): boolean {
  const known = witness.latest();
  return known === null || known.seq < head.seq || (known.seq === head.seq && known.hash === head.hash);
}

/** Takes the lock of the chain, and returns the number and hash of the entry at which to continue. */
async function lockEnd(tx: Transaction, { keys, witness, logger }: Deps): Promise<ChainEnd> {
  const { head, last } = await repository.lockEnds(tx);
  const lastSeq = last?.seq ?? 0;
  if (head && head.seq >= lastSeq && matchesWitness(witness, head) && isSigned(keys, head)) return head;
  // Log it instead of leaving every entry unsealed; the break stays visible forever.
  logger.error(
    { entries: lastSeq },
    'The head of the audit log is missing, not signed, or not the last one that was seen.',
  );
  return { seq: Math.max(head?.seq ?? 0, lastSeq), hash: untrusted, sealedFrom: head?.sealedFrom ?? lastSeq + 1 };
}

/** Puts back what this process committed and somebody deleted since. Returns those entries. */
async function restoreLost(tx: Transaction, written: readonly WaitingRow[]): Promise<WaitingRow[]> {
  const existing = await repository.listExisting(
    tx,
    written.map(({ id }) => id),
  );
  const lost = written.filter(({ id }) => !existing.has(id));
  if (lost.length > 0) await repository.insertLost(tx, lost);
  return lost;
}

interface Batch {
  end: ChainEnd | null;
  /** The ids of entries that are in the chain now. */
  sealed: string[];
  isLast: boolean;
}

/** Seals the first waiting entries. `written` are those that this process committed before. */
async function sealBatch(tx: Transaction, deps: Deps, written: ReadonlyMap<string, WaitingRow>): Promise<Batch> {
  const { keys, logger } = deps;
  const [key] = keys;
  const start = await lockEnd(tx, deps);
  const found = await repository.listWaiting(tx, 0, sealedAtOnce);
  const isLast = found.length < sealedAtOnce;
  const here = new Set(found.map(({ id }) => id));
  // Not found here means sealed by another process, or deleted.
  const elsewhere = isLast ? [...written.values()].filter(({ id }) => !here.has(id)) : [];
  const lost = await restoreLost(tx, elsewhere);
  const isTrusted = (row: WaitingRow) =>
    !lost.includes(row) && isAsWritten(keys, row) && (written.get(row.id)?.position ?? row.position) === row.position;
  const waiting = [...found, ...lost].toSorted((a, b) => a.position - b.position);
  const disturbed = waiting.filter((row) => !isTrusted(row)).map(({ id }) => id);
  if (disturbed.length > 0) {
    logger.error(
      { ids: disturbed },
      'Entries of the audit log were changed, deleted or added before they were sealed.',
    );
  }
  const sealed = [...elsewhere, ...found].map(({ id }) => id);
  if (waiting.length === 0) return { end: null, sealed, isLast };
  let { seq, hash } = start;
  const places = waiting.map((row) => {
    seq += 1;
    // The break stays visible forever, because no previous hash fits.
    hash = sealedHashOf(key, disturbed.includes(row.id) ? untrusted : hash, { ...row, seq });
    return { id: row.id, seq, hash };
  });
  const end = { seq, hash, sealedFrom: start.sealedFrom };
  await repository.saveSealed(tx, places, signed(key, end));
  return { end, sealed, isLast };
}

export function createSealer(deps: Deps): Sealer {
  const { db, witness, logger } = deps;
  const remembered = new Map<string, WaitingRow>();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let running: Promise<void> | null = null;
  let following: Promise<void> | null = null;

  async function sealAll(): Promise<void> {
    if (remembered.size === 0 && !(await repository.isAnyWaiting(db))) return;
    for (;;) {
      const written = new Map(remembered);
      const { end, sealed, isLast } = await db.transaction((tx) => sealBatch(tx, deps, written));
      if (end) witness.remember(end);
      for (const id of sealed) remembered.delete(id);
      if (isLast) break;
    }
    if (timer && remembered.size === 0) {
      clearTimeout(timer);
      timer = null;
    }
  }

  /** A call during a sealing waits for the next one, because the running one may not see what was committed meanwhile. */
  function seal(): Promise<void> {
    if (!running) {
      running = sealAll().finally(() => {
        running = null;
      });
      return running;
    }
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = null;
        return seal();
      });
    return following;
  }

  function sealIn(milliseconds: number): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = null;
      seal().catch((error: unknown) => {
        logger.error({ err: error }, 'The audit log could not be sealed; it is tried again.');
        sealIn(retriedMilliseconds);
      });
    }, milliseconds).unref();
  }

  return {
    seal,
    committed(rows) {
      for (const row of rows) if (remembered.size < maxRemembered) remembered.set(row.id, row);
      if (rows.length > 0) sealIn(coalescedMilliseconds);
    },
    remembered: () => [...remembered.values()],
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await seal().catch((error: unknown) => {
        logger.error({ err: error }, 'The audit log could not be sealed; the next start does it.');
      });
    },
  };
}
