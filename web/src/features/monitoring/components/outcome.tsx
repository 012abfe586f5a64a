import { reviewOutcome, reviewOutcomeLabels, type Inspection } from '#contract/inspections.ts';
import { cn } from '#web/lib/cn.ts';

const inks = {
  passed: 'text-good',
  open_findings: 'text-critical',
  not_fully_checked: 'text-ink-2',
  not_enough_evidence: 'text-ink-2',
} as const;

/** What an accepted review says about the area; hidden before it is accepted. */
export function OutcomeText({ inspection, className }: { inspection: Inspection; className?: string }) {
  const outcome = reviewOutcome(inspection);
  if (!outcome) return null;
  return <span className={cn('text-small font-medium', inks[outcome], className)}>{reviewOutcomeLabels[outcome]}</span>;
}
