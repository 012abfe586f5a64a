import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { AreaHeader } from '#web/features/areas/components/area-header.tsx';
import { AreaNotes } from '#web/features/areas/components/unsent-area-note.tsx';
import { ChecklistCard } from '#web/features/checklists/components/checklist-card.tsx';
import { useLocalCoverage } from '#web/features/checklists/use-local-coverage.ts';
import { PermissionsCard } from '#web/features/areas/components/permissions-card.tsx';
import { useAreaPermissions } from '#web/features/areas/use-area-permissions.ts';
import { areaPhotosQuery } from '#web/features/photos/api.ts';
import { shotActions } from '#web/features/photos/shot-actions.ts';
import { CheckPhoto } from '#web/features/photos/components/check-photo.tsx';
import { CameraDialog, loadCameraAhead } from '#web/features/photos/components/camera-dialog.tsx';
import { PlaceField } from '#web/features/photos/components/place-field.tsx';
import { givenPlaceOf } from '#web/lib/current-place.ts';
import type { Scope } from '#web/lib/scope.ts';
import { RefusedFiles } from '#web/features/uploads/refused-files.tsx';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';
import type { PhotoSource } from '#web/features/photos/upload/photo-kind.ts';
import { remainingCapacity } from '#web/features/photos/upload/upload-queue.ts';
import { useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';
import { AreaFooter } from './footer.tsx';
import { AreaPhotos } from './photos.tsx';
import { AreaRequirements } from './requirements.tsx';
import { LeaveGuard } from '#web/features/photos/components/leave-guard.tsx';
import {
  LiveInspectionLink,
  PhotoInspectionLink,
} from '#web/features/inspections/components/area-inspection-links.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

/** The header, which also counts the answers that wait on this device. */
function Header({ areaSession }: { areaSession: AreaSession }) {
  const coverage = useLocalCoverage({ of: 'area-sessions', id: areaSession.id }, areaSession.coverage);
  return <AreaHeader areaSession={{ ...areaSession, coverage }} />;
}

/** What stands after the photos, or beside them on wide screens: checks, requirements and other ways to inspect. */
function BesidePhotos({ areaSession, photos }: { areaSession: AreaSession; photos: readonly Photo[] }) {
  const scope: Scope = { of: 'area-sessions', id: areaSession.id };
  const open = areaSession.abilities.work;
  return (
    <>
      <ChecklistCard
        scope={scope}
        editable={open}
        photoOf={(id) => <CheckPhoto scope={scope} checkId={id} category={areaSession.area.code} />}
      />
      <AreaRequirements areaSession={areaSession} photos={photos} />
      {open && (
        <div className="grid gap-3.5 sm:grid-cols-2 lg:grid-cols-1">
          <LiveInspectionLink areaSession={areaSession} />
          <PhotoInspectionLink areaSession={areaSession} />
        </div>
      )}
    </>
  );
}

/**
 * The field work of an area: its photos first, then checklist and permissions; read-only when the area is locked. `finish` opens
 * the sheet that completes the area.
 */
export function AreaWork({ areaSession, finish }: { areaSession: AreaSession; finish: boolean }) {
  const scope: Scope = { of: 'area-sessions', id: areaSession.id };
  const photos = useQuery(areaPhotosQuery(areaSession.id));
  const [uploads, queue] = useUploadQueue(scope);
  const [camera, setCamera] = useState(false);
  useEffect(loadCameraAhead, []);
  const [refused, setRefused] = useState<string[]>([]);
  const open = areaSession.abilities.work;
  const permissions = useAreaPermissions(areaSession);
  const shooting = open && permissions.allowed.camera;
  const analyzing = photos.data?.photos.filter(({ analysisStatus }) => analysisStatus === 'pending').length ?? 0;
  const add = (files: File[], source: PhotoSource) => {
    permissions.save();
    return addShrunk(files, (fit) =>
      setRefused(queue.add(fit, source, { category: areaSession.area.code, ...givenPlaceOf(scope) })),
    );
  };
  const openCamera = () => setCamera(true);
  const isWaiting = open && !permissions.allowed.camera;
  const isBlocked = isWaiting || permissions.states.get('camera') === 'denied';
  const permissionsCard = open && (
    <PermissionsCard key={areaSession.id} areaSession={areaSession} permissions={permissions} />
  );
  const areaPhotos = (
    <AreaPhotos
      areaSession={areaSession}
      photos={photos}
      uploads={uploads}
      queue={queue}
      onRetake={shooting ? openCamera : undefined}
      chooser={
        shooting ? (
          <FileButton
            variant="secondary"
            size="sm"
            accept="image/*"
            multiple
            onFiles={(files) => add(files, 'gallery')}
          >
            <Images aria-hidden="true" />
            {t('Choose Files')}
          </FileButton>
        ) : null
      }
      place={shooting && <PlaceField scope={scope} className="sm:max-w-[460px]" />}
    />
  );

  return (
    <>
      <Header areaSession={areaSession} />
      <DropArea disabled={!shooting} hint={t('Drop the photos here')} onFiles={(files) => add(files, 'gallery')}>
        <div className="mx-auto grid w-full max-w-[1240px] flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3.5 px-4 py-3.5 md:px-6 lg:px-10">
          <AreaNotes areaSession={areaSession} />
          {/* What a person has to do before the next photo stands above the photos, what is settled after them. */}
          {isBlocked && permissionsCard}
          <RefusedFiles sentences={refused} />
          {isWaiting ? (
            <>
              <p className="rounded-card border border-line px-4 py-10 text-center text-ink-2 [border-style:dashed]">
                {t('Please grant camera access to begin the inspection')}
              </p>
              {areaSession.photoCount > 0 && areaPhotos}
            </>
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_380px]">
              {areaPhotos}
              <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
                <BesidePhotos areaSession={areaSession} photos={photos.data?.photos ?? []} />
                {!isBlocked && permissionsCard}
              </div>
            </div>
          )}
        </div>
      </DropArea>
      <AreaFooter
        areaSession={areaSession}
        uploads={uploads}
        queue={queue}
        analyzing={analyzing}
        finish={finish}
        onCamera={shooting ? openCamera : null}
      />
      {camera && (
        <CameraDialog
          title={t(areaSession.area.name)}
          withPlace={permissions.allowed.location}
          roomField={<PlaceField scope={scope} dark />}
          room={remainingCapacity(uploads)}
          onShot={(file) => add([file], 'camera')}
          actions={shotActions(uploads, queue, scope)}
          onClose={() => setCamera(false)}
        />
      )}
      <LeaveGuard uploads={uploads} />
    </>
  );
}
