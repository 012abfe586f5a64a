import type { ReportedUsage, Usage } from './reader.ts';

/** In US dollars: per million tokens, and per thousand units for a service that bills by pictures. */
export interface Prices {
  inputTokens: number;
  outputTokens: number;
  pictures: number;
}

/** The cost in millionths of a US dollar, rounded up. */
export function costOf({ inputTokens, outputTokens, pictures }: Usage, prices: Prices): number {
  const cost =
    inputTokens * prices.inputTokens + outputTokens * prices.outputTokens + pictures * prices.pictures * 1000;
  // The inner rounding removes floating-point noise, which would round whole amounts up.
  return Math.ceil(Math.round(cost * 1e6) / 1e6);
}

/** An upper bound for a token count, so that a nonsense value still fits its column. */
const maxCounted = 10_000_000;

/** The usage to charge: the reported one, or the maximum if the report is missing or implausible. */
export function countedUsage(reported: ReportedUsage, atMost: Usage): Usage {
  const counted = (name: keyof Usage): number => {
    const count = reported[name] ?? 0;
    return Number.isFinite(count) && count > 0 ? Math.min(Math.ceil(count), maxCounted) : atMost[name];
  };
  return { inputTokens: counted('inputTokens'), outputTokens: counted('outputTokens'), pictures: counted('pictures') };
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, pictures: 0 };

export const toMicros = (dollars: number): number => Math.round(dollars * 1e6);
/** As a decimal with four digits. */
export const microsToDollars = (micros: number): string => (micros / 1e6).toFixed(4);
