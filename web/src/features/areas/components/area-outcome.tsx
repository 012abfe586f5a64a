import type { AreaSession } from '#contract/areas.ts';
import { reviewOutcome } from '#contract/inspections.ts';
import { Outcome } from '#web/features/areas/components/outcome.tsx';

/** The outcome of an area once its review is accepted, because its owner reads 'Approved' beside it. */
export function AreaOutcome({ areaSession, className }: { areaSession: AreaSession; className?: string }) {
  const { reviewStatus } = areaSession;
  const outcome = reviewStatus && reviewOutcome({ ...areaSession, status: reviewStatus });
  return outcome && <Outcome outcome={outcome} className={className} />;
}
