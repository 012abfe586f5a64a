import { useQuery } from '@tanstack/react-query';
import type { Inspection } from '#contract/inspections.ts';
import { areaRequirementsQuery } from '#web/features/checklists/api.ts';
import { ReviewHeading } from '#web/features/monitoring/components/review-section.tsx';
import { useCaseRequirements } from '#web/features/checklists/use-case-requirements.ts';
import { metText, RequirementRows } from '#web/features/checklists/components/requirement-rows.tsx';

interface RequirementsProps {
  areaSessionId: string;
  caseId: string;
  propertyId: string;
}

function Requirements({ areaSessionId, caseId, propertyId }: RequirementsProps) {
  const { data: ofArea } = useQuery(areaRequirementsQuery(areaSessionId));
  const { data: all } = useCaseRequirements(caseId, propertyId);
  if (!ofArea || !all) return null;
  const shown = [...ofArea, ...all.filter(({ leftOut }) => leftOut)];
  if (shown.length === 0) return null;
  return (
    <section>
      <ReviewHeading>Requirements: {metText(shown)}</ReviewHeading>
      <RequirementRows requirements={shown} />
    </section>
  );
}

/**
 * The case's requirements for the area with their evidence, and those for areas that are left out, which no other review
 * shows; hidden if there are none.
 */
export function ReviewRequirements({ inspection: { areaSessionId, caseId, propertyId } }: { inspection: Inspection }) {
  if (!areaSessionId || !caseId) return null;
  return <Requirements areaSessionId={areaSessionId} caseId={caseId} propertyId={propertyId} />;
}
