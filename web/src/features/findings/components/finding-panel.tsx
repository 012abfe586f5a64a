import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { locationText } from '#contract/places.ts';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import {
  decisionText,
  dimensionLabel,
  disagreementText,
  dueText,
  findingText,
  confidenceText,
} from '#web/features/findings/finding-texts.ts';
import { RaisedNote } from '#web/features/findings/components/raised-note.tsx';
import { UnsentFinding } from '#web/features/findings/components/unsent-finding.tsx';
import type { Scope } from '#web/lib/scope.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';

/** The details of one finding: severity, confidence, recommended action and due date. */
export function FindingPanel({ scope, finding, engine }: { scope: Scope; finding: Finding; engine: string | null }) {
  const question = disagreementText(finding);
  return (
    <article className="grid gap-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <SeverityBadge severity={finding.severity} />
        <Badge>{dimensionLabel(finding)}</Badge>
        <span className="ms-auto text-small text-ink-2">
          {[confidenceText(finding), finding.source === 'ai' ? engine : null].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div>
        <h2 className="heading">{t(finding.title)}</h2>
        {finding.description && <p className="mt-1 text-ink-2">{findingText(finding.description)}</p>}
      </div>
      <RaisedNote finding={finding} />
      {question && (
        <p className="rounded-card bg-medium-soft px-3.5 py-2.5 text-medium">
          <span className="font-strong">{t('Your decision first.')}</span> {question}
        </p>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 rounded-card border border-line bg-surface px-3.5 py-3">
        <div>
          <dt className="text-small text-ink-2">{t('Recommended action')}</dt>
          <dd className="font-medium">{findingText(finding.recommendedAction)}</dd>
        </div>
        <div>
          <dt className="text-small text-ink-2">{t('Due')}</dt>
          <dd className="font-strong whitespace-nowrap">{dueText(finding)}</dd>
        </div>
      </dl>
      <p className="text-small text-ink-2">
        {locationText(finding) && `${locationText(finding)} · `}
        {findingCategoryLabels[finding.category]} · {decisionText(finding)}
      </p>
      {finding.note && <p className="text-ink-2">{finding.note}</p>}
      <UnsentFinding scope={scope} id={finding.id} />
    </article>
  );
}
