import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AuditAction, AuditKind, auditQuery, AuditVerdict } from '#contract/audit.ts';
import type { Database, Transaction } from '#server/platform/database/types.ts';
import { cursorInvalid } from '#server/platform/http/http.errors.ts';
import type { Page } from '#server/platform/http/page.ts';
import * as repository from './audit.repository.ts';
import type { AuditRow } from './audit.repository.ts';
import { genesis, hashOf } from './audit.rules.ts';

export interface AuditEntry {
  action: AuditAction;
  entityType: AuditKind;
  entityId: string;
  details?: Record<string, unknown>;
}

export interface AuditService {
  /** Appends entries at the end of a transaction: the chain's lock is held from here to the commit. */
  append(tx: Transaction, userId: string, entries: AuditEntry[]): Promise<void>;
  /** Newest first. Throws 400 for an invalid cursor. */
  list(query: z.output<typeof auditQuery>): Promise<Page<AuditRow>>;
  /** Walks the chain from its start. `brokenAt` is the first sequence number that does not fit. */
  verify(): Promise<AuditVerdict>;
}

/** How many entries are read at a time while the chain is verified. */
const verifiedAtOnce = 1000;

export function createAuditService({ db }: { db: Database }): AuditService {
  return {
    async append(tx, userId, entries) {
      if (entries.length === 0) return;
      await repository.lockChain(tx);
      const last = await repository.findLast(tx);
      let seq = last?.seq ?? 0;
      let hash = last?.hash ?? genesis;
      const rows = entries.map(({ action, entityType, entityId, details: given }) => {
        seq += 1;
        // The hash covers what the database stores: JSON, in which undefined values are gone and dates are texts.
        const details: unknown = given ? JSON.parse(JSON.stringify(given)) : null;
        const row = { id: randomUUID(), seq, userId, action, entityType, entityId, details, createdAt: new Date() };
        hash = hashOf(hash, row);
        return { ...row, hash };
      });
      await repository.insertAll(tx, rows);
    },

    async list({ entityType, entityId, cursor, limit }) {
      if (cursor && !/^\d{1,15}$/.test(cursor)) throw cursorInvalid();
      const before = cursor ? Number(cursor) : undefined;
      const found = await repository.findNewest(db, { entityType, entityId, before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return { rows, nextCursor: found.length > limit && last ? String(last.seq) : null };
    },

    async verify() {
      let previous = genesis;
      let seq = 0;
      for (;;) {
        const rows = await repository.findAfter(db, seq, verifiedAtOnce);
        for (const row of rows) {
          if (row.seq !== seq + 1 || row.hash !== hashOf(previous, row))
            return { ok: false, entries: seq, brokenAt: seq + 1 };
          previous = row.hash;
          seq = row.seq;
        }
        if (rows.length < verifiedAtOnce) return { ok: true, entries: seq, brokenAt: null };
      }
    },
  };
}
