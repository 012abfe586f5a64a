import { sql } from 'drizzle-orm';
import type { Transaction } from './types.ts';

/** An arbitrary number that no other advisory lock of the product uses. */
const quotaLock = 727_019;

/**
 * Locks what an account, or an address, has until the commit, for a change that counts it and adds to it. Callers take
 * their turn in the process first, so that one account cannot wait on all connections; what only admins do need not.
 */
export const lockQuota = (tx: Transaction, of: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(${quotaLock}, hashtext(${of}))`);
