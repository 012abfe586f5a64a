import { Check, Image, Pencil, Play, ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import type { Severity, SeverityClass } from '#contract/finding-categories.ts';
import type { Finding, FindingStatus } from '#contract/findings.ts';
import { usePatchFinding } from '#web/features/findings/api.ts';
import { FindingSheet } from './finding-sheet.tsx';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { decisionText, statusBefore, sureText } from '#web/features/findings/finding-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { formatTimestamp } from '#web/lib/format.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import type { Scope } from '#web/lib/scope.ts';

export interface FindingActions {
  scope: Scope;
  /** Opens the photo of the finding. */
  onOpen: (finding: Finding) => void;
  /** Plays the recording at the time of the finding; left out where there is no recording. */
  onVideo?: (finding: Finding) => void;
}

/** Saves a decision on a finding and offers to undo it. */
function useDecision(finding: Finding, scope: Scope) {
  const patch = usePatchFinding(scope);
  const save = (status: FindingStatus) => patch.mutate({ id: finding.id, patch: { status } });
  function decide(status: FindingStatus) {
    const previous = finding.status;
    patch.mutate(
      { id: finding.id, patch: { status } },
      {
        onSuccess: () =>
          toast({
            title: status === 'dismissed' ? 'Finding dismissed' : 'Finding confirmed',
            description: finding.title,
            action: { label: 'Undo', run: () => save(previous) },
          }),
      },
    );
  }
  return { decide, restore: () => save(statusBefore(finding)), pending: patch.isPending };
}

function DecisionButtons({ finding, scope }: { finding: Finding; scope: Scope }) {
  const { decide, restore, pending } = useDecision(finding, scope);
  if (!finding.abilities.edit) return null;
  if (finding.status === 'pending')
    return (
      <span className="ml-auto flex gap-2">
        <Button variant="secondary" size="sm" disabled={pending} onClick={() => decide('dismissed')}>
          <X aria-hidden="true" />
          Dismiss
        </Button>
        <Button size="sm" disabled={pending} onClick={() => decide('confirmed')}>
          <Check aria-hidden="true" />
          Confirm
        </Button>
      </span>
    );
  if (finding.status === 'confirmed')
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3 ml-auto"
        disabled={pending}
        onClick={() => decide('dismissed')}
      >
        <X aria-hidden="true" />
        Dismiss
      </Button>
    );
  return (
    <Button variant="secondary" size="sm" className="ml-auto" disabled={pending} onClick={restore}>
      Undo
    </Button>
  );
}

/** One finding with its actions; `severity` overrides the word on its badge. */
export function FindingRow({
  finding,
  severity = finding.severity,
  scope,
  onOpen,
  onVideo,
}: { finding: Finding; severity?: Severity | SeverityClass } & FindingActions) {
  const [editing, setEditing] = useState(false);
  const closed = !isOpenFinding(finding);
  const facts = [...new Set([sureText(finding), decisionText(finding)])];
  return (
    <li className={cn('grid gap-2 px-[18px] py-3.5', closed && 'bg-sunken/60')}>
      <div className="flex items-start gap-2.5">
        <SeverityBadge severity={severity} className={closed ? 'bg-sunken text-ink-2' : undefined} />
        <div className="min-w-0 flex-1">
          <p className={cn('font-strong', finding.status === 'dismissed' && 'line-through')}>{finding.title}</p>
          <p className="text-small text-ink-2">{facts.join(' · ')}</p>
        </div>
        <Badge tone="outline">{finding.source === 'ai' ? 'AI' : 'Person'}</Badge>
      </div>
      {!closed && <p className="text-small text-ink-2">{finding.recommendedAction}</p>}
      {finding.note && <p className="text-small text-ink-2">{finding.note}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {finding.photoId && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onOpen(finding)}>
            <Image aria-hidden="true" />
            View in Photo
          </Button>
        )}
        {finding.videoTimestamp !== null && onVideo && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onVideo(finding)}>
            <Play aria-hidden="true" />
            View in Video · {formatTimestamp(finding.videoTimestamp)}
          </Button>
        )}
        {finding.abilities.edit && !closed && (
          <Button
            variant="ghost"
            size="sm"
            className="first:-ml-3"
            aria-label={`Edit ${finding.title}`}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        )}
        <DecisionButtons finding={finding} scope={scope} />
      </div>
      {editing && <FindingSheet scope={scope} finding={finding} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** The findings of an area, open ones first, then the most severe. */
export function FindingsList({ findings, ...row }: { findings: readonly Finding[] } & FindingActions) {
  if (findings.length === 0)
    return (
      <EmptyState icon={ShieldCheck} title="Nothing flagged" className="py-8">
        Add a finding for anything else you see.
      </EmptyState>
    );
  const ordered = [...findings.filter(isOpenFinding), ...findings.filter((finding) => !isOpenFinding(finding))];
  return (
    <ul className="divide-y divide-line">
      {ordered.map((finding) => (
        <FindingRow key={finding.id} finding={finding} {...row} />
      ))}
    </ul>
  );
}
