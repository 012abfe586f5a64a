import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { missingEvidence } from '#contract/coverage-details.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { completeArea } from '#web/features/areas/area-outbox.ts';
import { localCoverage } from '#web/features/areas/local-coverage.ts';
import { isUnsentPhoto } from '#web/features/areas/area-kinds.ts';
import { undecidedText, useUndecidedReason } from '#web/features/areas/components/undecided-reason.tsx';
import { checklistQuery } from '#web/features/checklists/api.ts';
import { withAnswers } from '#web/features/checklists/answer-kind.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { settled } from '#web/lib/outbox/settled.ts';
import { useItems } from '#web/lib/use-items.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { isStuck } from '#web/ui/unsent-note.tsx';

interface FinishAreaProps {
  areaSession: AreaSession;
  /** The number of photos that are being analyzed. */
  analyzing: number;
  onClose: () => void;
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-strong">{children}</dd>
    </div>
  );
}

/** The checks, photos and findings of the area before it is submitted, with Review First and Submit. */
export function FinishArea({ areaSession, analyzing, onClose }: FinishAreaProps) {
  const scope: Scope = { of: 'area-sessions', id: areaSession.id };
  const unsent = useItems(scopePath(scope)).filter(({ stage }) => stage !== 'saved');
  const refused = unsent.filter(isStuck).length;
  const checklist = useQuery(checklistQuery(scope));
  const coverage = localCoverage(areaSession.coverage, checklist.data && withAnswers(checklist.data, unsent));
  const photos = unsent.filter(isUnsentPhoto).length;
  const [submitting, setSubmitting] = useState(false);
  const navigate = useNavigate();
  const { data: findings = [], isPending } = useFindings(scope);
  const { field, reason, ready } = useUndecidedReason(
    undecidedText(
      { ...areaSession, coverage, newEvidenceMissing: areaSession.newEvidenceMissing && photos === 0 },
      findings,
    ),
  );
  const missing = missingEvidence(coverage);
  const analysis = { to: '/area-analysis', search: areaSearchOf(areaSession) } as const;

  async function submit() {
    if (!ready()) return;
    setSubmitting(true);
    const outcome = await settled(completeArea(areaSession, reason));
    setSubmitting(false);
    if (outcome !== 'refused') await navigate(analysis);
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open && !submitting) onClose();
      }}
    >
      <SheetContent
        title={t('Finish {name}', { name: areaSession.area.name })}
        description={t('Review it yourself first, or submit it as it is.')}
        footer={
          <>
            <Button variant="secondary" disabled={submitting} onClick={() => void navigate(analysis)}>
              {t('Review First')}
            </Button>
            <Button pending={submitting} disabled={isPending || refused > 0} onClick={() => void submit()}>
              {t('Submit for Review')}
            </Button>
          </>
        }
      >
        <dl className="divide-y divide-line">
          <Figure label={t('Checks')}>
            {t('{answered} of {checks}', { answered: coverage.answered, checks: coverage.checks })}
          </Figure>
          <Figure label={t('Critical checks')}>
            {t('{criticalAnswered} of {critical}', {
              criticalAnswered: coverage.criticalAnswered,
              critical: coverage.critical,
            })}
          </Figure>
          <Figure label={t('Photos')}>
            {plural(coverage.photos, 'photo')}
            {photos > 0 && t(', {photos} not uploaded yet', { photos })}
          </Figure>
          <Figure label={t('Findings')}>{plural(findings.filter(isOpenFinding).length, 'open finding')}</Figure>
        </dl>
        {refused > 0 ? (
          <p role="alert" className="pt-3 font-medium text-critical">
            {t('{changes} refused.', { changes: plural(refused, 'change was', 'changes were') })}{' '}
            <Link to="/waiting-changes" className="underline">
              {refused === 1 ? t('Try again or discard it') : t('Try again or discard them')}
            </Link>{' '}
            {t('before you submit.')}
          </p>
        ) : (
          unsent.length > 0 && (
            <p role="status" className="pt-3 text-ink-2">
              {t('{changes} sent first, then the area.', {
                changes: plural(unsent.length, 'photo or change is', 'photos and changes are'),
              })}
            </p>
          )
        )}
        {analyzing > 0 && (
          <p role="status" className="pt-3 text-ink-2">
            {t('{photos} still being analyzed. New findings are added after you submit.', {
              photos: plural(analyzing, 'photo'),
            })}
          </p>
        )}
        {missing && (
          <p className="pt-3 text-ink-2">{t('Not enough evidence for a score: {missing} missing.', { missing })}</p>
        )}
        {field && <div className="pt-3">{field}</div>}
      </SheetContent>
    </Sheet>
  );
}
