import type { ModelUsage } from '#contract/model-usage.ts';

/** The latest months in UTC, such as 2026-11, newest first. */
export const lastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7),
  );

const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthName = (month: string): string => name.format(new Date(`${month}-01T00:00:00Z`));

/** Two decimals from one dollar up, four below, where two would round away the cost of a single photo. */
export function serviceCost(dollars: string): string {
  const value = Number(dollars);
  const digits = value === 0 || value >= 1 ? 2 : 4;
  const options = { style: 'currency', currency: 'USD', minimumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en-US', { ...options, maximumFractionDigits: digits }).format(value);
}

/** The spent percentage of the budget; null without a budget. */
export function spentShare({ budget, spent }: Pick<ModelUsage, 'budget' | 'spent'>): number | null {
  if (budget === null) return null;
  const limit = Number(budget);
  return limit === 0 ? 100 : Math.min(100, Math.round((Number(spent) / limit) * 100));
}

const reasons: Record<string, string> = {
  timed_out: 'Took too long to answer',
  unreachable: 'Could not be reached',
  broken: 'Reported a fault of its own',
  busy: 'Asked to wait',
  out_of_credit: 'No credit left',
  key_refused: 'Key refused',
  model_missing: 'Model unknown',
  refused: 'Request refused',
  nonsense: 'Answer could not be read',
  budget_spent: 'Monthly budget spent',
};
export const reasonText = (reason: string): string => reasons[reason] ?? reason;
