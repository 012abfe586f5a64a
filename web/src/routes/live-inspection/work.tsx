import type { Scope } from '#web/lib/scope.ts';
import { UsePhotosInstead } from './use-photos-instead.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { AreaNotice } from '#web/features/areas/components/area-notice.tsx';
import { ChecklistCard, ChecklistList } from '#web/features/checklists/components/checklist-card.tsx';
import { findingsQuery } from '#web/features/findings/api.ts';
import { FindingSheet } from '#web/features/findings/components/finding-sheet.tsx';
import { detectionBoxes } from '#web/features/frames/detection-boxes.ts';
import { useDetections } from '#web/features/frames/use-detections.ts';
import { CheckPhoto } from '#web/features/photos/components/check-photo.tsx';
import { PlaceField } from '#web/features/photos/components/place-field.tsx';
import { givenPlaceOf } from '#web/lib/current-place.ts';
import { FinishInspection } from '#web/features/inspections/components/finish-inspection.tsx';
import { ReviewNotice } from '#web/features/inspections/components/review-notice.tsx';
import { cn } from '#web/lib/cn.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { LiveControls } from './controls.tsx';
import { LiveFindings } from './findings.tsx';
import { LiveHeader } from './header.tsx';
import { QuickActions } from './quick-actions.tsx';
import { RecordingGuard } from './recording-guard.tsx';
import { LiveStage } from './stage.tsx';
import { useFinishInArea } from './use-finish-in-area.ts';
import { useLiveRecording, type LiveInspectionStart, type LiveRecording } from './use-live-recording.ts';

/** Reads the place that the camera shows when a frame is sent. */
function useCurrentPlace(scope: Scope | null) {
  const { of, id } = scope ?? {};
  return useCallback(() => (of && id ? givenPlaceOf({ of, id }) : {}), [of, id]);
}

const checklistOf = ({ scope, editable }: LiveRecording, { id: areaId, code }: LiveInspectionStart['area']) => ({
  scope,
  areaId,
  editable,
  photoOf: (id: string) => scope && <CheckPhoto scope={scope} checkId={id} category={code} />,
});

/** Records one area with live AI, beside its checklist, photos and findings. */
export function LiveInspection(props: LiveInspectionStart) {
  const { property, area } = props;
  const video = useRef<HTMLVideoElement>(null);
  const live = useLiveRecording(video, props);
  const { inspectionId, inspection, areaSession, scope, editable, camera, recorder, recorded, recording } = live;
  const [finishing, setFinishing] = useState(false);
  /** The finding that is being added, with its second in the recording if one exists. */
  const [adding, setAdding] = useState<{ at: number | undefined } | null>(null);
  const [savingForArea, finishInArea] = useFinishInArea(live.save);
  const wide = useMedia('(min-width: 1024px)');
  // While a sideways phone records, the picture fills the screen, with the buttons at the right edge.
  const sideways = useMedia('(orientation: landscape) and (max-height: 500px)') && recording;
  const navigate = useNavigate();

  // Without a recording, a finding has no time in it.
  const hasRecording = recording || recorded.seconds > 0 || recorded.totalBytes > 0;
  const currentSecond = useCallback(() => recorder.at(), [recorder]);
  const currentPlace = useCurrentPlace(scope);
  const detections = useDetections({ video, recording, inspectionId, currentSecond, currentPlace });
  const { data: findings = [] } = useQuery({
    ...findingsQuery(scope ?? { of: 'inspections', id: '' }),
    enabled: scope !== null,
  });
  const dismissed = new Set(findings.filter(({ status }) => status === 'dismissed').map(({ id }) => id));

  const checklist = checklistOf(live, area);
  function finish() {
    recorder.pause();
    if (areaSession) void finishInArea(areaSession);
    else setFinishing(true);
  }

  return (
    <>
      <LiveHeader property={property} area={area.name} inspection={inspection} areaSession={areaSession} />
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
              instead={<UsePhotosInstead live={live} area={area.name} property={property} />}
              className={
                sideways
                  ? 'fixed inset-y-0 start-0 end-[156px]'
                  : 'h-[44dvh] min-h-[220px] lg:h-auto lg:max-h-[calc(100dvh-350px)] lg:min-h-[320px] lg:rounded-card lg:[aspect-ratio:16/9]'
              }
            />
            <LiveControls
              live={live}
              category={area.code}
              sideways={sideways}
              finishing={savingForArea}
              onFinish={finish}
            />
          </div>
        </div>
        <div className="grid content-start gap-3.5 px-4 md:px-6 lg:px-0">
          {areaSession ? (
            <AreaNotice areaSession={areaSession} />
          ) : (
            inspection && <ReviewNotice inspection={inspection} />
          )}
          {!wide && <ChecklistCard {...checklist} />}
          {scope && editable && <PlaceField scope={scope} />}
          <QuickActions
            areaSession={areaSession}
            inspectionId={inspectionId}
            category={area.code}
            editable={editable}
            onAddFinding={() => setAdding({ at: hasRecording ? Math.floor(recorder.at()) : undefined })}
          />
          <LiveFindings scope={scope} latest={detections.latest} />
          {/* Only on wide screens: elsewhere the long checklist would push the findings out of sight. */}
          {wide && <ChecklistList {...checklist} />}
        </div>
      </div>
      {adding && scope && <FindingSheet scope={scope} videoTimestamp={adding.at} onClose={() => setAdding(null)} />}
      {finishing && inspection && (
        <FinishInspection
          inspection={inspection}
          recording={{ state: recorded, save: live.save }}
          onDone={() => void navigate({ to: '/inspection-review/$id', params: { id: inspection.id } })}
          onClose={() => setFinishing(false)}
        />
      )}
      <RecordingGuard recorder={recorded} onSave={live.save} onDiscard={recorder.discard} />
    </>
  );
}
