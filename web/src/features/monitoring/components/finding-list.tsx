import { Check, RotateCcw, X } from 'lucide-react';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { Finding, FindingStatus } from '#contract/findings.ts';
import { locationText } from '#contract/places.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { DismissMenu } from '#web/features/findings/components/dismiss-menu.tsx';
import { RaisedNote } from '#web/features/findings/components/raised-note.tsx';
import { UnsentFinding } from '#web/features/findings/components/unsent-finding.tsx';
import { changeFinding } from '#web/features/findings/finding-outbox.ts';
import { peopleText } from '#web/features/findings/finding-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { formatPercent } from '#web/lib/format.ts';
import type { Scope } from '#web/lib/scope.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface FindingListProps {
  scope: Scope;
  findings: readonly Finding[];
  selectedId: string | null;
  onSelect: (finding: Finding) => void;
}

function Decisions({ scope, finding }: { scope: Scope; finding: Finding }) {
  const decide = (status: FindingStatus, note?: string | null) =>
    changeFinding(scope, finding.id, { status, ...(note === undefined ? {} : { note }) });
  if (!finding.abilities.edit || finding.status === 'resolved') return null;
  if (finding.status === 'dismissed')
    return (
      <IconButton dense label={`Restore: ${finding.title}`} onClick={() => decide('pending', null)}>
        <RotateCcw aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      {finding.status === 'pending' && (
        <IconButton dense label={`Confirm: ${finding.title}`} onClick={() => decide('confirmed')}>
          <Check aria-hidden="true" />
        </IconButton>
      )}
      <DismissMenu onDismiss={(reason) => decide('dismissed', reason)}>
        <IconButton dense label={`Dismiss: ${finding.title}`}>
          <X aria-hidden="true" />
        </IconButton>
      </DismissMenu>
    </>
  );
}

/** An inspection's findings, most severe first. Pressing one shows its photo and box. */
export function FindingList({ scope, findings, selectedId, onSelect }: FindingListProps) {
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => {
        const dismissed = finding.status === 'dismissed';
        return (
          <li key={finding.id} className="flex flex-wrap items-center gap-1 py-2">
            <button
              type="button"
              aria-pressed={finding.id === selectedId}
              title={finding.photoId ? 'Show on photo' : undefined}
              className="flex min-w-0 flex-1 items-start gap-2.5 rounded-control text-start aria-pressed:text-accent"
              onClick={() => onSelect(finding)}
            >
              <SeverityBadge severity={finding.severity} className="mt-px w-[62px] justify-center" />
              <span className="min-w-0 flex-1">
                <span className={cn('block font-strong', dismissed && 'font-medium text-ink-3 line-through')}>
                  {finding.title}
                </span>
                <span className="block text-small text-ink-2">
                  {locationText(finding) && `${locationText(finding)} · `}
                  {findingCategoryLabels[finding.category]}, {peopleText(finding)}
                  {finding.videoTimestamp !== null && ` · ${formatTimestamp(finding.videoTimestamp)}`}
                </span>
                <RaisedNote finding={finding} />
              </span>
              {finding.aiConfidence !== null && (
                <span className="mt-0.5 text-small text-ink-2">
                  <span className="sr-only">AI confidence </span>
                  {formatPercent(finding.aiConfidence)}
                </span>
              )}
            </button>
            <span className="flex w-[69px] shrink-0 justify-end touch:w-[88px]">
              <Decisions scope={scope} finding={finding} />
            </span>
            <UnsentFinding scope={scope} id={finding.id} />
          </li>
        );
      })}
    </ul>
  );
}
