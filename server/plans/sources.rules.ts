import { severityRank } from '#contract/finding-categories.ts';
import { severityOfItem } from '#server/checklists/checklists.rules.ts';
import { givenSeverity } from '#server/findings/raises.rules.ts';
import type { ChecklistItemRow } from '#server/schema/checklists.tables.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { PricedFinding } from './plans.rules.ts';

type Found = Pick<FindingRow, 'category' | 'severity' | 'raisedFrom' | 'recommendedAction' | 'actionGiven'> & {
  /** The check whose failure it is. */
  check: Pick<ChecklistItemRow, 'category' | 'action' | 'pricedCategory' | 'pricedAs' | 'critical'> | null;
};
type Work = Pick<PricedFinding, 'action' | 'actionGiven' | 'pricedCategory' | 'pricedAs' | 'worseBy' | 'lifeSafety'>;

/** The work on a finding: the action that a user or an engine gave, or else that of its check, with the check's price. */
export function workOf({ check: failed, ...finding }: Found): Work {
  const given = finding.actionGiven ? { action: finding.recommendedAction, actionGiven: true } : {};
  // A user may have changed the category of a check's finding; then the check no longer says what the work is.
  if (failed?.category !== finding.category) return given;
  const { action, critical, pricedCategory, pricedAs } = failed;
  // A failed critical check is critical because of its danger, which says nothing about the extent of another action.
  if (finding.actionGiven && !critical) return { ...given, lifeSafety: false };
  return {
    action,
    pricedCategory,
    pricedAs,
    worseBy: severityRank(givenSeverity(finding)) - severityRank(severityOfItem(critical)),
    lifeSafety: critical,
    ...given,
  };
}
