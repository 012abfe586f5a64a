import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Download, FileText, ImagePlus, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { plural } from '#contract/texts.ts';
import { undecidedText, useUndecidedReason } from '#web/features/areas/components/undecided-reason.tsx';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { useGenerateInspectionPlan, useInspectionReport, useSubmitInspection } from '#web/features/inspections/api.ts';
import { useUnsent } from '#web/lib/use-items.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface AddPhotosProps {
  inspection: Inspection;
  variant?: 'primary' | 'secondary';
  size?: 'sm' | 'md';
  children: ReactNode;
}

/** The link to add photos: in the area of an area session, otherwise on the photo page of the inspection. */
export function AddPhotos({ inspection, variant, size, children }: AddPhotosProps) {
  const { id, areaSessionId, runId, area, propertyId } = inspection;
  return (
    <Button variant={variant} size={size} asChild>
      {areaSessionId ? (
        <Link
          to="/area-inspection"
          search={{ runId: runId ?? undefined, sessionId: areaSessionId, areaName: area, propertyId }}
        >
          {children}
        </Link>
      ) : (
        <Link to="/photo-upload" search={{ inspectionId: id }}>
          {children}
        </Link>
      )}
    </Button>
  );
}

/** Downloads the inspection as a PDF. */
export function ReportButton({ inspection, dense }: { inspection: Inspection; dense: boolean }) {
  const report = useInspectionReport(inspection.id);
  return (
    <Button variant="secondary" size={dense ? 'sm' : 'md'} pending={report.isPending} onClick={() => report.mutate()}>
      {!report.isPending && <Download aria-hidden="true" />}
      Export PDF
    </Button>
  );
}

function GeneratePlan({ inspection, secondary }: { inspection: Inspection; secondary: boolean }) {
  const generate = useGenerateInspectionPlan(inspection.id);
  const navigate = useNavigate();
  const { generatePip } = inspection.abilities;
  return (
    <Button
      variant={secondary ? 'secondary' : 'primary'}
      className="px-3"
      disabled={!generatePip}
      title={generatePip ? undefined : 'No findings yet'}
      pending={generate.isPending}
      onClick={() =>
        generate.mutate(undefined, {
          onSuccess: ({ pipReport }) => void navigate({ to: '/pip-report/$id', params: { id: pipReport.id } }),
        })
      }
    >
      {!generate.isPending && <FileText aria-hidden="true" />}
      {generate.isPending ? 'Generating PIP...' : 'Generate PIP'}
    </Button>
  );
}

/** Confirms the submission, which locks the inspection. */
function Submit({ inspection }: { inspection: Inspection }) {
  const submit = useSubmitInspection(inspection.id);
  const [confirming, setConfirming] = useState(false);
  const unsent = useUnsent({ of: 'inspections', id: inspection.id });
  const empty = inspection.photoCount === 0 && inspection.videoUrl === null;
  const { data: findings = [] } = useFindings({ of: 'inspections', id: inspection.id });
  const { field, reason, ready } = useUndecidedReason(undecidedText(inspection, findings));
  return (
    <>
      <Button
        className="px-3"
        disabled={empty || unsent > 0}
        title={empty ? 'Add a photo or a recording first' : unsent > 0 ? 'Wait until everything is saved' : undefined}
        onClick={() => setConfirming(true)}
      >
        <Send aria-hidden="true" />
        Submit for Review
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Submit this inspection for review?"
        description={`${plural(inspection.photoCount, 'photo')} and ${plural(inspection.issuesDetected, 'open finding')} go to the reviewer. You can't edit them until the reviewer decides.`}
        confirmLabel="Submit for Review"
        pending={submit.isPending}
        onConfirm={() => {
          if (ready()) submit.mutate(reason, { onSettled: () => setConfirming(false) });
        }}
      >
        {field}
      </ConfirmDialog>
    </>
  );
}

export const BackToDashboard = ({ dense }: { dense: boolean }) => (
  <Button variant="secondary" size={dense ? 'sm' : 'md'} asChild>
    <Link to="/">
      <ArrowLeft aria-hidden="true" />
      Back to Dashboard
    </Link>
  </Button>
);

export const AddMorePhotos = ({ inspection, dense }: { inspection: Inspection; dense: boolean }) =>
  inspection.abilities.work && (
    <AddPhotos inspection={inspection} variant="secondary" size={dense ? 'sm' : 'md'}>
      <ImagePlus aria-hidden="true" />
      Add More Photos
    </AddPhotos>
  );

/** Generate PIP and Submit for Review. */
export const MainActions = ({ inspection }: { inspection: Inspection }) => (
  <>
    <GeneratePlan inspection={inspection} secondary={inspection.abilities.submit} />
    {inspection.abilities.submit && <Submit inspection={inspection} />}
  </>
);
