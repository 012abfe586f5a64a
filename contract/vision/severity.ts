import type { FindingCategory, Severity } from '../finding-categories.ts';

/**
 * The shares of the picture from which damage counts as large. A photo has no scale, so this is only a suggestion to
 * the user.
 */
const large: Partial<Record<FindingCategory, { from: number; severity: Severity }>> = {
  mould: { from: 0.2, severity: 'critical' },
  corrosion: { from: 0.35, severity: 'high' },
  spall: { from: 0.15, severity: 'high' },
  floor_damage: { from: 0.08, severity: 'high' },
  crack: { from: 0.12, severity: 'high' },
};
const small: Partial<Record<FindingCategory, { to: number; severity: Severity }>> = {
  stain: { to: 0.01, severity: 'low' },
  crack: { to: 0.02, severity: 'low' },
};
const usual: Partial<Record<FindingCategory, Severity>> = { mould: 'high', water_damage: 'high' };

/** The severity by the rules in docs/analysis.md; `area` is the damaged share of the picture, 0-1. */
export function severityOf(category: FindingCategory, area: number): Severity {
  const big = large[category];
  if (big && area >= big.from) return big.severity;
  const little = small[category];
  if (little && area <= little.to) return little.severity;
  return usual[category] ?? 'medium';
}
