import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isHandedIn } from '#contract/cases.ts';
import { dueDateOf, formatDueDate } from '#contract/due-dates.ts';
import { caseQuery } from '#web/features/cases/api.ts';
import { DueText } from '#web/ui/due-text.tsx';

/** The case of an inspection and its due date. The days left are shown only while the case is open. */
export function ReviewCase({ caseId }: { caseId: string }) {
  const { data } = useQuery(caseQuery(caseId));
  if (!data) return null;
  const open = data.status === 'pending' || data.status === 'in_progress';
  return (
    <p className="flex flex-wrap gap-x-2 text-small text-ink-2">
      <span>Due {formatDueDate(dueDateOf(data.dueDate))}</span>
      {open && <DueText dueDate={data.dueDate} handedIn={isHandedIn(data)} />}
      <Link
        to="/admin/cases/$id"
        params={{ id: caseId }}
        className="relative whitespace-nowrap text-accent hover:underline touch:after:absolute touch:after:-inset-3"
      >
        {data.caseNumber}
      </Link>
    </p>
  );
}

/** The brand's notes to the owner in the case. */
export function CaseNotes({ caseId }: { caseId: string }) {
  const { data } = useQuery(caseQuery(caseId));
  if (!data?.notes) return null;
  return (
    <div className="rounded-card bg-sunken px-4 py-3">
      <div className="text-small font-semibold text-ink-2">Notes of the case</div>
      <p className="break-words whitespace-pre-wrap">{data.notes}</p>
    </div>
  );
}
