import { Check, Image, Pencil, Play, ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { Severity, SeverityClass } from '#contract/findings.ts';
import type { Issue, IssueStatus } from '#contract/issues.ts';
import { usePatchIssue, type FindingHolder } from '#web/features/issues/api.ts';
import { FindingSheet } from '#web/features/issues/components/finding-sheet.tsx';
import { isOpenIssue } from '#web/features/issues/finding-boxes.ts';
import { decisionText, statusBefore, sureText } from '#web/features/issues/finding-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { formatTimestamp } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

export interface FindingActions {
  holder: FindingHolder;
  /** Shows the finding's photo. */
  onOpen: (issue: Issue) => void;
  /** Shows the moment of the recording; left out where there is none. */
  onVideo?: (issue: Issue) => void;
}

/** One finding with what may be done with it; `severity` is the word on its badge, its own when left out. */
export function FindingRow({
  issue,
  severity = issue.severity,
  holder,
  onOpen,
  onVideo,
}: { issue: Issue; severity?: Severity | SeverityClass } & FindingActions) {
  const patch = usePatchIssue(holder);
  const [editing, setEditing] = useState(false);
  const closed = !isOpenIssue(issue);

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
        <SeverityBadge severity={severity} className={closed ? 'bg-sunken text-ink-2' : undefined} />
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
      {issue.note && <p className="text-small text-ink-2">{issue.note}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {issue.photoId && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onOpen(issue)}>
            <Image aria-hidden="true" />
            View in Photo
          </Button>
        )}
        {issue.videoTimestamp !== null && onVideo && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onVideo(issue)}>
            <Play aria-hidden="true" />
            View in Video · {formatTimestamp(issue.videoTimestamp)}
          </Button>
        )}
        {issue.abilities.edit && !closed && (
          <Button
            variant="ghost"
            size="sm"
            className="first:-ml-3"
            aria-label={`Edit ${issue.title}`}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" />
            Edit
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
        {issue.abilities.edit && issue.status === 'confirmed' && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-3 ml-auto"
            disabled={patch.isPending}
            onClick={() => decide('dismissed')}
          >
            <X aria-hidden="true" />
            Dismiss
          </Button>
        )}
        {issue.abilities.edit && closed && (
          <Button
            variant="secondary"
            size="sm"
            className="ml-auto"
            disabled={patch.isPending}
            onClick={() => patch.mutate({ id: issue.id, patch: { status: statusBefore(issue) } })}
          >
            Undo
          </Button>
        )}
      </div>
      {editing && <FindingSheet holder={holder} issue={issue} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** The findings of an area, the open ones first and of these the worst. */
export function FindingsList({ issues, ...row }: { issues: readonly Issue[] } & FindingActions) {
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
