import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ClipboardPlus, Flag, Images } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Area } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { ChecklistCard, ChecklistList } from '#web/features/checklists/components/checklist-card.tsx';
import { inspectionQuery, useStartInspection } from '#web/features/inspections/api.ts';
import { ReviewNotice } from '#web/features/inspections/components/review-notice.tsx';
import { findingsQuery } from '#web/features/findings/api.ts';
import { FindingSheet } from '#web/features/findings/components/finding-sheet.tsx';
import { FinishSheet } from './finish-sheet.tsx';
import { LiveHeader } from './live-header.tsx';
import { LiveStage } from './live-stage.tsx';
import { RecordToggle } from './record-toggle.tsx';
import { RecordingGuard } from './recording-guard.tsx';
import { SaveLine } from './save-line.tsx';
import { detectionBoxes } from '#web/features/frames/detection-boxes.ts';
import { useDetections } from '#web/features/frames/use-detections.ts';
import { recordings } from '#web/features/recordings/recording-outbox.ts';
import { useRecorder } from '#web/features/recordings/use-recorder.ts';
import { useWakeLock } from '#web/lib/use-wake-lock.ts';
import { useCamera } from '#web/lib/camera/use-camera.ts';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';
import { cn } from '#web/lib/cn.ts';
import { invalidate } from '#web/lib/query.ts';
import { newSessionId } from '#web/features/inspections/session-id.ts';
import { LiveFindings } from './live-findings.tsx';
import { LivePhotos } from './live-inspection-photos.tsx';
import { Button } from '#web/ui/button.tsx';
import { useMedia } from '#web/ui/use-media.ts';

interface LiveInspectionProps {
  property: PropertyListItem;
  section: Area;
  /** The inspection of this area that is under way; null where the first resume makes one. */
  begun: Inspection | null;
  /** Seconds of its timeline that were recorded before. */
  seconds: number;
}

/** Walks one area with the running camera: records, checks, photographs, and lets the AI look on. */
export function LiveInspection({ property, section, begun, seconds }: LiveInspectionProps) {
  const [inspectionId, setInspectionId] = useState(begun?.id ?? null);
  const { data = begun } = useQuery({ ...inspectionQuery(inspectionId ?? ''), enabled: inspectionId !== null });
  const inspection = inspectionId === null ? null : data;
  const video = useRef<HTMLVideoElement>(null);
  const camera = useCamera(video, { withPlace: usePlaceGranted(), width: 1920, height: 1080, audio: true });
  const [recorded, recorder] = useRecorder(seconds);
  const recording = recorded.phase === 'recording';
  const start = useStartInspection();
  // Chosen once, so that a second press after a lost answer finds the inspection that the first one made.
  const [sessionId] = useState(newSessionId);
  const [sheet, setSheet] = useState<'finding' | 'finish' | null>(null);
  const [photosWaiting, setPhotosWaiting] = useState(0);
  const wide = useMedia('(min-width: 1024px)');
  // A phone that is held sideways while it records: the picture is all that counts, beside the thumb's buttons.
  const sideways = useMedia('(orientation: landscape) and (max-height: 500px)') && recording;
  const navigate = useNavigate();

  const at = useCallback(() => recorder.at(), [recorder]);
  const detections = useDetections({ video, recording: recording ? inspectionId : null, inspectionId, at });
  const { data: findings = [] } = useQuery({
    ...findingsQuery({ of: 'inspections', id: inspectionId ?? '' }),
    enabled: inspectionId !== null,
  });
  const dismissed = new Set(findings.filter(({ status }) => status === 'dismissed').map(({ id }) => id));
  useWakeLock(recording);

  // Another camera, or one that went away, has another stream: the recording waits for the person.
  const { stream } = camera;
  useEffect(() => {
    if (stream === null) recorder.pause();
  }, [stream, recorder]);

  function record(id: string) {
    if (!stream) return;
    recorder.record(stream, section.code, (file) => recordings.begin({ inspectionId: id, ...file }));
  }

  function toggle() {
    if (recording) return recorder.pause();
    if (inspectionId !== null) return record(inspectionId);
    start.mutate(
      { propertyId: property.id, propertyName: property.name, sessionId, area: section.name },
      {
        onSuccess: ({ id }) => {
          setInspectionId(id);
          record(id);
        },
      },
    );
  }

  const save = useCallback(async () => {
    await recorder.close();
    await invalidate('/api/inspections', '/api/admin/inspections');
  }, [recorder]);

  const work = inspection?.abilities.work ?? false;
  const scope = inspectionId === null ? null : { of: 'inspections' as const, id: inspectionId };
  const uploadSearch = { inspectionId: inspectionId ?? '', category: section.code, aiRequest: 'false' as const };

  return (
    <>
      <LiveHeader property={property} section={section.name} inspection={inspection} />
      <div className="mx-auto flex w-full max-w-[1440px] flex-1 flex-col gap-3.5 pb-[176px] lg:grid lg:grid-cols-[minmax(0,1fr)_420px] lg:content-start lg:gap-6 lg:px-10 lg:py-6">
        <div className="contents lg:block">
          <div
            className={cn(
              'z-10 grid gap-3.5 [@media(min-height:640px)]:sticky [@media(min-height:640px)]:top-0 lg:top-[92px]',
              sideways && 'z-40',
            )}
          >
            <LiveStage
              video={video}
              camera={camera}
              recording={recording}
              seconds={recorded.seconds}
              ai={recording ? detections.state : null}
              boxes={detectionBoxes(detections.seen, dismissed)}
              className={
                sideways
                  ? 'fixed inset-y-0 left-0 right-[156px]'
                  : 'h-[44dvh] min-h-[220px] lg:h-auto lg:max-h-[calc(100dvh-350px)] lg:min-h-[320px] lg:rounded-card lg:[aspect-ratio:16/9]'
              }
            />
            <footer
              className={cn(
                'fixed z-20 border-line bg-surface',
                sideways
                  ? 'inset-y-0 right-0 grid w-[156px] content-center overflow-y-auto border-l'
                  : 'inset-x-0 bottom-0 border-t pb-[max(12px,env(safe-area-inset-bottom))] lg:static lg:rounded-card lg:border lg:pb-3',
              )}
            >
              <div className={cn('mx-auto grid w-full max-w-[720px] gap-1.5 pt-2', sideways ? 'px-3' : 'px-4')}>
                <SaveLine state={recorded} onRetry={recorder.retry} />
                <div
                  className={cn(
                    'grid items-center gap-x-3',
                    sideways
                      ? 'justify-items-center gap-y-4 [&_div]:flex-wrap [&>button]:min-w-full [&>button[aria-label]]:min-w-0'
                      : 'grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] gap-y-1.5',
                  )}
                >
                  <LivePhotos
                    key={inspectionId}
                    inspectionId={inspectionId}
                    enabled={work}
                    category={section.code}
                    shoot={camera.ready ? camera.shoot : null}
                    onWaiting={setPhotosWaiting}
                  />
                  <RecordToggle
                    recording={recording}
                    begun={recorded.seconds > 0 || recorded.totalBytes > 0}
                    pending={start.isPending}
                    // What runs can always be paused, also where somebody has submitted it meanwhile.
                    disabled={!recording && (!camera.ready || (inspectionId !== null && !work))}
                    onToggle={toggle}
                  />
                  <Button
                    variant="secondary"
                    className="px-2.5 max-[359px]:[&_svg]:hidden"
                    disabled={inspection === null}
                    onClick={() => {
                      recorder.pause();
                      setSheet('finish');
                    }}
                  >
                    <Flag aria-hidden="true" />
                    Finish
                  </Button>
                </div>
              </div>
            </footer>
          </div>
        </div>
        <div className="grid content-start gap-3.5 px-4 md:px-6 lg:px-0">
          {inspection && <ReviewNotice inspection={inspection} />}
          {!wide && <ChecklistCard scope={scope} areaId={section.id} editable={work} />}
          <section aria-label="Quick actions" className="grid grid-cols-2 gap-2.5">
            {inspectionId === null ? (
              <Button variant="secondary" disabled>
                <Images aria-hidden="true" />
                Upload Photos
              </Button>
            ) : (
              <Button variant="secondary" asChild>
                <Link to="/photo-upload" search={uploadSearch}>
                  <Images aria-hidden="true" />
                  Upload Photos
                </Link>
              </Button>
            )}
            <Button variant="secondary" disabled={!work} onClick={() => setSheet('finding')}>
              <ClipboardPlus aria-hidden="true" />
              Add Finding
            </Button>
          </section>
          <LiveFindings inspectionId={inspectionId} latest={detections.latest} />
          {/* Long at a desk, so it stands below what changes while the camera runs. */}
          {wide && <ChecklistList scope={scope} areaId={section.id} editable={work} />}
        </div>
      </div>
      {sheet === 'finding' && scope && <FindingSheet scope={scope} onClose={() => setSheet(null)} />}
      {sheet === 'finish' && inspection && (
        <FinishSheet
          inspection={inspection}
          recorder={recorded}
          photosWaiting={photosWaiting}
          onSave={save}
          onDone={() => void navigate({ to: '/inspection-review/$id', params: { id: inspection.id } })}
          onClose={() => setSheet(null)}
        />
      )}
      <RecordingGuard recorder={recorded} onSave={save} onDiscard={recorder.discard} />
    </>
  );
}
