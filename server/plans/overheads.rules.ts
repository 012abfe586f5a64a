import { overheadLabels, overheads, overheadText, type PlanOverheads } from '#contract/plan-overheads.ts';
import type { PlanDifference } from '#contract/plans.ts';
import type { PlanSettings } from '#server/schema/plans.tables.ts';

/** The overheads of a plan; those missing from its settings are off. */
export const overheadsOf = (settings: PlanSettings): PlanOverheads => ({
  freightPercent: settings.freightPercent,
  contingencyPercent: settings.contingencyPercent,
  mobilization: settings.mobilization ?? 0,
  designFeePercent: settings.designFeePercent ?? 0,
  afterHoursPercent: settings.afterHoursPercent ?? 0,
  regionalPercent: settings.regionalPercent ?? 0,
});

/**
 * The settings of a plan when it is generated again: entered overheads are kept, everything else comes from the server.
 */
export const refreshedSettings = (plan: PlanSettings, server: PlanSettings): PlanSettings =>
  plan.entered ? { ...server, ...overheadsOf(plan), entered: true } : server;

/**
 * The changed overheads since a version, as one difference; none when the version was sent before overheads were stored
 * in it.
 */
export function overheadDifferences(
  planId: string,
  before: PlanOverheads | null,
  after: PlanOverheads | null,
): PlanDifference[] {
  if (!before || !after) return [];
  const fields = overheads
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, from: overheadText(name, before), to: overheadText(name, after) }));
  return fields.length > 0 ? [{ itemId: planId, title: 'Overheads', place: null, change: 'changed', fields }] : [];
}

export const overheadsText = (values: PlanOverheads): Record<string, string> =>
  Object.fromEntries(overheads.map((name) => [overheadLabels[name], overheadText(name, values)]));
