import { Camera, Images, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { t } from '#contract/language.ts';
import { isOfCurrentWork } from '#contract/plan-lines.ts';
import type { PlanItem } from '#contract/plans.ts';
import { RepairCamera } from '#web/features/photos/components/repair-camera.tsx';
import { UploadLine } from '#web/features/photos/components/upload-line.tsx';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';
import type { PhotoSource } from '#web/features/photos/upload/photo-kind.ts';
import { unfinished } from '#web/features/photos/upload/upload-queue.ts';
import { useUploads } from '#web/features/photos/upload/use-upload-queue.ts';
import { useRemoveWorkPhoto } from '#web/features/plans/api.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

/** The photos of an item's completed work that are being uploaded. */
export function useWorkPhotos({ id, completionPhotos }: PlanItem) {
  const scope = useMemo(() => ({ of: 'pip-items', id }) as const, [id]);
  // These photos are not analyzed. With a status other than 'pending', the queue revokes their previews.
  const listed = useMemo(
    () => completionPhotos.map((photo) => ({ ...photo, analysisStatus: 'off' })),
    [completionPhotos],
  );
  const [uploads, queue] = useUploads(scope, listed);
  return {
    queue,
    waiting: unfinished(uploads),
    add(files: readonly File[], source: PhotoSource) {
      addShrunk(files, (fit) => {
        for (const description of queue.add(fit, source, { category: 'common' }))
          toast({ title: t('Photo not added'), description, variant: 'destructive' });
      });
    },
  };
}

interface WorkPhotosProps {
  item: PlanItem;
  photos: ReturnType<typeof useWorkPhotos>;
  error: string | undefined;
}

/** The photos of an item's completed work; photos can be added, and those that were not reported yet removed. */
export function WorkPhotos({ item, photos: { waiting, queue, add }, error }: WorkPhotosProps) {
  const remove = useRemoveWorkPhoto();
  const errorId = useId();
  const [camera, setCamera] = useState(false);
  const before = item.issue?.imageUrl;
  const { length: count } = [...item.completionPhotos, ...waiting];
  return (
    <div className="grid gap-2">
      <p className="font-medium">{t('Photos from the same place')}</p>
      {item.completionPhotos.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {item.completionPhotos.map((photo, index) => (
            <li key={photo.id} className="relative">
              <img
                src={photo.thumbnailUrl}
                alt={t('Finished work {index}', { index: index + 1 })}
                className="h-[84px] w-[112px] rounded-small bg-sunken object-cover"
              />
              {isOfCurrentWork(photo, item) && (
                <IconButton
                  dense
                  label={t('Remove photo {index}', { index: index + 1 })}
                  className="absolute top-0.5 end-0.5 bg-surface"
                  onClick={() => remove.mutate(photo.id)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {item.completionPhotos.some((photo) => !isOfCurrentWork(photo, item)) && (
        <p className="text-small text-ink-2">{t('Photos that you reported before are kept as evidence.')}</p>
      )}
      <UploadLine uploads={waiting} queue={queue} />
      <div className="flex flex-wrap gap-2">
        {before && (
          <Button variant="secondary" onClick={() => setCamera(true)}>
            <Camera aria-hidden="true" />
            {t('Take a photo')}
          </Button>
        )}
        <FileButton
          variant="secondary"
          accept="image/*"
          multiple
          className="justify-self-start"
          aria-describedby={error ? errorId : undefined}
          onFiles={(files) => add(files, 'gallery')}
        >
          <Images aria-hidden="true" />
          {count > 0 ? t('Add another photo') : t('Add a photo')}
        </FileButton>
      </div>
      {camera && before && (
        <RepairCamera
          title={t('Repair: {title}', { title: item.title })}
          before={before}
          onShot={(file) => add([file], 'camera')}
          onClose={() => setCamera(false)}
        />
      )}
      {error && (
        <p id={errorId} role="alert" className="text-small font-medium text-critical">
          {error}
        </p>
      )}
    </div>
  );
}
