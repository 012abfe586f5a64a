import type { Issue, IssueStatus } from '#contract/issues.ts';
import { usePatchIssue, type FindingHolder } from '#web/features/issues/api.ts';
import { decisionText, statusBefore } from '#web/features/issues/finding-texts.ts';
import { Button } from '#web/ui/button.tsx';

/** Dismiss and Confirm for a finding that waits; for a decided one what was decided, and its undo. */
export function FindingDecision({ issue, holder }: { issue: Issue; holder: FindingHolder }) {
  const patch = usePatchIssue(holder);
  const decide = (status: IssueStatus) => patch.mutate({ id: issue.id, patch: { status } });
  if (!issue.abilities.edit)
    return <p className="py-2.5 text-center text-ink-2">This finding is {decisionText(issue)}</p>;
  if (issue.status === 'pending')
    return (
      <div className="grid grid-cols-2 gap-2.5">
        <Button variant="secondary" disabled={patch.isPending} onClick={() => decide('dismissed')}>
          Dismiss
        </Button>
        <Button disabled={patch.isPending} onClick={() => decide('confirmed')}>
          Confirm
        </Button>
      </div>
    );
  const text = decisionText(issue);
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <span role="status" className="font-medium">
        {text.charAt(0).toUpperCase() + text.slice(1)}
      </span>
      <span className="flex gap-2">
        {issue.status === 'confirmed' && (
          <Button variant="secondary" disabled={patch.isPending} onClick={() => decide('resolved')}>
            Mark as Resolved
          </Button>
        )}
        {issue.status === 'confirmed' && issue.source === 'person' ? (
          <Button variant="secondary" disabled={patch.isPending} onClick={() => decide('dismissed')}>
            Dismiss
          </Button>
        ) : (
          <Button
            variant="secondary"
            disabled={patch.isPending}
            onClick={() => decide(issue.status === 'confirmed' ? 'pending' : statusBefore(issue))}
          >
            Undo
          </Button>
        )}
      </span>
    </div>
  );
}
