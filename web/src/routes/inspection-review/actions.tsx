import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Download, FileText, ImagePlus, Send, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { useInspectionReport, useRecallInspection } from '#web/features/inspections/api.ts';
import { useGenerateInspectionPlan } from '#web/features/inspections/plan-api.ts';
import { Button } from '#web/ui/button.tsx';

interface MainActionsProps {
  inspection: Inspection;
  /** Opens the 'Finish' sheet, from which the inspection is submitted. */
  onSubmit: () => void;
}

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
      {t('Export PDF')}
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
      title={generatePip ? undefined : t('No findings yet')}
      pending={generate.isPending}
      onClick={() =>
        generate.mutate(undefined, {
          onSuccess: ({ pipReport }) => void navigate({ to: '/pip-report/$id', params: { id: pipReport.id } }),
        })
      }
    >
      {!generate.isPending && <FileText aria-hidden="true" />}
      {generate.isPending ? t('Generating PIP...') : t('Generate PIP')}
    </Button>
  );
}

function Submit({ inspection, onSubmit }: MainActionsProps) {
  const empty = inspection.photoCount === 0 && inspection.videoUrl === null;
  return (
    <Button
      className="px-3"
      disabled={empty}
      title={empty ? t('Add a photo or a recording first') : undefined}
      onClick={onSubmit}
    >
      <Send aria-hidden="true" />
      {t('Submit for Review')}
    </Button>
  );
}

/** Takes the submission back, as long as no reviewer has opened it. */
function Recall({ inspection }: { inspection: Inspection }) {
  const recall = useRecallInspection(inspection.id);
  return (
    <Button variant="secondary" className="px-3" pending={recall.isPending} onClick={() => recall.mutate()}>
      {!recall.isPending && <Undo2 aria-hidden="true" />}
      {t('Recall')}
    </Button>
  );
}

export const BackToDashboard = ({ dense }: { dense: boolean }) => (
  <Button variant="secondary" size={dense ? 'sm' : 'md'} asChild>
    <Link to="/">
      <ArrowLeft aria-hidden="true" />
      {t('Back to Dashboard')}
    </Link>
  </Button>
);

export const AddMorePhotos = ({ inspection, dense }: { inspection: Inspection; dense: boolean }) =>
  inspection.abilities.work && (
    <AddPhotos inspection={inspection} variant="secondary" size={dense ? 'sm' : 'md'}>
      <ImagePlus aria-hidden="true" />
      {t('Add More Photos')}
    </AddPhotos>
  );

/** Generate PIP, and Submit for Review or Recall. */
export const MainActions = ({ inspection, onSubmit }: MainActionsProps) => (
  <>
    <GeneratePlan inspection={inspection} secondary={inspection.abilities.submit} />
    {inspection.abilities.submit && <Submit inspection={inspection} onSubmit={onSubmit} />}
    {inspection.abilities.recall && <Recall inspection={inspection} />}
  </>
);
