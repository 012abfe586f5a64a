import type { RemoteEngineName } from '#server/config.settings.ts';
import type { FailureCode } from './failures.ts';
import type { Usage } from './reader.ts';

/** The photo and engine of one ledger entry. */
export interface LedgerSubject {
  engine: RemoteEngineName;
  model: string;
  photoId: string | null;
  propertyId: string | null;
}

/** The costs of the requests about one photo, in millionths of a US dollar. */
export interface LedgerEntry {
  /** Reserves the maximum cost of a request; returns false when that exceeds the month's budget. */
  reserve(cost: number): Promise<boolean>;
  /** Replaces the reserved cost with the actual one. */
  settle(reserved: number, used: { usage: Usage; cost: number }): Promise<void>;
  /** Stores the outcome. */
  close(outcome: 'answered' | 'postponed' | FailureCode): Promise<void>;
}

export interface Ledger {
  open(subject: LedgerSubject): Promise<LedgerEntry>;
}

/** A ledger for commands that work without a database; its budget is for one run. */
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
