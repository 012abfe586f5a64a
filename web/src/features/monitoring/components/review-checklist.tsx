import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleMinus, CircleX, TriangleAlert } from 'lucide-react';
import type { ChecklistItem } from '#contract/checklists.ts';
import type { Inspection } from '#contract/inspections.ts';
import { checklistQuery } from '#web/features/checklists/api.ts';
import { checksToRead, checksText } from '#web/features/monitoring/review-checks.ts';
import { ReviewHeading } from '#web/features/monitoring/components/review-section.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const answers = {
  fail: { icon: CircleX, className: 'text-critical', text: 'Failed' },
  pass: { icon: CircleCheck, className: 'text-good', text: 'Passed' },
  not_applicable: { icon: CircleMinus, className: 'text-ink-3', text: 'Not applicable' },
  none: { icon: CircleDashed, className: 'text-ink-3', text: 'Not answered' },
} as const;

function Check({ item }: { item: ChecklistItem }) {
  const answer = answers[item.result ?? 'none'];
  return (
    <li className="flex items-start gap-2.5 py-2">
      <answer.icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${answer.className}`} />
      <span className="min-w-0 flex-1">
        <span className="block break-words">{item.title}</span>
        <span className="block text-small text-ink-2">
          {answer.text}
          {item.note && <span className="break-words whitespace-pre-wrap">: {item.note}</span>}
        </span>
        {item.aiHint && item.result !== 'fail' && (
          <span className="flex items-center gap-1 text-small text-high">
            <TriangleAlert aria-hidden="true" className="size-3.5" />
            AI saw: {item.aiHint.issue}
          </span>
        )}
      </span>
      {item.critical && <Badge tone={item.result === 'fail' ? 'critical' : 'outline'}>Critical</Badge>}
    </li>
  );
}

/** The owner's answers: failed and unanswered checks first, passed ones on request. */
export function ReviewChecklist({ inspection }: { inspection: Inspection }) {
  const { areaSessionId, id } = inspection;
  const { data, error, refetch } = useQuery(
    checklistQuery(areaSessionId ? { of: 'area-sessions', id: areaSessionId } : { of: 'inspections', id }),
  );
  if (error && !data)
    return <ErrorState title="Checklist could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} className="px-0" label="Loading the checklist" />;
  if (data.length === 0) return null;
  const { first, rest } = checksToRead(data);
  return (
    <section>
      <ReviewHeading>Checklist: {checksText(data)}</ReviewHeading>
      {first.length > 0 && (
        <ul className="divide-y divide-line">
          {first.map((item) => (
            <Check key={item.id} item={item} />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details>
          <summary className="flex min-h-9 cursor-pointer items-center font-semibold text-accent hover:underline touch:min-h-11">
            {first.length > 0 ? `Show the other ${rest.length}` : `Show all ${rest.length}`}
          </summary>
          <ul className="divide-y divide-line">
            {rest.map((item) => (
              <Check key={item.id} item={item} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
