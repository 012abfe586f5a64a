import { Check, Image, Pencil, Play, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FindingCategory, Severity, SeverityClass } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { locationText } from '#contract/places.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { UnsentFinding } from '#web/features/findings/components/unsent-finding.tsx';
import { confirmMark, focusNextFinding } from '#web/features/findings/next-finding.ts';
import { useDecision } from '#web/features/findings/use-decision.ts';
import { FindingParts } from './finding-parts.tsx';
import { SameDefectCard } from './same-defect-card.tsx';
import { RaisedNote } from './raised-note.tsx';
import { DismissMenu } from './dismiss-menu.tsx';
import { FindingSheet } from './finding-sheet.tsx';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { decisionText, disagreementText, confidenceText, findingText } from '#web/features/findings/finding-texts.ts';
import { isRepairUndecided, sightText } from '#web/features/findings/repair-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { NothingFlagged } from './nothing-flagged.tsx';
import type { Scope } from '#web/lib/scope.ts';

export interface FindingActions {
  scope: Scope;
  /** Opens the photo of the finding. */
  onOpen: (finding: Finding) => void;
  /** Plays the recording at the time of the finding; omitted if there is no recording. */
  onVideo?: (finding: Finding) => void;
  /** The most likely classes of a finding, the likeliest first. */
  likelyOf?: (finding: Finding) => readonly FindingCategory[];
}

interface DecisionButtonsProps {
  finding: Finding;
  scope: Scope;
  /** Called once a pending finding is confirmed or dismissed. */
  onDecided: () => void;
}

function DecisionButtons({ finding, scope, onDecided }: DecisionButtonsProps) {
  const isPending = finding.status === 'pending';
  const { confirm, dismiss, restore } = useDecision(finding, scope, isPending ? onDecided : undefined);
  if (!finding.abilities.edit) return null;
  if (isPending)
    return (
      <span className="ms-auto flex flex-wrap justify-end gap-2">
        <DismissMenu onDismiss={dismiss}>
          <Button variant="secondary" size="sm">
            <X aria-hidden="true" />
            {t('Dismiss')}
          </Button>
        </DismissMenu>
        <Button size="sm" onClick={confirm} {...confirmMark}>
          <Check aria-hidden="true" />
          {t('Confirm')}
        </Button>
      </span>
    );
  if (finding.status === 'confirmed')
    return (
      <DismissMenu onDismiss={dismiss}>
        <Button variant="ghost" size="sm" className="-me-3 ms-auto">
          <X aria-hidden="true" />
          {t('Dismiss')}
        </Button>
      </DismissMenu>
    );
  return (
    <Button variant="secondary" size="sm" className="ms-auto" onClick={restore}>
      {t('Undo')}
    </Button>
  );
}

/** One finding with its actions; `severity` replaces the text of its severity badge. */
export function FindingRow({
  finding,
  severity = finding.severity,
  scope,
  onOpen,
  onVideo,
  likelyOf,
}: { finding: Finding; severity?: Severity | SeverityClass } & FindingActions) {
  const [editing, setEditing] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const closed = !isOpenFinding(finding);
  const question = disagreementText(finding);
  const location = locationText(finding);
  const facts = [...(location ? [location] : []), ...new Set([confidenceText(finding), decisionText(finding)])];
  return (
    <li
      ref={row}
      tabIndex={-1}
      className={cn('grid gap-2 px-[18px] py-3.5 focus-visible:-outline-offset-2', closed && 'bg-sunken/60')}
    >
      <div className="flex items-start gap-2.5">
        <SeverityBadge severity={severity} className={closed ? 'bg-sunken text-ink-2' : undefined} />
        <div className="min-w-0 flex-1">
          <p className={cn('font-strong', finding.status === 'dismissed' && 'line-through')}>{t(finding.title)}</p>
          <p className="text-small text-ink-2">{facts.join(' · ')}</p>
          <RaisedNote finding={finding} />
        </div>
        {question && <Badge tone="medium">{t('Your decision first')}</Badge>}
        {!question && isRepairUndecided(finding) && <Badge tone="medium">{t('Repaired?')}</Badge>}
        <Badge tone="outline">{finding.source === 'ai' ? t('AI') : t('Person')}</Badge>
      </div>
      {question && <p className="text-small text-medium">{question}</p>}
      {!closed && <p className="text-small text-ink-2">{findingText(finding.recommendedAction)}</p>}
      {finding.note && <p className="text-small text-ink-2">{finding.note}</p>}
      {finding.repairs[0] && (
        <p className="text-small text-ink-2">
          {t('Repair photo: {sight}', { sight: sightText(finding, finding.repairs[0].sight) })}
        </p>
      )}
      <UnsentFinding scope={scope} id={finding.id} />
      <FindingParts finding={finding} onOpen={onOpen} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {finding.photoId && (
          <Button variant="ghost" size="sm" className="-ms-3" onClick={() => onOpen(finding)}>
            <Image aria-hidden="true" />
            {t('View in Photo')}
          </Button>
        )}
        {finding.videoTimestamp !== null && onVideo && (
          <Button variant="ghost" size="sm" className="-ms-3" onClick={() => onVideo(finding)}>
            <Play aria-hidden="true" />
            {t('View in Video · {videoTimestamp}', { videoTimestamp: formatTimestamp(finding.videoTimestamp) })}
          </Button>
        )}
        {finding.abilities.edit && !closed && (
          <Button
            variant="ghost"
            size="sm"
            className="first:-ms-3"
            aria-label={t('Edit {title}', { title: finding.title })}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" />
            {t('Edit')}
          </Button>
        )}
        <DecisionButtons finding={finding} scope={scope} onDecided={() => focusNextFinding(row.current)} />
      </div>
      {editing && (
        <FindingSheet scope={scope} finding={finding} likely={likelyOf?.(finding)} onClose={() => setEditing(false)} />
      )}
    </li>
  );
}

interface FindingsListProps extends FindingActions {
  findings: readonly Finding[];
  /** Whether photos are still being analyzed, so that there may be more findings. */
  analyzing: boolean;
}

/** The findings of an area: open ones first, then by severity. */
export function FindingsList({ findings, analyzing, ...row }: FindingsListProps) {
  if (findings.length === 0) return <NothingFlagged analyzing={analyzing} />;
  const ordered = [...findings.filter(isOpenFinding), ...findings.filter((finding) => !isOpenFinding(finding))];
  return (
    <>
      <SameDefectCard findings={ordered} onOpen={row.onOpen} />
      <ul className="divide-y divide-line">
        {ordered.map((finding) => (
          <FindingRow key={finding.id} finding={finding} {...row} />
        ))}
      </ul>
    </>
  );
}
