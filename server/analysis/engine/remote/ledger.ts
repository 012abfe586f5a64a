import type { RemoteEngineName } from '#server/config.settings.ts';
import type { FailureCode } from './failures.ts';
import type { Usage } from './reader.ts';

/** What is read, and by whom: one entry of the ledger. */
export interface LedgerSubject {
  engine: RemoteEngineName;
  model: string;
  photoId: string | null;
  propertyId: string | null;
}

/** What the requests about one photo cost. Costs are millionths of a US dollar. */
export interface LedgerEntry {
  /** Reserves the most that a request may cost; false where the month's budget has no room for it. */
  reserve(cost: number): Promise<boolean>;
  /** Replaces the reserved cost by the actual one. */
  settle(reserved: number, used: { usage: Usage; cost: number }): Promise<void>;
  /** How it ended. */
  close(outcome: 'answered' | 'postponed' | FailureCode): Promise<void>;
}

export interface Ledger {
  open(subject: LedgerSubject): Promise<LedgerEntry>;
}

/** For commands that work without a database: the budget is that of one run. */
export function createMemoryLedger(budget: number | null): Ledger {
  let spent = 0;
  return {
    open: async () => ({
      reserve: async (cost) => {
        if (budget !== null && spent + cost > budget) return false;
        spent += cost;
        return true;
      },
      settle: async (reserved, { cost }) => {
        spent += cost - reserved;
      },
      close: async () => undefined,
    }),
  };
}
