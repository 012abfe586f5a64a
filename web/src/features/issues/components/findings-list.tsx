import { Check, Image, ShieldCheck, X } from 'lucide-react';
import type { Issue, IssueStatus } from '#contract/issues.ts';
import { usePatchIssue } from '#web/features/issues/api.ts';
import { isOpenIssue } from '#web/features/issues/finding-boxes.ts';
import { decisionText, sureText } from '#web/features/issues/finding-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

interface FindingsListProps {
  issues: readonly Issue[];
  sessionId: string;
  /** Shows the finding's photo. */
  onOpen: (issue: Issue) => void;
}

function FindingRow({ issue, sessionId, onOpen }: { issue: Issue } & Omit<FindingsListProps, 'issues'>) {
  const patch = usePatchIssue(sessionId);
  const closed = !isOpenIssue(issue);
  const back = issue.source === 'ai' && issue.status !== 'resolved' ? 'pending' : 'confirmed';

  function decide(status: IssueStatus) {
    const before = issue.status;
    patch.mutate(
      { id: issue.id, patch: { status } },
      {
        onSuccess: () =>
          toast({
            title: status === 'dismissed' ? 'Finding dismissed' : 'Finding confirmed',
            description: issue.title,
            action: { label: 'Undo', run: () => patch.mutate({ id: issue.id, patch: { status: before } }) },
          }),
      },
    );
  }

  return (
    <li className={cn('grid gap-2 px-[18px] py-3.5', closed && 'bg-sunken/60')}>
      <div className="flex items-start gap-2.5">
        <SeverityBadge severity={issue.severity} className={closed ? 'opacity-60' : undefined} />
        <div className="min-w-0 flex-1">
          <p className={cn('font-strong', issue.status === 'dismissed' && 'line-through')}>{issue.title}</p>
          <p className="text-small text-ink-2">
            {[sureText(issue), decisionText(issue)]
              .filter((text, index, all) => all.indexOf(text) === index)
              .join(' · ')}
          </p>
        </div>
        <Badge tone="outline">{issue.source === 'ai' ? 'AI' : 'Person'}</Badge>
      </div>
      {!closed && <p className="text-small text-ink-2">{issue.recommendedAction}</p>}
      <div className="flex flex-wrap gap-2">
        {issue.photoId && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onOpen(issue)}>
            <Image aria-hidden="true" />
            View in Photo
          </Button>
        )}
        {issue.abilities.edit && issue.status === 'pending' && (
          <span className="ml-auto flex gap-2">
            <Button variant="secondary" size="sm" disabled={patch.isPending} onClick={() => decide('dismissed')}>
              <X aria-hidden="true" />
              Dismiss
            </Button>
            <Button size="sm" disabled={patch.isPending} onClick={() => decide('confirmed')}>
              <Check aria-hidden="true" />
              Confirm
            </Button>
          </span>
        )}
        {issue.abilities.edit && closed && (
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            disabled={patch.isPending}
            onClick={() => patch.mutate({ id: issue.id, patch: { status: back } })}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}

/** The findings of an area, the open ones first and of these the worst. */
export function FindingsList({ issues, ...row }: FindingsListProps) {
  if (issues.length === 0)
    return (
      <EmptyState icon={ShieldCheck} title="No issues detected" className="py-8">
        Nothing was found. What you see yourself can be added by hand.
      </EmptyState>
    );
  const ordered = [...issues.filter(isOpenIssue), ...issues.filter((issue) => !isOpenIssue(issue))];
  return (
    <ul className="divide-y divide-line">
      {ordered.map((issue) => (
        <FindingRow key={issue.id} issue={issue} {...row} />
      ))}
    </ul>
  );
}
