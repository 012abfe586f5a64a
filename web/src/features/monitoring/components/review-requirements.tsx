import { useQuery } from '@tanstack/react-query';
import { areaRequirementsQuery } from '#web/features/checklists/api.ts';
import { ReviewHeading } from '#web/features/monitoring/components/review-section.tsx';
import { metText, RequirementRows } from '#web/features/checklists/components/requirement-rows.tsx';

/** The case's requirements for the area with their evidence; hidden if there are none. */
export function ReviewRequirements({ areaSessionId }: { areaSessionId: string }) {
  const { data } = useQuery(areaRequirementsQuery(areaSessionId));
  if (!data || data.length === 0) return null;
  return (
    <section>
      <ReviewHeading>Requirements: {metText(data)}</ReviewHeading>
      <RequirementRows requirements={data} />
    </section>
  );
}
