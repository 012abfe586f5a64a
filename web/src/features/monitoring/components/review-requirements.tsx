import type { Inspection } from '#contract/inspections.ts';
import { metTextOfArea, RequirementRows } from '#web/features/checklists/components/requirement-rows.tsx';
import { useCaseRequirements } from '#web/features/checklists/use-case-requirements.ts';
import { ReviewHeading } from '#web/features/monitoring/components/review-section.tsx';

interface ReviewRequirementsProps {
  inspection: Inspection;
  caseId: string;
}

/**
 * The case's requirements for the area and the whole property with their evidence, and those for areas that are left out,
 * which no other review shows; hidden if there are none.
 */
export function ReviewRequirements({ inspection, caseId }: ReviewRequirementsProps) {
  const { data } = useCaseRequirements(caseId, inspection.propertyId);
  const shown =
    data?.filter(
      ({ area, areaName, leftOut }) => leftOut || !area || [area, areaName].some((each) => each === inspection.area),
    ) ?? [];
  if (shown.length === 0) return null;
  return (
    <section>
      <ReviewHeading>Requirements: {metTextOfArea(shown)}</ReviewHeading>
      <RequirementRows requirements={shown} />
    </section>
  );
}
