import type { Inspection } from '#contract/inspections.ts';
import { plural } from '#contract/texts.ts';

/** What a reviewer should know before approving several inspections at once; null if there is nothing to warn about. */
export function approvalWarning(
  chosen: readonly Pick<Inspection, 'issuesDetected' | 'complianceScore'>[],
): string | null {
  const open = chosen.filter(({ issuesDetected }) => issuesDetected > 0).length;
  const unscored = chosen.filter(({ complianceScore }) => complianceScore === null).length;
  const warnings = [
    ...(open > 0 ? [`${open} with open findings`] : []),
    ...(unscored > 0 ? [`${unscored} without enough evidence for a score`] : []),
  ];
  return warnings.length === 0 ? null : `${plural(chosen.length, 'inspection')}, ${warnings.join(' and ')}.`;
}

/** The inspection to decide on next: the first after the decided one in the list, otherwise the last before it. */
export function nextToDecide(rows: readonly Inspection[], decidedId: string): Inspection | null {
  const index = rows.findIndex(({ id }) => id === decidedId);
  const waits = ({ id, abilities }: Inspection) => id !== decidedId && abilities.review;
  return rows.slice(index + 1).find(waits) ?? rows.slice(0, Math.max(0, index)).findLast(waits) ?? null;
}
