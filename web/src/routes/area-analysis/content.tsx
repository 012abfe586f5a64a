import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Camera, Pencil, Plus, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { useRecallArea } from '#web/features/areas/api.ts';
import { areaPlanQuery, useGenerateAreaPlan } from '#web/features/areas/plan-api.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { AreaNotes } from '#web/features/areas/components/unsent-area-note.tsx';
import { shownStatus } from '#web/features/areas/area-status.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { FindingSheet } from '#web/features/findings/components/finding-sheet.tsx';
import { FindingsList } from '#web/features/findings/components/findings-list.tsx';
import { NextArea } from '#web/features/runs/components/next-area.tsx';
import { areaPhotosQuery } from '#web/features/photos/api.ts';
import { recordingsQuery } from '#web/features/recordings/api.ts';
import { InspectionRecording } from '#web/features/recordings/components/inspection-recording.tsx';
import { useSeek } from '#web/features/recordings/use-seek.ts';
import { AreaSummary } from './summary.tsx';
import { AnalysisGrid } from '#web/features/photos/components/analysis-grid.tsx';
import { likelyIn } from '#web/features/photos/likely-classes.ts';
import { awaitsAnalysis } from '#web/features/photos/quality.ts';
import { PhotoDialog } from '#web/features/photos/components/photo-dialog.tsx';
import { useOpenPhoto } from '#web/features/photos/use-open-photo.ts';
import { AreaOutcome } from '#web/features/areas/components/area-outcome.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { overLinkClass, Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import type { Scope } from '#web/lib/scope.ts';

function Actions({ areaSession }: { areaSession: AreaSession }) {
  const plan = useQuery(areaPlanQuery(areaSession.id));
  const generate = useGenerateAreaPlan(areaSession.id);
  const recall = useRecallArea(areaSession.id);
  const navigate = useNavigate();
  const existing = plan.data?.pipReport;
  const search = areaSearchOf(areaSession);
  return (
    <>
      {areaSession.abilities.recall && (
        <Button variant="secondary" pending={recall.isPending} onClick={() => recall.mutate()}>
          {!recall.isPending && <Undo2 aria-hidden="true" />}
          {t('Recall')}
        </Button>
      )}
      <Button variant="secondary" asChild>
        <Link to="/area-inspection" search={search}>
          {areaSession.abilities.work && <Pencil aria-hidden="true" />}
          {areaSession.abilities.work ? t('Edit Area') : t('View Area')}
        </Link>
      </Button>
      {existing && (
        <Button variant="secondary" asChild>
          <Link to="/pip-report/$id" params={{ id: existing.id }}>
            {t('View Report')}
          </Link>
        </Button>
      )}
      <Button
        disabled={!areaSession.abilities.generatePip || plan.isPending}
        title={areaSession.abilities.generatePip ? undefined : t('No findings yet')}
        pending={generate.isPending}
        onClick={() =>
          generate.mutate(undefined, {
            onSuccess: ({ pipReport }) => void navigate({ to: '/pip-report/$id', params: { id: pipReport.id } }),
          })
        }
      >
        {generate.isPending ? t('Generating PIP...') : existing ? t('Update Area PIP') : t('Create Area PIP')}
      </Button>
    </>
  );
}

interface AreaFindingsProps {
  areaSession: AreaSession;
  findings: UseQueryResult<Finding[]>;
  /** Whether photos are still being analyzed. */
  analyzing: boolean;
  onOpen: (finding: Finding) => void;
  onVideo?: (finding: Finding) => void;
  photos: readonly Photo[];
}

function AreaFindings({ areaSession, findings, analyzing, onOpen, onVideo, photos }: AreaFindingsProps) {
  const scope: Scope = { of: 'area-sessions', id: areaSession.id };
  const [adding, setAdding] = useState(false);
  return (
    <Card className="overflow-hidden">
      <CardHeader
        title={t('Findings')}
        note={findings.data ? t('Most severe first') : undefined}
        action={
          areaSession.abilities.work && (
            <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('Add Finding')}
            </Button>
          )
        }
      />
      <div className="border-t border-line">
        {findings.data ? (
          <FindingsList
            findings={findings.data}
            analyzing={analyzing}
            scope={scope}
            onVideo={onVideo}
            likelyOf={likelyIn(photos)}
            onOpen={onOpen}
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

/** The summary, recording, photos and findings of an area, with the actions for its plan. */
export function AreaAnalysis({ areaSession }: { areaSession: AreaSession }) {
  const photos = useQuery(areaPhotosQuery(areaSession.id));
  const scope: Scope = { of: 'area-sessions', id: areaSession.id };
  const findings = useFindings(scope);
  const { dialog, openPhoto, openFinding } = useOpenPhoto();
  const { inspectionId } = areaSession;
  const recordings = useQuery({ ...recordingsQuery(inspectionId ?? ''), enabled: inspectionId !== null });
  const filmed = (recordings.data?.recordings.length ?? 0) > 0;
  const [seekTo, seek] = useSeek();
  const player = useRef<HTMLDivElement>(null);
  const list = photos.data?.photos ?? [];

  function showVideo({ videoTimestamp }: Finding) {
    seek(videoTimestamp);
    player.current?.scrollIntoView({ block: 'center' });
  }
  return (
    <Page>
      <PageHeader
        title={t(areaSession.area.name)}
        over={
          <>
            <Link to="/inspection-setup" search={{ propertyId: areaSession.property.id }} className={overLinkClass}>
              {areaSession.property.name}
            </Link>
            {areaSession.caseNumber && ` · ${areaSession.caseNumber}`}
          </>
        }
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            {t('Area Analysis')} <StatusBadge status={shownStatus(areaSession)} />
            <AreaOutcome areaSession={areaSession} />
          </span>
        }
        actions={<Actions areaSession={areaSession} />}
      />
      <AreaNotes areaSession={areaSession} />
      <NextArea areaSession={areaSession} />
      {areaSession.status !== 'not_applicable' && (
        <AreaSummary areaSession={areaSession} photos={photos.data?.photos} findings={findings.data} />
      )}
      {filmed && inspectionId && (
        <Card>
          <CardHeader title={t('Recording')} />
          <div ref={player} className="mx-auto max-w-[860px] scroll-mt-20 px-[18px] pb-4">
            <InspectionRecording inspectionId={inspectionId} findings={findings.data ?? []} seekTo={seekTo} />
          </div>
        </Card>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <Card>
          <CardHeader title={t('Photos')} note={photos.data ? t('Tap a photo for details') : undefined} />
          <div className="px-3.5 pb-[18px] sm:px-[18px]">
            {photos.data ? (
              list.length > 0 ? (
                <AnalysisGrid photos={list} scored={areaSession} findings={findings.data ?? []} onOpen={openPhoto} />
              ) : (
                <EmptyState icon={Camera} title={t('No photos yet')}>
                  {t('The analysis begins with the first photo of the area.')}
                </EmptyState>
              )
            ) : photos.error ? (
              <ErrorState error={photos.error} onRetry={() => void photos.refetch()} />
            ) : (
              <div role="status" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
                <span className="sr-only">{t('Loading photos')}</span>
                {Array.from({ length: Math.max(3, Math.min(9, areaSession.photoCount)) }, (_, tile) => (
                  <Skeleton key={tile} className="h-[200px] rounded-card" />
                ))}
              </div>
            )}
          </div>
        </Card>
        <AreaFindings
          areaSession={areaSession}
          findings={findings}
          analyzing={awaitsAnalysis(photos.data?.photos)}
          onOpen={openFinding}
          onVideo={filmed ? showVideo : undefined}
          photos={list}
        />
      </div>
      <PhotoDialog
        scope={scope}
        scored={areaSession}
        area={areaSession.area.name}
        mayAdd={areaSession.abilities.work}
        photos={list}
        {...dialog}
      />
    </Page>
  );
}
