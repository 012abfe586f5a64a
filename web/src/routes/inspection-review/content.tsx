import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ImageOff, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { t } from '#contract/language.ts';
import { inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { FinishInspection } from '#web/features/inspections/components/finish-inspection.tsx';
import { ChecklistCard } from '#web/features/checklists/components/checklist-card.tsx';
import { CheckPhoto } from '#web/features/photos/components/check-photo.tsx';
import { categoryOf } from '#web/features/photos/photo-areas.ts';
import { ReviewNotice } from '#web/features/inspections/components/review-notice.tsx';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { FindingSheet } from '#web/features/findings/components/finding-sheet.tsx';
import { FindingsByClass } from '#web/features/findings/components/findings-by-class.tsx';
import { formatLongDateTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { AddRecording } from '#web/features/recordings/components/add-recording.tsx';
import { AnalysisGrid } from '#web/features/photos/components/analysis-grid.tsx';
import { AddMorePhotos, AddPhotos, BackToDashboard, MainActions, ReportButton } from './actions.tsx';
import { ReviewFigures } from './figures.tsx';
import { likelyIn } from '#web/features/photos/likely-classes.ts';
import { awaitsAnalysis } from '#web/features/photos/quality.ts';
import { PhotoDialog } from '#web/features/photos/components/photo-dialog.tsx';
import { useOpenPhoto } from '#web/features/photos/use-open-photo.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import { InspectionRecording } from '#web/features/recordings/components/inspection-recording.tsx';
import { useSeek } from '#web/features/recordings/use-seek.ts';
import type { Scope } from '#web/lib/scope.ts';

interface FindingsCardProps {
  scope: Scope;
  findings: UseQueryResult<Finding[]>;
  /** Whether photos are still to be taken or analyzed. */
  analyzing: boolean;
  editable: boolean;
  onOpen: (finding: Finding) => void;
  onVideo?: (finding: Finding) => void;
  photos: readonly Photo[] | undefined;
}

function FindingsCard({ scope, findings, analyzing, editable, onOpen, onVideo, photos }: FindingsCardProps) {
  const [adding, setAdding] = useState(false);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={t('Findings')}
        action={
          editable && (
            <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('Add Finding')}
            </Button>
          )
        }
      />
      <div className="border-t border-line">
        {findings.data ? (
          <FindingsByClass
            findings={findings.data}
            scope={scope}
            analyzing={analyzing}
            onOpen={onOpen}
            onVideo={onVideo}
            likelyOf={likelyIn(photos)}
          />
        ) : findings.error ? (
          <ErrorState error={findings.error} onRetry={() => void findings.refetch()} />
        ) : (
          <SkeletonRows rows={4} label={t('Loading findings')} />
        )}
      </div>
      {adding && <FindingSheet scope={scope} onClose={() => setAdding(false)} />}
    </Card>
  );
}

const PhotoSkeletons = ({ count }: { count: number }) => (
  <div role="status" className="grid grid-cols-2 gap-3 lg:grid-cols-3">
    <span className="sr-only">{t('Loading photos')}</span>
    {Array.from({ length: Math.max(3, Math.min(9, count)) }, (_, tile) => (
      <Skeleton key={tile} className="h-[200px] rounded-card" />
    ))}
  </div>
);

function NoPhotos({ inspection }: { inspection: Inspection }) {
  return (
    <EmptyState
      icon={ImageOff}
      title={t('No photos yet')}
      actions={inspection.abilities.work && <AddPhotos inspection={inspection}>{t('Add Photos')}</AddPhotos>}
    >
      {inspection.abilities.work
        ? t('Add photos of the areas first. The plan is made from their findings.')
        : t('This inspection has no photos.')}
    </EmptyState>
  );
}

interface PhotosCardProps {
  inspection: Inspection;
  photos: UseQueryResult<Photo[]>;
  findings: readonly Finding[];
  onOpen: (photoId: string) => void;
}

function PhotosCard({ inspection, photos, findings, onOpen }: PhotosCardProps) {
  return (
    <Card>
      <CardHeader
        title={t('Photos')}
        note={photos.data && photos.data.length > 0 ? t('Tap a photo for details') : undefined}
      />
      <div className="px-3.5 pb-[18px] sm:px-[18px]">
        {photos.data ? (
          photos.data.length > 0 ? (
            <AnalysisGrid photos={photos.data} scored={inspection} findings={findings} onOpen={onOpen} inClasses />
          ) : (
            <NoPhotos inspection={inspection} />
          )
        ) : photos.error ? (
          <ErrorState error={photos.error} onRetry={() => void photos.refetch()} />
        ) : (
          <PhotoSkeletons count={inspection.photoCount} />
        )}
      </div>
    </Card>
  );
}

/** The review of one inspection: figures, recording, findings by class and photos, with the actions for its owner. */
export function InspectionReview({ inspection }: { inspection: Inspection }) {
  const scope: Scope = { of: 'inspections', id: inspection.id };
  const photos = useQuery(inspectionPhotosQuery(inspection.id));
  const findings = useFindings(scope);
  const { dialog, openPhoto, openFinding } = useOpenPhoto();
  const [finishing, setFinishing] = useState(false);
  const closeFinish = () => setFinishing(false);
  const [seekTo, seek] = useSeek();
  const player = useRef<HTMLDivElement>(null);
  const phone = !useMedia('(min-width: 768px)');
  const { work } = inspection.abilities;

  function showVideo({ videoTimestamp }: Finding) {
    seek(videoTimestamp);
    player.current?.scrollIntoView({ block: 'center' });
  }
  return (
    <>
      <Page className="flex-1">
        <PageHeader
          title={t('Inspection Review')}
          over={`${inspection.propertyName} · ${t(inspection.area)}`}
          subtitle={
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <StatusBadge status={inspection.status} />
              <span>
                {fullName(inspection.user) || t('Unknown')}, {formatLongDateTime(inspection.createdAt)}
              </span>
            </span>
          }
          actions={
            <>
              <BackToDashboard dense={phone} />
              <ReportButton inspection={inspection} dense={phone} />
              <AddMorePhotos inspection={inspection} dense={phone} />
              {!phone && <MainActions inspection={inspection} onSubmit={() => setFinishing(true)} />}
            </>
          }
        />
        <ReviewNotice inspection={inspection} />
        <ReviewFigures photos={photos.data} findings={findings.data} scored={inspection} />
        {inspection.videoUrl && (
          <Card>
            <CardHeader
              title={t('Recording')}
              action={work && <AddRecording inspectionId={inspection.id} variant="secondary" size="sm" />}
            />
            <div ref={player} className="mx-auto max-w-[860px] scroll-mt-20 px-[18px] pb-4">
              <InspectionRecording inspectionId={inspection.id} findings={findings.data ?? []} seekTo={seekTo} />
            </div>
          </Card>
        )}
        {/* An area session has its checklist on the page of the area, and a live inspection beside its camera as well. */}
        {work && inspection.areaSessionId === null && inspection.coverage.checks > 0 && (
          <ChecklistCard
            scope={scope}
            editable
            photoOf={(id) => <CheckPhoto scope={scope} checkId={id} category={categoryOf(inspection.area)} />}
          />
        )}
        <div className="grid items-start gap-5 xl:grid-cols-[420px_minmax(0,1fr)]">
          <FindingsCard
            scope={scope}
            findings={findings}
            analyzing={awaitsAnalysis(photos.data)}
            editable={work}
            onOpen={openFinding}
            onVideo={inspection.videoUrl ? showVideo : undefined}
            photos={photos.data}
          />
          <PhotosCard inspection={inspection} photos={photos} findings={findings.data ?? []} onOpen={openPhoto} />
        </div>
        <PhotoDialog
          scope={scope}
          scored={inspection}
          area={inspection.area}
          mayAdd={work}
          photos={photos.data ?? []}
          {...dialog}
        />
      </Page>
      {finishing && <FinishInspection inspection={inspection} onDone={closeFinish} onClose={closeFinish} />}
      {phone && (
        <footer className="sticky bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 grid auto-cols-fr grid-flow-col gap-2.5 border-t border-line bg-surface px-4 py-3">
          <MainActions inspection={inspection} onSubmit={() => setFinishing(true)} />
        </footer>
      )}
    </>
  );
}
