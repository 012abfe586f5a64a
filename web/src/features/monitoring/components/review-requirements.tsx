import { useQuery } from '@tanstack/react-query';
import { areaRequirementsQuery } from '#web/features/checklists/api.ts';
import { ReviewHeading } from '#web/features/monitoring/components/review-section.tsx';
import { metText, RequirementRows } from '#web/features/checklists/components/requirement-rows.tsx';

/** What the case asks for in the area, with what meets it; nothing where it asks for nothing. */
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
