import { Pencil } from 'lucide-react';
import type { Issue } from '#contract/issues.ts';
import { findingCategoryLabels } from '#contract/findings.ts';
import { decisionText, dimensionLabel, dueText, sureText } from '#web/features/issues/finding-texts.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';

/** One finding in words: what, how bad, how sure, what to do and by when. */
export function FindingPanel({ issue, engine, onEdit }: { issue: Issue; engine: string | null; onEdit: () => void }) {
  return (
    <article className="grid gap-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <SeverityBadge severity={issue.severity} />
        <Badge>{dimensionLabel(issue)}</Badge>
        <span className="ml-auto text-small text-ink-2">
          {[sureText(issue), issue.source === 'ai' ? engine : null].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div>
        <h2 className="heading">{issue.title}</h2>
        {issue.description && <p className="mt-1 text-ink-2">{issue.description}</p>}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 rounded-card border border-line bg-surface px-3.5 py-3">
        <div>
          <dt className="text-small text-ink-2">Recommended action</dt>
          <dd className="font-medium">{issue.recommendedAction}</dd>
        </div>
        <div>
          <dt className="text-small text-ink-2">Due</dt>
          <dd className="font-strong whitespace-nowrap">{dueText(issue)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap items-center justify-between gap-2 text-small text-ink-2">
        <span>
          {findingCategoryLabels[issue.category]} · {decisionText(issue)}
        </span>
        {issue.abilities.edit && (
          <Button variant="ghost" size="sm" onClick={onEdit}>
            <Pencil aria-hidden="true" />
            Edit
          </Button>
        )}
      </div>
      {issue.note && <p className="text-ink-2">{issue.note}</p>}
    </article>
  );
}
