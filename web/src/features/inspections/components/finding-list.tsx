import { Check, RotateCcw, X } from 'lucide-react';
import { findingCategoryLabels } from '#contract/findings.ts';
import type { Issue } from '#contract/issues.ts';
import type { DecideIssue } from '#web/features/inspections/admin-api.ts';
import { cn } from '#web/lib/cn.ts';
import { formatPercent, formatTimestamp } from '#web/lib/format.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Where a finding stands, and by whom. */
function standing({ source, status, decidedBy }: Issue): string {
  const by = decidedBy ? ` by ${decidedBy}` : '';
  if (status === 'dismissed') return `dismissed${by}`;
  if (status === 'resolved') return `resolved${by}`;
  if (source === 'person') return `added${by}`;
  return status === 'confirmed' ? `confirmed${by}` : 'not yet confirmed';
}

interface FindingListProps {
  issues: readonly Issue[];
  selectedId: string | null;
  onSelect: (issue: Issue) => void;
  onDecide: DecideIssue;
  /** The finding whose decision is on its way. */
  pendingId: string | undefined;
}

function Decisions({ issue, onDecide, disabled }: { issue: Issue; onDecide: DecideIssue; disabled: boolean }) {
  if (!issue.abilities.edit || issue.status === 'resolved') return null;
  if (issue.status === 'dismissed')
    return (
      <IconButton
        dense
        label={`Restore: ${issue.title}`}
        disabled={disabled}
        onClick={() => onDecide(issue, 'pending')}
      >
        <RotateCcw aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      {issue.status === 'pending' && (
        <IconButton
          dense
          label={`Confirm: ${issue.title}`}
          disabled={disabled}
          onClick={() => onDecide(issue, 'confirmed')}
        >
          <Check aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        dense
        label={`Dismiss: ${issue.title}`}
        disabled={disabled}
        onClick={() => onDecide(issue, 'dismissed')}
      >
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The findings of a session, worst first; pressing one shows its photo and its box. */
export function FindingList({ issues, selectedId, onSelect, onDecide, pendingId }: FindingListProps) {
  return (
    <ul className="divide-y divide-line">
      {issues.map((issue) => {
        const dismissed = issue.status === 'dismissed';
        return (
          <li key={issue.id} className="flex items-center gap-1 py-2">
            <button
              type="button"
              aria-pressed={issue.id === selectedId}
              title={issue.photoId ? 'Show on the photo' : undefined}
              className="flex min-w-0 flex-1 items-start gap-2.5 rounded-control text-left aria-pressed:text-accent"
              onClick={() => onSelect(issue)}
            >
              <SeverityBadge severity={issue.severity} className="mt-px w-[62px] justify-center" />
              <span className="min-w-0 flex-1">
                <span className={cn('block font-strong', dismissed && 'font-medium text-ink-3 line-through')}>
                  {issue.title}
                </span>
                <span className="block text-small text-ink-2">
                  {findingCategoryLabels[issue.category]}, {standing(issue)}
                  {issue.videoTimestamp !== null && ` · ${formatTimestamp(issue.videoTimestamp)}`}
                </span>
              </span>
              {issue.aiConfidence !== null && (
                <span className="mt-0.5 text-small text-ink-2">
                  <span className="sr-only">AI confidence </span>
                  {formatPercent(issue.aiConfidence)}
                </span>
              )}
            </button>
            <span className="flex w-[69px] shrink-0 justify-end touch:w-[88px]">
              <Decisions issue={issue} onDecide={onDecide} disabled={pendingId === issue.id} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
