import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { AreaHeader } from '#web/features/areas/components/area-header.tsx';
import { AreaNotice } from '#web/features/areas/components/area-notice.tsx';
import { ChecklistCard } from '#web/features/areas/components/checklist-card.tsx';
import { PermissionsCard } from '#web/features/areas/components/permissions-card.tsx';
import { areaPhotosQuery } from '#web/features/photos/api.ts';
import { CameraDialog } from '#web/features/photos/components/camera-dialog.tsx';
import { DropArea } from '#web/features/photos/components/drop-area.tsx';
import { unfinished, type PhotoSource } from '#web/features/photos/upload/upload-queue.ts';
import { useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';
import { photoLimits } from '#contract/photos.ts';
import { plural } from '#web/lib/format.ts';
import { AreaFooter } from '#web/routes/area-inspection-footer.tsx';
import { AreaPhotos } from '#web/routes/area-inspection-photos.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

/** Asks before a page is left whose uploads would be lost. */
function LeaveGuard({ waiting }: { waiting: number }) {
  const blocker = useBlocker({
    shouldBlockFn: () => waiting > 0,
    enableBeforeUnload: () => waiting > 0,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title="Leave while photos are uploading?"
      description={`${plural(waiting, 'photo is', 'photos are')} not saved yet and would be lost.`}
      confirmLabel="Leave"
      cancelLabel="Stay"
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

/** Permissions, photos and completion of an area that is open; its photos alone where it is not. */
export function AreaWork({ session }: { session: AreaSession }) {
  const photos = useQuery(areaPhotosQuery(session.id));
  const [uploads, queue] = useUploadQueue(session.id, session.area.code);
  const [camera, setCamera] = useState(false);
  const [refused, setRefused] = useState<string[]>([]);
  const open = session.abilities.work;
  const shooting = open && session.permissionCamera;
  const waiting = unfinished(uploads).length;
  const analysing = photos.data?.photos.filter(({ analysisStatus }) => analysisStatus === 'pending').length ?? 0;
  const add = (files: File[], source: PhotoSource) => setRefused(queue.add(files, source));

  return (
    <>
      <AreaHeader session={session} />
      <DropArea disabled={!shooting} onFiles={(files) => add(files, 'gallery')}>
        <div className="mx-auto grid w-full max-w-[1240px] flex-1 grid-cols-[minmax(0,1fr)] content-start gap-3.5 px-4 py-3.5 md:px-6 lg:px-10">
          <AreaNotice session={session} />
          {open && <PermissionsCard session={session} />}
          {refused.length > 0 && (
            <ul role="alert" className="grid gap-1 rounded-card bg-critical-soft px-4 py-3 font-medium text-critical">
              {refused.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
          {open && !session.permissionCamera ? (
            <p className="rounded-card border border-line px-4 py-10 text-center text-ink-2 [border-style:dashed]">
              Please grant camera access to begin the inspection
            </p>
          ) : (
            <>
              <ChecklistCard sessionId={session.id} editable={open} />
              <AreaPhotos
                session={session}
                photos={photos}
                uploads={uploads}
                queue={queue}
                onRetake={shooting ? () => setCamera(true) : undefined}
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
                      Choose Files
                    </FileButton>
                  ) : null
                }
              />
            </>
          )}
        </div>
      </DropArea>
      <AreaFooter
        session={session}
        uploads={uploads}
        queue={queue}
        analysing={analysing}
        onCamera={shooting ? () => setCamera(true) : null}
      />
      {camera && (
        <CameraDialog
          title={session.area.name}
          withPlace={session.permissionLocation}
          room={photoLimits.filesPerUpload - waiting}
          onShot={(file) => add([file], 'camera')}
          onClose={() => setCamera(false)}
        />
      )}
      <LeaveGuard waiting={waiting} />
    </>
  );
}
