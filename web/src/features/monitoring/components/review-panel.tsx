import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import type { Finding } from '#contract/findings.ts';
import { awaitsAnalysis } from '#web/features/photos/quality.ts';
import { inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { FindingList } from '#web/features/monitoring/components/finding-list.tsx';
import { OutcomeText } from '#web/features/areas/components/outcome.tsx';
import { PreviousInspection } from '#web/features/monitoring/components/previous-inspection.tsx';
import { CaseNotes, ReviewCase } from '#web/features/monitoring/components/review-case.tsx';
import { ReviewChecklist } from '#web/features/monitoring/components/review-checklist.tsx';
import { FlagNote } from '#web/features/monitoring/components/flag-note.tsx';
import { LeftOutAreas } from '#web/features/monitoring/components/left-out-areas.tsx';
import { ReviewRequirements } from '#web/features/monitoring/components/review-requirements.tsx';
import { QuickActions } from '#web/features/monitoring/components/quick-actions.tsx';
import { ReviewPhotos } from '#web/features/monitoring/components/review-photos.tsx';
import { DetectionSummary, InspectionDetails } from '#web/features/monitoring/components/inspection-details.tsx';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { inspectionQuery } from '#web/features/inspections/api.ts';
import { cn } from '#web/lib/cn.ts';
import { formatLongDateTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { InspectionRecording } from '#web/features/recordings/components/inspection-recording.tsx';
import { useSeek } from '#web/features/recordings/use-seek.ts';

export interface ReviewPanelProps {
  inspection: Inspection;
  onClose: () => void;
  onApprove: (inspection: Inspection) => void;
  /** Whether a decision is being saved. */
  deciding: boolean;
  onReinspect: (inspection: Inspection) => void;
  className?: string;
}

export const reviewTitle = ({ propertyName, area }: Inspection) => `Inspection Review: ${propertyName} - ${area}`;
export const conductedLine = ({ user, createdAt }: Inspection) =>
  `Conducted by ${fullName(user) || 'Unknown'} on ${formatLongDateTime(createdAt)}`;

function Findings({
  findings,
  analyzed,
  ...list
}: { findings: readonly Finding[]; analyzed: boolean } & Omit<Parameters<typeof FindingList>[0], 'findings'>) {
  if (findings.length === 0)
    return <p className="py-2 text-ink-2">{analyzed ? 'Nothing flagged.' : 'No findings yet.'}</p>;
  const current = findings.filter(({ status }) => status !== 'dismissed');
  const dismissed = findings.filter(({ status }) => status === 'dismissed');
  return <FindingList findings={[...current, ...dismissed]} {...list} />;
}

function Note({ title, text }: { title: string; text: string | null }) {
  if (!text) return null;
  return (
    <div className="rounded-card bg-sunken px-4 py-3">
      <div className="text-small font-semibold text-ink-2">{title}</div>
      <p className="break-words whitespace-pre-wrap">{text}</p>
    </div>
  );
}

/** Everything that a reviewer needs to decide on one inspection; in two columns if there is room. */
export function ReviewBody({ inspection }: Pick<ReviewPanelProps, 'inspection'>) {
  const photos = useQuery(inspectionPhotosQuery(inspection.id));
  // This request also tells the server that a reviewer has opened the inspection, after which its owner can no longer
  // recall it.
  useQuery(inspectionQuery(inspection.id));
  const scope = { of: 'inspections', id: inspection.id } as const;
  const findingsResult = useFindings(scope);
  const [shownId, setShownId] = useState<string>();
  const [selectedFindingId, setSelectedFindingId] = useState<string | null>(null);
  const [enlarged, setEnlarged] = useState(false);
  const [seekTo, seek] = useSeek();
  const player = useRef<HTMLDivElement>(null);
  const pictures = useRef<HTMLDivElement>(null);
  const error = photos.error ?? findingsResult.error;

  if (error && !(photos.data && findingsResult.data))
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void photos.refetch();
          void findingsResult.refetch();
        }}
      />
    );
  if (!photos.data || !findingsResult.data)
    return (
      <div className="grid gap-3">
        <Skeleton className="aspect-[16/10] rounded-card" />
        <Skeleton className="h-[54px] w-2/3" />
        <SkeletonRows rows={3} className="px-0" label="Loading the review" />
      </div>
    );

  const findings = findingsResult.data;
  function select(finding: Finding) {
    setSelectedFindingId((selected) => (selected === finding.id ? null : finding.id));
    if (finding.photoId) setShownId(finding.photoId);
    seek(finding.videoTimestamp);
    // The photo or recording may be outside the view.
    const target = finding.videoTimestamp === null ? finding.photoId && pictures.current : player.current;
    if (target) target.scrollIntoView({ block: 'nearest' });
  }
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 @3xl:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <FlagNote inspection={inspection} />
          {inspection.videoUrl && (
            <div ref={player}>
              <InspectionRecording inspectionId={inspection.id} findings={findings} seekTo={seekTo} />
            </div>
          )}
          {/* With a recording, an inspection needs no photos. */}
          {(!inspection.videoUrl || photos.data.length > 0) && (
            <div ref={pictures}>
              <ReviewPhotos
                scope={scope}
                scored={inspection}
                area={inspection.area}
                enlarged={enlarged}
                onEnlarge={setEnlarged}
                photos={photos.data}
                findings={findings}
                shownId={shownId}
                onShow={setShownId}
                selectedFindingId={selectedFindingId}
                onSelectFinding={setSelectedFindingId}
              />
            </div>
          )}
          <section>
            <h3 className="text-small font-semibold text-ink-2">Findings</h3>
            <Findings
              scope={scope}
              findings={findings}
              analyzed={!awaitsAnalysis(photos.data)}
              selectedId={selectedFindingId}
              onSelect={select}
            />
          </section>
          <PreviousInspection inspection={inspection} findings={findings} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
          <Note title="The owner's reason for submitting as it is" text={inspection.submissionReason} />
          <Note title="Reviewer's note" text={inspection.reviewNote} />
          <ReviewChecklist inspection={inspection} />
          {inspection.caseId && <ReviewRequirements inspection={inspection} caseId={inspection.caseId} />}
          {inspection.caseId && <CaseNotes caseId={inspection.caseId} />}
          <DetectionSummary photos={photos.data} findings={findings} />
          <InspectionDetails inspection={inspection} findings={findings} />
          {inspection.runId && <LeftOutAreas runId={inspection.runId} />}
          <QuickActions inspection={inspection} />
        </div>
      </div>
    </div>
  );
}

/** The decision buttons, or the decision once it is made. */
export function ReviewActions({
  inspection,
  onApprove,
  deciding,
  onReinspect,
}: Omit<ReviewPanelProps, 'className' | 'onClose'>) {
  if (!inspection.abilities.review)
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        <StatusBadge status={inspection.status} />
        <OutcomeText inspection={inspection} />
        {inspection.reviewedAt && formatLongDateTime(inspection.reviewedAt)}
      </p>
    );
  return (
    <div className="grid w-full grid-cols-2 gap-2.5">
      <Button variant="secondary" className="px-2" disabled={deciding} onClick={() => onReinspect(inspection)}>
        Request Reinspection
      </Button>
      <Button className="px-2" pending={deciding} onClick={() => onApprove(inspection)}>
        Approve Inspection
      </Button>
    </div>
  );
}

/** The review next to or below the table. Its body scrolls between the heading and the decision buttons. */
export function ReviewPanel({
  inspection,
  className,
  onClose,
  body,
  ...actions
}: ReviewPanelProps & { body: Ref<HTMLDivElement> }): ReactNode {
  const title = reviewTitle(inspection);
  return (
    <aside aria-label={title} className={cn('flex min-h-0 flex-col bg-surface', className)}>
      <header className="flex items-start gap-2 pt-4 pe-2.5 pb-3 ps-5">
        <div className="min-w-0 flex-1">
          <p className="text-small text-ink-2">{conductedLine(inspection)}</p>
          <h2 className="heading">{title}</h2>
          {inspection.caseId && <ReviewCase caseId={inspection.caseId} />}
        </div>
        <IconButton label="Close review" className="-mt-1" onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div
        ref={body}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-5 pb-5 focus-visible:-outline-offset-2"
      >
        <ReviewBody key={inspection.id} inspection={inspection} />
      </div>
      <footer className="sticky bottom-0 rounded-b-card border-t border-line bg-surface px-5 py-3.5">
        <ReviewActions inspection={inspection} {...actions} />
      </footer>
    </aside>
  );
}
