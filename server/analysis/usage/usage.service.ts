import type { ModelUsage } from '#contract/model-usage.ts';
import type { AiConfig } from '#server/config.ai.ts';
import type { Database } from '#server/platform/database/types.ts';
import { microsToDollars, toMicros } from '../engine/remote/costs.rules.ts';
import type { Ledger } from '../engine/remote/ledger.ts';
import { monthOf, thisMonth } from './usage.rules.ts';
import * as repository from './usage.repository.ts';

/** The requests to the model service and their cost: counted for the budget, shown to admins. */
export interface UsageService extends Ledger {
  /** The usage of a month such as 2026-11; by default the current one. */
  ofMonth(month?: string): Promise<ModelUsage>;
}

const maxProperties = 200;

export function createUsageService(deps: { db: Database; ai: AiConfig; now?: () => Date }): UsageService {
  const { ai, db, now = () => new Date() } = deps;
  const budget = ai.remote?.budget ?? null;

  /** Returns false when less than this is left of the month's budget. */
  const reserve = (id: string, cost: number): Promise<boolean> =>
    db.transaction(async (tx) => {
      if (budget !== null && cost > 0) {
        await repository.lockBudget(tx);
        const spent = await repository.sumCost(tx, monthOf(thisMonth(now())));
        if (spent + cost > toMicros(budget)) return false;
      }
      await repository.updateTotals(tx, id, { requests: 1, cost });
      return true;
    });

  return {
    async open(subject) {
      const id = await repository.insertUsage(db, { ...subject, createdAt: now() });
      return {
        reserve: (cost) => reserve(id, cost),
        settle: (reserved, { cost, usage: { inputTokens, outputTokens } }) =>
          repository.updateTotals(db, id, { inputTokens, outputTokens, cost: cost - reserved }),
        close: (outcome) => repository.updateOutcome(db, id, outcome),
      };
    },

    async ofMonth(month = thisMonth(now())) {
      const range = monthOf(month);
      const [rows, spent, reasons] = await Promise.all([
        repository.listByProperty(db, range, maxProperties),
        repository.sumCost(db, range),
        repository.listReasons(db, range),
      ]);
      return {
        engine: ai.engine,
        model: ai.remote?.model ?? null,
        month,
        budget: budget === null ? null : microsToDollars(toMicros(budget)),
        spent: microsToDollars(spent),
        properties: rows.map(({ cost, ...row }) => ({ ...row, cost: microsToDollars(cost) })),
        reasons,
      };
    },
  };
}
