import type { UseQueryResult } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { z } from 'zod';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import type { Photo, photoListSchema } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { findingBoxes, findingsOnPhoto, isOpenFinding, worstSeverity } from '#web/features/findings/finding-boxes.ts';
import { useWaitingDetections } from '#web/features/frames/use-waiting-detections.ts';
import { PhotoTile } from '#web/features/photos/components/photo-tile.tsx';
import { UploadTile } from '#web/features/photos/components/upload-tile.tsx';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { DeletePhotoDialog } from '#web/features/photos/components/delete-photo-dialog.tsx';
import { PhotoDialog } from '#web/features/photos/components/photo-dialog.tsx';
import { keepFirstPhotos } from '#web/lib/first-photos.ts';
import { newestFirst } from '#web/lib/order.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FirstPhotos } from '#web/ui/first-photos.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { Scope } from '#web/lib/scope.ts';

const grid = 'grid grid-cols-2 gap-x-2.5 gap-y-3.5 sm:grid-cols-3';

interface AreaPhotosProps {
  areaSession: AreaSession;
  photos: UseQueryResult<z.infer<typeof photoListSchema>>;
  uploads: readonly UploadItem[];
  queue: UploadQueue;
  onRetake?: () => void;
  /** The button that chooses files, beside the title. */
  chooser: ReactNode;
  /** The place of the next photos. */
  place: ReactNode;
}

/** How many photos are shown at first, so that the checklist stays within reach below them. */
const initialCount = { phone: 4, wide: 12 };

/** Keeps what the list shows for the first paint of the next visit. */
function useFirstPhotos(isLoaded: boolean, shown: number) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (!isLoaded) return;
    // None as well, or the next visit would show those that were deleted.
    const keep = () => keepFirstPhotos(list.current?.querySelectorAll<HTMLImageElement>('li img') ?? []);
    keep();
    // Once more as the page is left: what loads above them later, such as the permissions, moves them.
    document.addEventListener('visibilitychange', keep);
    return () => document.removeEventListener('visibilitychange', keep);
  }, [isLoaded, shown]);
  return list;
}

/** The area's photos, newest first, preceded by files that are still uploading. */
export function AreaPhotos({ areaSession, photos, uploads, queue, onRetake, chooser, place }: AreaPhotosProps) {
  const scope: Scope = { of: 'area-sessions', id: areaSession.id };
  const { data: findings = [] } = useFindings(scope);
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Photo | null>(null);
  const [all, setAll] = useState(false);
  const shownAtFirst = initialCount[useMedia('(min-width: 640px)') ? 'wide' : 'phone'];
  const saved = newestFirst(photos.data?.photos ?? []);
  const savedIds = new Set(saved.map(({ id }) => id));
  // An upload is hidden once its photo is in the list.
  const unsaved = uploads.filter(({ id }) => !savedIds.has(id)).toReversed();
  const detections = useWaitingDetections(unsaved);
  const openFindings = findings.filter(isOpenFinding);
  const list = useFirstPhotos(photos.data !== undefined, unsaved.length + saved.length);

  if (photos.error && !photos.data) return <ErrorState error={photos.error} onRetry={() => void photos.refetch()} />;
  return (
    <section className="grid gap-3" aria-label={t('Photos')}>
      <div className="flex min-h-9 items-center justify-between gap-3">
        <h2 className="heading">{t('Photos')}</h2>
        {chooser}
      </div>
      {place}
      {photos.data || areaSession.photoCount === 0 ? (
        saved.length + unsaved.length > 0 ? (
          <ul ref={list} className={grid}>
            {unsaved.map((item) => (
              <li key={item.id}>
                <UploadTile item={item} queue={queue} detection={detections.get(item.id)} />
              </li>
            ))}
            {(all ? saved : saved.slice(0, shownAtFirst)).map((photo) => {
              const photoFindings = findingsOnPhoto(openFindings, photo.id);
              return (
                <li key={photo.id}>
                  <PhotoTile
                    photo={photo}
                    boxes={findingBoxes(photoFindings)}
                    worst={worstSeverity(photoFindings)}
                    preview={queue.previewOf(photo.id)}
                    onOpen={() => setOpenId(photo.id)}
                    onRetake={onRetake}
                    onDelete={photo.abilities.delete ? () => setDeleting(photo) : undefined}
                  />
                </li>
              );
            })}
          </ul>
        ) : (
          <EmptyState icon={Camera} title={t('No photos yet')} className="py-12">
            {areaSession.abilities.work
              ? t('Photograph each wall, the floor, the ceiling and any damage.')
              : t('This area has no photos.')}
          </EmptyState>
        )
      ) : (
        <div role="status" className="grid gap-3">
          <span className="sr-only">{t('Loading photos')}</span>
          {createPortal(<FirstPhotos />, document.body)}
          <div className={grid}>
            {Array.from({ length: Math.min(shownAtFirst, areaSession.photoCount) }, (_, tile) => (
              <div key={tile} className="grid gap-1.5">
                <Skeleton className="h-[150px] rounded-card sm:h-[180px]" />
                <Skeleton className="my-1 h-3.5 w-16" />
              </div>
            ))}
          </div>
          {areaSession.photoCount > shownAtFirst && <Skeleton className="h-11 w-40 justify-self-center" />}
        </div>
      )}
      {!all && saved.length > shownAtFirst && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setAll(true)}>
          {t('Show all {photos}', { photos: plural(saved.length, 'photo') })}
        </Button>
      )}
      <PhotoDialog
        scope={scope}
        scored={areaSession}
        area={areaSession.area.name}
        mayAdd={areaSession.abilities.work}
        photos={saved}
        previewOf={queue.previewOf}
        photoId={openId}
        onPhoto={setOpenId}
        onDelete={setDeleting}
      />
      <DeletePhotoDialog
        scope={scope}
        photo={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => setOpenId(null)}
      />
    </section>
  );
}
