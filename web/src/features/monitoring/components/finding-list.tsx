import { Check, RotateCcw, X } from 'lucide-react';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { decisionText } from '#web/features/findings/finding-texts.ts';
import type { DecideFinding } from '#web/features/monitoring/api.ts';
import { cn } from '#web/lib/cn.ts';
import { formatPercent, formatTimestamp } from '#web/lib/format.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface FindingListProps {
  findings: readonly Finding[];
  selectedId: string | null;
  onSelect: (finding: Finding) => void;
  onDecide: DecideFinding;
  /** The finding whose decision is being saved. */
  pendingId: string | undefined;
}

function Decisions({ finding, onDecide, disabled }: { finding: Finding; onDecide: DecideFinding; disabled: boolean }) {
  if (!finding.abilities.edit || finding.status === 'resolved') return null;
  if (finding.status === 'dismissed')
    return (
      <IconButton
        dense
        label={`Restore: ${finding.title}`}
        disabled={disabled}
        onClick={() => onDecide(finding, 'pending')}
      >
        <RotateCcw aria-hidden="true" />
      </IconButton>
    );
  return (
    <>
      {finding.status === 'pending' && (
        <IconButton
          dense
          label={`Confirm: ${finding.title}`}
          disabled={disabled}
          onClick={() => onDecide(finding, 'confirmed')}
        >
          <Check aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        dense
        label={`Dismiss: ${finding.title}`}
        disabled={disabled}
        onClick={() => onDecide(finding, 'dismissed')}
      >
        <X aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The findings of an inspection, most severe first; pressing one shows its photo and box. */
export function FindingList({ findings, selectedId, onSelect, onDecide, pendingId }: FindingListProps) {
  return (
    <ul className="divide-y divide-line">
      {findings.map((finding) => {
        const dismissed = finding.status === 'dismissed';
        return (
          <li key={finding.id} className="flex items-center gap-1 py-2">
            <button
              type="button"
              aria-pressed={finding.id === selectedId}
              title={finding.photoId ? 'Show on photo' : undefined}
              className="flex min-w-0 flex-1 items-start gap-2.5 rounded-control text-left aria-pressed:text-accent"
              onClick={() => onSelect(finding)}
            >
              <SeverityBadge severity={finding.severity} className="mt-px w-[62px] justify-center" />
              <span className="min-w-0 flex-1">
                <span className={cn('block font-strong', dismissed && 'font-medium text-ink-3 line-through')}>
                  {finding.title}
                </span>
                <span className="block text-small text-ink-2">
                  {findingCategoryLabels[finding.category]}, {decisionText(finding)}
                  {finding.videoTimestamp !== null && ` · ${formatTimestamp(finding.videoTimestamp)}`}
                </span>
              </span>
              {finding.aiConfidence !== null && (
                <span className="mt-0.5 text-small text-ink-2">
                  <span className="sr-only">AI confidence </span>
                  {formatPercent(finding.aiConfidence)}
                </span>
              )}
            </button>
            <span className="flex w-[69px] shrink-0 justify-end touch:w-[88px]">
              <Decisions finding={finding} onDecide={onDecide} disabled={pendingId === finding.id} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
