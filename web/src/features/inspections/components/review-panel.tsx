import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import type { Issue } from '#contract/issues.ts';
import { useApprove, useDecideIssue } from '#web/features/inspections/admin-api.ts';
import { inspectionPhotosQuery } from '#web/features/inspections/api.ts';
import { FindingList } from '#web/features/inspections/components/finding-list.tsx';
import { FlagNote } from '#web/features/inspections/components/flag-note.tsx';
import { QuickActions } from '#web/features/inspections/components/quick-actions.tsx';
import { ReviewPhotos } from '#web/features/inspections/components/review-photos.tsx';
import { DetectionSummary, SessionDetails } from '#web/features/inspections/components/session-details.tsx';
import { issuesQuery } from '#web/features/issues/api.ts';
import { cn } from '#web/lib/cn.ts';
import { formatLongDateTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useMoment } from '#web/ui/use-moment.ts';

/** Shows the recording of an inspection with its findings marked; `at` is the second to wind it to. */
export type ShowRecording = (inspection: Inspection, findings: readonly Issue[], at: number | null) => ReactNode;

export interface ReviewPanelProps {
  inspection: Inspection;
  recording: ShowRecording;
  onClose: () => void;
  onApproved: (inspection: Inspection) => void;
  onReinspect: (inspection: Inspection) => void;
  className?: string;
}

export const reviewTitle = ({ propertyName, area }: Inspection) => `Inspection Review: ${propertyName} - ${area}`;
export const conductedLine = ({ user, createdAt }: Inspection) =>
  `Conducted by ${fullName(user) || 'Unknown'} on ${formatLongDateTime(createdAt)}`;

function Findings({
  issues,
  analysed,
  ...list
}: { issues: readonly Issue[]; analysed: boolean } & Omit<Parameters<typeof FindingList>[0], 'issues'>) {
  if (issues.length === 0)
    return (
      <p className="py-2 text-ink-2">
        {analysed ? 'No findings: neither the analysis nor a person saw a defect.' : 'No findings yet.'}
      </p>
    );
  const standing = issues.filter(({ status }) => status !== 'dismissed');
  const dismissed = issues.filter(({ status }) => status === 'dismissed');
  return <FindingList issues={[...standing, ...dismissed]} {...list} />;
}

/** Photos, findings and figures of one session. */
export function ReviewBody({ inspection, recording }: Pick<ReviewPanelProps, 'inspection' | 'recording'>) {
  const photos = useQuery(inspectionPhotosQuery(inspection.id));
  const issues = useQuery(issuesQuery({ of: 'inspections', id: inspection.id }));
  const decide = useDecideIssue();
  const [shownId, setShownId] = useState<string>();
  const [selectedIssueId, setSelectedIssueId] = useState<string | null>(null);
  const [at, showMoment] = useMoment();
  const film = useRef<HTMLDivElement>(null);
  const pictures = useRef<HTMLDivElement>(null);
  const error = photos.error ?? issues.error;

  if (error && !(photos.data && issues.data))
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          void photos.refetch();
          void issues.refetch();
        }}
      />
    );
  if (!photos.data || !issues.data)
    return (
      <div className="grid gap-3">
        <Skeleton className="aspect-[16/10] rounded-card" />
        <Skeleton className="h-[54px] w-2/3" />
        <SkeletonRows rows={3} className="px-0" label="Loading the review" />
      </div>
    );

  const findings = issues.data;
  function select(issue: Issue) {
    setSelectedIssueId((present) => (present === issue.id ? null : issue.id));
    if (issue.photoId) setShownId(issue.photoId);
    showMoment(issue.videoTimestamp);
    // The list may have been scrolled to, away from what it points at.
    const evidence = issue.videoTimestamp === null ? issue.photoId && pictures.current : film.current;
    if (evidence) evidence.scrollIntoView({ block: 'nearest' });
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FlagNote inspection={inspection} />
      {inspection.videoUrl && <div ref={film}>{recording(inspection, findings, at)}</div>}
      {/* A session with a recording may do without photos. */}
      {(!inspection.videoUrl || photos.data.length > 0) && (
        <div ref={pictures}>
          <ReviewPhotos
            photos={photos.data}
            issues={findings}
            shownId={shownId}
            onShow={setShownId}
            selectedIssueId={selectedIssueId}
            onSelectIssue={setSelectedIssueId}
          />
        </div>
      )}
      {inspection.reviewNote && (
        <div className="rounded-card bg-sunken px-4 py-3">
          <div className="text-small font-semibold text-ink-2">Reviewer's note</div>
          <p className="whitespace-pre-wrap">{inspection.reviewNote}</p>
        </div>
      )}
      <section>
        <h3 className="text-small font-semibold text-ink-2">Findings</h3>
        <Findings
          issues={findings}
          analysed={photos.data.some(({ analysisStatus }) => analysisStatus === 'done')}
          selectedId={selectedIssueId}
          onSelect={select}
          onDecide={({ id }, status) => decide.mutate({ id, status })}
          pendingId={decide.isPending ? decide.variables.id : undefined}
        />
      </section>
      <DetectionSummary photos={photos.data} issues={findings} />
      <SessionDetails inspection={inspection} issues={findings} />
      <QuickActions inspection={inspection} />
    </div>
  );
}

/** The decision; what is already decided says so instead. */
export function ReviewActions({
  inspection,
  onApproved,
  onReinspect,
}: Omit<ReviewPanelProps, 'className' | 'recording' | 'onClose'>) {
  const approve = useApprove();
  if (!inspection.abilities.review)
    return (
      <p className="flex items-center gap-2 text-ink-2">
        <StatusBadge status={inspection.status} />
        {inspection.reviewedAt && `since ${formatLongDateTime(inspection.reviewedAt)}`}
      </p>
    );
  return (
    <div className="grid w-full grid-cols-2 gap-2.5">
      <Button variant="secondary" className="px-2" disabled={approve.isPending} onClick={() => onReinspect(inspection)}>
        Request Reinspection
      </Button>
      <Button
        className="px-2"
        pending={approve.isPending}
        onClick={() => approve.mutate(inspection, { onSuccess: () => onApproved(inspection) })}
      >
        Approve Inspection
      </Button>
    </div>
  );
}

/** The reviewer's desk: heading above, decision below, everything between scrolls. */
export function ReviewPanel({
  inspection,
  recording,
  className,
  onClose,
  body,
  ...actions
}: ReviewPanelProps & { body: Ref<HTMLDivElement> }): ReactNode {
  const title = reviewTitle(inspection);
  return (
    <aside aria-label={title} className={cn('flex min-h-0 flex-col bg-surface', className)}>
      <header className="flex items-start gap-2 pt-4 pr-2.5 pb-3 pl-5">
        <div className="min-w-0 flex-1">
          <p className="text-small text-ink-2">{conductedLine(inspection)}</p>
          <h2 className="heading">{title}</h2>
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
        <ReviewBody key={inspection.id} inspection={inspection} recording={recording} />
      </div>
      <footer className="border-t border-line px-5 py-3.5">
        {/* A decision that is still on its way must not close the review that was opened meanwhile. */}
        <ReviewActions key={inspection.id} inspection={inspection} {...actions} />
      </footer>
    </aside>
  );
}
