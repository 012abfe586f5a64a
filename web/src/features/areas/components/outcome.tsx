import { reviewOutcome, reviewOutcomeLabels, type Inspection, type ReviewOutcome } from '#contract/inspections.ts';
import { cn } from '#web/lib/cn.ts';

const inks = {
  passed: 'text-good',
  open_findings: 'text-critical',
  not_fully_checked: 'text-ink-2',
  not_enough_evidence: 'text-ink-2',
} as const;

/** What an accepted review says about the area. */
export const Outcome = ({ outcome, className }: { outcome: ReviewOutcome; className?: string }) => (
  <span className={cn('text-small font-medium', inks[outcome], className)}>{reviewOutcomeLabels[outcome]}</span>
);

/** The outcome of an inspection; hidden before its review is accepted. */
export function OutcomeText({ inspection, className }: { inspection: Inspection; className?: string }) {
  const outcome = reviewOutcome(inspection);
  return outcome && <Outcome outcome={outcome} className={className} />;
}
