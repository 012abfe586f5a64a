import { Check, Pencil, ScanSearch, Undo2, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import type { AiDetection } from '#contract/frames.ts';
import { t } from '#contract/language.ts';
import { formatTimestamp, plural } from '#contract/texts.ts';
import { UnsentFinding } from '#web/features/findings/components/unsent-finding.tsx';
import { DismissMenu } from '#web/features/findings/components/dismiss-menu.tsx';
import { FindingSheet } from '#web/features/findings/components/finding-sheet.tsx';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { confirmMark, focusNextFinding } from '#web/features/findings/next-finding.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { useDecision } from '#web/features/findings/use-decision.ts';
import { cn } from '#web/lib/cn.ts';
import { compareCharacters } from '#web/lib/order.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import type { Scope } from '#web/lib/scope.ts';

function detail({ videoTimestamp, source, aiConfidence, status }: Finding): string {
  return [
    videoTimestamp === null ? null : formatTimestamp(videoTimestamp),
    source === 'ai'
      ? t('AI, {confidence}% sure', { confidence: Math.round(Number(aiConfidence ?? 0)) })
      : t('Added manually'),
    status === 'pending' ? null : t(status),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function Row({ finding, scope }: { finding: Finding; scope: Scope }) {
  const row = useRef<HTMLLIElement>(null);
  const { confirm, dismiss, restore } = useDecision(
    finding,
    scope,
    finding.status === 'pending' ? () => focusNextFinding(row.current) : undefined,
  );
  const [editing, setEditing] = useState(false);
  // The time distinguishes it from other findings with the same title.
  const name =
    finding.videoTimestamp === null
      ? finding.title
      : t('{title} at {videoTimestamp}', {
          title: finding.title,
          videoTimestamp: formatTimestamp(finding.videoTimestamp),
        });
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex min-h-[60px] items-center gap-2.5 py-1.5 pe-2 ps-[18px] focus-visible:-outline-offset-2"
    >
      <SeverityBadge
        severity={finding.severity}
        className={isOpenFinding(finding) ? undefined : 'bg-sunken text-ink-2'}
      />
      <span className="min-w-0 flex-1">
        <span className={cn('block font-strong', !isOpenFinding(finding) && 'line-through')}>{t(finding.title)}</span>
        <span className="block text-small text-ink-2">{detail(finding)}</span>
        {finding.note && <span className="block text-small text-ink-2">{finding.note}</span>}
        <UnsentFinding scope={scope} id={finding.id} />
      </span>
      {finding.abilities.edit && isOpenFinding(finding) && (
        <span className="flex shrink-0">
          <DismissMenu onDismiss={dismiss}>
            <IconButton label={t('Dismiss {name}', { name })}>
              <X aria-hidden="true" />
            </IconButton>
          </DismissMenu>
          {finding.status === 'pending' ? (
            <IconButton
              label={t('Confirm {name}', { name })}
              className="text-accent"
              onClick={confirm}
              {...confirmMark}
            >
              <Check aria-hidden="true" />
            </IconButton>
          ) : (
            <IconButton label={t('Edit {name}', { name })} onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
            </IconButton>
          )}
        </span>
      )}
      {finding.abilities.edit && !isOpenFinding(finding) && (
        <IconButton label={t('Undo {name}', { name })} onClick={restore}>
          <Undo2 aria-hidden="true" />
        </IconButton>
      )}
      {editing && <FindingSheet scope={scope} finding={finding} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** Sorts the latest in the recording first, and findings without a time last. */
const latestFirst = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted(
    (a, b) => (b.videoTimestamp ?? -1) - (a.videoTimestamp ?? -1) || compareCharacters(b.createdAt, a.createdAt),
  );

interface LiveFindingsProps {
  /** Null until the inspection has started. */
  scope: Scope | null;
  latest: AiDetection | null;
}

/** The findings so far, with their time in the recording and the buttons to confirm or dismiss them. */
export function LiveFindings({ scope, latest }: LiveFindingsProps) {
  const { data, error, refetch } = useFindings(scope ?? { of: 'inspections', id: '' }, { enabled: scope !== null });
  const open = (data ?? []).filter(isOpenFinding).length;
  return (
    <Card>
      <CardHeader title={t('Findings')} note={data && data.length > 0 ? plural(open, 'open finding') : undefined} />
      <p role="status" className="sr-only">
        {latest &&
          t('AI finding: {issue}, {confidence}% sure', {
            issue: latest.issue,
            confidence: Math.round(latest.confidence),
          })}
      </p>
      {error && !data ? (
        <ErrorState title={t('The findings could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : scope !== null && !data ? (
        <SkeletonRows rows={2} label={t('Loading findings')} />
      ) : scope !== null && data && data.length > 0 ? (
        <ul className="divide-y divide-line border-t border-line lg:max-h-[320px] lg:overflow-y-auto">
          {latestFirst(data).map((finding) => (
            <Row key={finding.id} finding={finding} scope={scope} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={ScanSearch} title={t('Nothing flagged yet')} className="pt-2 pb-7">
          {t('While you record, repeated sightings appear here for you to confirm.')}
        </EmptyState>
      )}
    </Card>
  );
}
