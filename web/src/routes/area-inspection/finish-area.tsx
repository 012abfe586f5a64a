import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { missingEvidence } from '#contract/coverage.ts';
import { plural } from '#contract/texts.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { useCompleteArea } from '#web/features/areas/api.ts';
import { undecidedText, useUndecidedReason } from '#web/features/areas/components/undecided-reason.tsx';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

interface FinishAreaProps {
  areaSession: AreaSession;
  /** The number of photos that are being analyzed. */
  analyzing: number;
  /** The number of photos and changes that the server does not have yet. */
  waiting: number;
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
export function FinishArea({ areaSession, analyzing, waiting, onClose }: FinishAreaProps) {
  const { coverage } = areaSession;
  const complete = useCompleteArea(areaSession.id);
  const navigate = useNavigate();
  const { data: findings = [], isPending } = useFindings({ of: 'area-sessions', id: areaSession.id });
  const { field, reason, ready } = useUndecidedReason(undecidedText(areaSession, findings));
  const missing = missingEvidence(coverage);
  const analysis = { to: '/area-analysis', search: areaSearchOf(areaSession) } as const;
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open && !complete.isPending) onClose();
      }}
    >
      <SheetContent
        title={`Finish ${areaSession.area.name}`}
        description="Review it yourself first, or submit it as it is."
        footer={
          <>
            <Button variant="secondary" disabled={complete.isPending} onClick={() => void navigate(analysis)}>
              Review First
            </Button>
            <Button
              pending={complete.isPending}
              disabled={isPending || waiting > 0}
              onClick={() => {
                if (ready()) complete.mutate(reason, { onSuccess: () => void navigate(analysis) });
              }}
            >
              Submit for Review
            </Button>
          </>
        }
      >
        <dl className="divide-y divide-line">
          <Figure label="Checks">
            {coverage.answered} of {coverage.checks}
          </Figure>
          <Figure label="Critical checks">
            {coverage.criticalAnswered} of {coverage.critical}
          </Figure>
          <Figure label="Photos">{plural(coverage.photos, 'photo')}</Figure>
          <Figure label="Findings">{plural(findings.filter(isOpenFinding).length, 'open finding')}</Figure>
        </dl>
        {waiting > 0 && (
          <p role="status" className="pt-3 text-ink-2">
            Photos and changes are still being saved. You can submit once the server has them.
          </p>
        )}
        {analyzing > 0 && (
          <p role="status" className="pt-3 text-ink-2">
            {plural(analyzing, 'photo')} still being analyzed. New findings are added after you submit.
          </p>
        )}
        {missing && <p className="pt-3 text-ink-2">Not enough evidence for a score: {missing} missing.</p>}
        {field && <div className="pt-3">{field}</div>}
      </SheetContent>
    </Sheet>
  );
}
