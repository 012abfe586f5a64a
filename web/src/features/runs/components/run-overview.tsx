import { Link, useNavigate } from '@tanstack/react-router';
import { Check, FileText, Images, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import type { Run } from '#contract/runs.ts';
import { plural } from '#contract/texts.ts';
import { useGenerateRunPlan } from '#web/features/runs/plan-api.ts';
import { OfflineLine } from '#web/features/runs/components/offline-line.tsx';
import { submitRun } from '#web/features/runs/run-outbox.ts';
import { parentOfRun } from '#web/features/runs/run-kinds.ts';
import { isApproved, runFigures } from '#web/features/runs/run-progress.ts';
import { useItems } from '#web/lib/use-items.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { Score } from '#web/ui/score.tsx';
import { UnsentNote } from '#web/ui/unsent-note.tsx';

function Figure({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="font-strong">{value}</dd>
    </div>
  );
}

/** The progress of a run, and the actions for the whole run. */
export function RunOverview({ run, alsoDownload }: { run: Run; alsoDownload: () => Promise<void> }) {
  const figures = runFigures(run.progress);
  const navigate = useNavigate();
  const generate = useGenerateRunPlan(run.id);
  const unsent = useItems(parentOfRun(run));
  const [submitting, setSubmitting] = useState(false);
  const { abilities } = run;
  const approved = isApproved(run.progress);
  const isOpen = run.progress.some((areaSession) => areaSession.abilities.work);
  const hasActions = abilities.generatePip || abilities.submit || run.pipReportId !== null || isOpen;
  return (
    <Card className="grid gap-4 p-[18px]">
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="heading">
            {t('{completed} of {areas} completed', {
              completed: figures.completed,
              areas: plural(figures.applicable, 'area'),
            })}
          </h2>
          <StatusBadge status={approved ? 'approved' : run.status} />
        </div>
        <Progress value={figures.percent} label={t('Overall progress')} className="h-2" />
        <p className="text-small text-ink-2">
          {t('{answered} of {checks} answered', {
            answered: figures.answered,
            checks: plural(figures.checks, 'check'),
          })}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label={t('Photos')} value={figures.photos} />
        <Figure label={t('Open findings')} value={figures.findings} />
        <Figure label={t('Compliance score')} value={<Score score={run.complianceScore} coverage={run.coverage} />} />
        <Figure
          label={run.completedAt ? t('Submitted') : t('Started')}
          value={formatDate(run.completedAt ?? run.createdAt)}
        />
      </dl>
      {hasActions && (
        <div className="grid gap-2.5 border-t border-line pt-4 sm:flex sm:flex-wrap">
          {abilities.generatePip && (
            <Button
              pending={generate.isPending}
              onClick={() =>
                generate.mutate(undefined, {
                  onSuccess: ({ pipReport }) => void navigate({ to: '/pip-report/$id', params: { id: pipReport.id } }),
                })
              }
            >
              {!generate.isPending && <FileText aria-hidden="true" />}
              {generate.isPending ? t('Generating PIP...') : t('Generate Property-Wide PIP')}
            </Button>
          )}
          {isOpen && (
            <Button variant="secondary" asChild>
              <Link to="/sort-photos" search={{ runId: run.id }}>
                <Images aria-hidden="true" />
                {t('Sort Photos into Areas')}
              </Link>
            </Button>
          )}
          {run.pipReportId !== null && (
            <Button variant="secondary" asChild>
              <Link to="/pip-report/$id" params={{ id: run.pipReportId }}>
                {t('View Report')}
              </Link>
            </Button>
          )}
          {abilities.submit && (
            <Button variant="secondary" onClick={() => setSubmitting(true)}>
              {approved ? <Check aria-hidden="true" /> : <Send aria-hidden="true" />}
              {approved ? t('Close Inspection') : t('Submit Inspection')}
            </Button>
          )}
        </div>
      )}
      <UnsentNote items={unsent} />
      {run.status === 'in_progress' && <OfflineLine run={run} alsoDownload={alsoDownload} />}
      <ConfirmDialog
        open={submitting}
        onOpenChange={setSubmitting}
        title={approved ? t('Close this inspection?') : t('Submit this inspection?')}
        description={
          approved
            ? t('Every area is approved. Once it is closed, you can start the next inspection of this property.')
            : t("You can't edit it afterwards unless the brand asks for a re-inspection.")
        }
        confirmLabel={approved ? t('Close Inspection') : t('Submit')}
        onConfirm={() => {
          submitRun(run);
          setSubmitting(false);
        }}
      />
    </Card>
  );
}
