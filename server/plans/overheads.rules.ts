import { overheadLabels, overheads, overheadText, type PlanOverheads } from '#contract/plan-overheads.ts';
import type { PlanDifference } from '#contract/plans.ts';
import type { PlanSettings } from '#server/schema/plans.tables.ts';

/** The additions of a plan; those that its settings lack are off. */
export const overheadsOf = (settings: PlanSettings): PlanOverheads => ({
  freightPercent: settings.freightPercent,
  contingencyPercent: settings.contingencyPercent,
  mobilization: settings.mobilization ?? 0,
  designFeePercent: settings.designFeePercent ?? 0,
  afterHoursPercent: settings.afterHoursPercent ?? 0,
  regionalPercent: settings.regionalPercent ?? 0,
});

/** The settings that a plan takes when it is generated again: what a person entered stays, all else follows the server. */
export const refreshedSettings = (plan: PlanSettings, server: PlanSettings): PlanSettings =>
  plan.entered ? { ...server, ...overheadsOf(plan), entered: true } : server;

/** What changed of the additions since a version, as one difference; none for a version from before they were in it. */
export function overheadDifferences(
  planId: string,
  before: PlanOverheads | null,
  after: PlanOverheads | null,
): PlanDifference[] {
  if (!before || !after) return [];
  const fields = overheads
    .filter((name) => before[name] !== after[name])
    .map((name) => ({ name, from: overheadText(name, before), to: overheadText(name, after) }));
  return fields.length > 0 ? [{ itemId: planId, title: 'Overheads', change: 'changed', fields }] : [];
}

export const overheadsText = (values: PlanOverheads): Record<string, string> =>
  Object.fromEntries(overheads.map((name) => [overheadLabels[name], overheadText(name, values)]));
