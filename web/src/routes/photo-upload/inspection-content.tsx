import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { areasQuery } from '#web/features/areas/api.ts';
import { ReviewNotice } from '#web/features/inspections/components/review-notice.tsx';
import { shotActions } from '#web/features/photos/shot-actions.ts';
import { CameraDialog, loadCameraAhead } from '#web/features/photos/components/camera-dialog.tsx';
import { PlaceField } from '#web/features/photos/components/place-field.tsx';
import { categoryLabels, photoProgress } from '#web/features/photos/photo-areas.ts';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';
import { AddRecording } from '#web/features/recordings/components/add-recording.tsx';
import { remainingCapacity } from '#web/features/photos/upload/upload-queue.ts';
import { LeaveGuard } from '#web/features/photos/components/leave-guard.tsx';
import { PhotoAreas } from './inspection-areas.tsx';
import { PhotoInspectionBar } from './inspection-bar.tsx';
import { ProgressCard } from './inspection-progress.tsx';
import { UploadedPhotos } from './uploaded-photos.tsx';
import { useInspectionUploads } from './use-inspection-uploads.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';

/** The Photo Inspection page. An inspection that belongs to an area session redirects to its area. */
export function PhotoInspection({ inspection }: { inspection: Inspection }) {
  if (inspection.areaSessionId)
    return (
      <Navigate
        to="/area-inspection"
        search={{
          runId: inspection.runId ?? undefined,
          sessionId: inspection.areaSessionId,
          areaName: inspection.area,
          propertyId: inspection.propertyId,
        }}
        replace
      />
    );
  return <PropertyPhotoInspection inspection={inspection} />;
}

function PropertyPhotoInspection({ inspection }: { inspection: Inspection }) {
  const scope: Scope = { of: 'inspections', id: inspection.id };
  const uploads = useInspectionUploads(scope);
  const areas = useQuery(areasQuery);
  const [chosen, setChosen] = useState<AreaCode | null>(null);
  const [camera, setCamera] = useState(false);
  const placeGranted = usePlaceGranted();
  useEffect(loadCameraAhead, []);
  const withFindings = new Set(uploads.openFindings.flatMap(({ photoId }) => photoId ?? []));
  const progress = photoProgress(uploads.photos, withFindings);
  const editable = inspection.abilities.work;
  return (
    <>
      <Page className="flex-1">
        <PageHeader
          title={t('Photo Inspection')}
          over={inspection.propertyName}
          subtitle={t(inspection.area)}
          actions={
            <Button variant="secondary" size="sm" asChild>
              <Link to="/inspection-setup" search={{ propertyId: inspection.propertyId }}>
                <ArrowLeft aria-hidden="true" />
                {t('Back to Property')}
              </Link>
            </Button>
          }
        />
        <ReviewNotice inspection={inspection} />
        <ProgressCard progress={progress} photos={uploads.loaded ? uploads.photos.length : null} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,460px)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <PhotoAreas
              inspection={inspection}
              areas={areas}
              progress={progress}
              uploads={uploads}
              chosen={chosen}
              onChoose={setChosen}
              onCamera={() => setCamera(true)}
            />
            {editable && (
              <Card>
                <CardHeader
                  title={t('Recording')}
                  note={
                    inspection.videoUrl
                      ? t('Added. Play it in the review.')
                      : t('Add a video of the walkthrough to play in the review.')
                  }
                  action={<AddRecording inspectionId={inspection.id} variant="secondary" size="sm" />}
                  className="pb-4"
                />
              </Card>
            )}
          </div>
          <UploadedPhotos
            scope={scope}
            scored={inspection}
            area={inspection.area}
            editable={editable}
            uploads={uploads}
            title={t('Recently Uploaded')}
          />
        </div>
      </Page>
      <PhotoInspectionBar
        inspection={inspection}
        photos={uploads.photos.length}
        documented={progress.documented}
        findings={uploads.openFindings.filter(({ source }) => source === 'ai').length}
        analyzing={uploads.analyzing}
        area={chosen && editable ? categoryLabels[chosen] : null}
        onCamera={() => setCamera(true)}
      />
      {camera && chosen && (
        <CameraDialog
          title={categoryLabels[chosen]}
          withPlace={placeGranted}
          roomField={<PlaceField scope={scope} dark />}
          room={remainingCapacity(uploads.uploads)}
          onShot={(file) => uploads.add([file], 'camera', { category: chosen })}
          actions={shotActions(uploads.uploads, uploads.queue, scope)}
          onClose={() => setCamera(false)}
        />
      )}
      <LeaveGuard uploads={uploads.uploads} />
    </>
  );
}
