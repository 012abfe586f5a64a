import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { missingEvidence } from '#contract/coverage-details.ts';
import type { Coverage } from '#contract/coverage.ts';
import { t } from '#contract/language.ts';
import { formatTimestamp, plural } from '#contract/texts.ts';
import { isUnsentPhoto } from '#web/features/areas/area-kinds.ts';
import { undecidedText, useUndecidedReason } from '#web/features/areas/components/undecided-reason.tsx';
import { useLocalCoverage } from '#web/features/checklists/use-local-coverage.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';
import { useAllItems } from '#web/lib/use-items.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { isStuck } from '#web/ui/unsent-note.tsx';

interface FinishSheetProps {
  title: string;
  scope: Scope;
  /** What the server knows; the answers and photos of this device are added. */
  evidence: { coverage: Coverage; newEvidenceMissing: boolean };
  /** The number of photos that are being analyzed. */
  analyzing: number;
  /** The recorded seconds, where the sheet finishes a recording, which is then saved before anything else happens. */
  seconds?: number;
  /** Whether the device sends the submission after everything else that it has; otherwise it has to be saved first. */
  queued?: boolean;
  /** Whether the caller may not submit it now. */
  disabled?: boolean;
  busy: 'review' | 'submit' | null;
  onReview: () => void;
  onSubmit: (reason: string | null) => void;
  onClose: () => void;
  children?: ReactNode;
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-2.5">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-end font-strong">{children}</dd>
    </div>
  );
}

/** Says what this device has not sent yet: it is sent first, has to be saved first, or was refused. */
function UnsentText({ unsent, queued }: { unsent: readonly Item[]; queued: boolean }) {
  const refused = unsent.filter(isStuck).length;
  if (unsent.length === 0) return null;
  if (refused > 0)
    return (
      <p role="alert" className="pt-3 font-medium text-critical">
        {t('{changes} refused.', { changes: plural(refused, 'change was', 'changes were') })}{' '}
        <Link to="/waiting-changes" className="underline">
          {refused === 1 ? t('Try again or discard it') : t('Try again or discard them')}
        </Link>{' '}
        {t('before you submit.')}
      </p>
    );
  const changes = plural(unsent.length, 'photo or change is', 'photos and changes are');
  return (
    <p role="status" className="pt-3 text-ink-2">
      {queued
        ? t('{changes} sent first, then the area.', { changes })
        : t('{changes} not saved yet. You can submit once they are.', { changes })}
    </p>
  );
}

/** The figures of an area session or inspection with this device's changes applied. */
function useFinish({ scope, evidence, seconds }: Pick<FinishSheetProps, 'scope' | 'evidence' | 'seconds'>) {
  const path = scopePath(scope);
  // The files of an upload dialog have a parent of their own below the scope.
  const unsent = useAllItems().filter(
    ({ stage, entry: { parent, kind } }) =>
      (parent === path || parent.startsWith(`${path}/`)) &&
      stage !== 'saved' &&
      stage !== 'ready' &&
      (seconds === undefined || kind !== 'recording'),
  );
  const photosUnsent = unsent.filter(isUnsentPhoto).length;
  const coverage = useLocalCoverage(scope, evidence.coverage);
  const { data: findings = [], isPending } = useFindings(scope);
  const newEvidenceMissing = evidence.newEvidenceMissing && photosUnsent === 0;
  return { unsent, photosUnsent, coverage, findings, isPending, needed: { coverage, newEvidenceMissing } };
}

/**
 * The checks, requirements, photos and findings before an area or inspection is submitted, with Review First and Submit. What is
 * undecided needs a reason.
 */
export function FinishSheet(props: FinishSheetProps) {
  const {
    title,
    analyzing,
    seconds,
    queued = false,
    disabled = false,
    busy,
    onReview,
    onSubmit,
    onClose,
    children,
  } = props;
  const { unsent, photosUnsent, coverage, findings, isPending, needed } = useFinish(props);
  const { field, reason, ready } = useUndecidedReason(undecidedText(needed, findings));
  const undecided = findings.filter(({ status }) => status === 'pending').length;
  const missing = missingEvidence(coverage);
  const blocked = disabled || isPending || (queued ? unsent.some(isStuck) : unsent.length > 0);
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open && busy === null) onClose();
      }}
    >
      <SheetContent
        title={title}
        description={t('Review it first, or submit it now.')}
        footer={
          <>
            <Button variant="secondary" pending={busy === 'review'} disabled={busy !== null} onClick={onReview}>
              {t('Review First')}
            </Button>
            <Button
              pending={busy === 'submit'}
              disabled={busy !== null || blocked}
              onClick={() => {
                if (ready()) onSubmit(reason);
              }}
            >
              {t('Submit for Review')}
            </Button>
          </>
        }
      >
        <dl className="divide-y divide-line">
          {seconds !== undefined && <Figure label={t('Recording')}>{formatTimestamp(seconds)}</Figure>}
          {coverage.checks > 0 && (
            <Figure label={t('Checks')}>
              {t('{answered} of {checks}', { answered: coverage.answered, checks: coverage.checks })}
            </Figure>
          )}
          {coverage.critical > 0 && (
            <Figure label={t('Critical checks')}>
              {t('{criticalAnswered} of {critical}', {
                criticalAnswered: coverage.criticalAnswered,
                critical: coverage.critical,
              })}
            </Figure>
          )}
          {coverage.requirements > 0 && (
            <Figure label={t('Requirements')}>
              {t('{met} of {requirements} met', { met: coverage.requirementsMet, requirements: coverage.requirements })}
            </Figure>
          )}
          <Figure label={t('Photos')}>
            {plural(coverage.photos, 'photo')}
            {photosUnsent > 0 && t(', {photos} not uploaded yet', { photos: photosUnsent })}
          </Figure>
          <Figure label={t('Findings')}>
            {plural(findings.filter(isOpenFinding).length, 'open finding')}
            {undecided > 0 && t(', {undecided} undecided', { undecided })}
          </Figure>
        </dl>
        <UnsentText unsent={unsent} queued={queued} />
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
        {children}
      </SheetContent>
    </Sheet>
  );
}
