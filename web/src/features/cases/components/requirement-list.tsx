import { useQuery } from '@tanstack/react-query';
import type { Area } from '#contract/areas.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { t } from '#contract/language.ts';
import type { RequirementDetails } from '#contract/requirements.ts';
import { plural } from '#contract/texts.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { caseQuery } from '#web/features/cases/api.ts';
import { Card } from '#web/ui/card.tsx';

/** Place of a requirement, whether it needs a photo, and when it is due: 'Pool · photo required · due Dec 01, 2026'. */
function placeText({ area, photoRequired, dueDate }: RequirementDetails, areas: readonly Area[]): string {
  const name = area === null ? t('Whole property') : areas.find(({ code }) => code === area)?.name;
  const due = dueDate && t('due {dueDate}', { dueDate: formatDueDate(dueDate) });
  return [name, photoRequired && t('photo required'), due].filter(Boolean).join(' · ');
}

/** What the brand asks for: each requirement with its place and due date. */
export function RequirementList({ requirements }: { requirements: readonly RequirementDetails[] }) {
  const { data: areas = [] } = useQuery(areasQuery);
  return (
    <ul className="grid list-disc gap-1.5 ps-5 marker:text-ink-3">
      {requirements.map((requirement, index) => (
        // Two requirements may have the same text, so the index is part of the key.
        <li key={`${index} ${requirement.text}`}>
          {requirement.text}
          <span className="block text-small text-ink-2">{placeText(requirement, areas)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The requirements of a run's case, to unfold; nothing without any. */
export function RunRequirements({ caseId }: { caseId: string }) {
  const { data } = useQuery(caseQuery(caseId));
  const requirements = data?.requirementDetails ?? [];
  if (requirements.length === 0) return null;
  return (
    <Card className="px-[18px] py-1.5">
      <details>
        <summary className="flex min-h-11 items-center font-semibold">
          {t('What the brand asks for: {requirements}', { requirements: plural(requirements.length, 'requirement') })}
        </summary>
        <div className="pt-1 pb-3">
          <RequirementList requirements={requirements} />
        </div>
      </details>
    </Card>
  );
}
