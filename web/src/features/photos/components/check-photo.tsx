import { Camera } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { UploadLine } from '#web/features/photos/components/upload-line.tsx';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';
import { unfinished } from '#web/features/photos/upload/upload-queue.ts';
import { useListedPhotos, useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';
import { givenPlaceOf } from '#web/lib/current-place.ts';
import type { Scope } from '#web/lib/scope.ts';
import { toast } from '#web/lib/toast.ts';
import { FileButton } from '#web/ui/file-button.tsx';

interface CheckPhotoProps {
  scope: Scope;
  checkId: string;
  category: Photo['category'];
}

/** Takes or chooses the photo of a failed check, which becomes the evidence of its finding. */
export function CheckPhoto({ scope, checkId, category }: CheckPhotoProps) {
  const [uploads, queue] = useUploadQueue(scope);
  const own = uploads.filter(({ subject }) => subject.checkId === checkId);
  const waiting = unfinished(own);
  const listed = useListedPhotos(scope)?.filter((photo) => photo.checkId === checkId) ?? [];
  const saved = Math.max(listed.length, own.length - waiting.length);

  function add(file: File) {
    const subject = { category, checkId, ...givenPlaceOf(scope) };
    addShrunk([file], (fit) => {
      for (const reason of queue.add(fit, 'gallery', subject))
        toast({ title: t('Photo not added'), description: reason, variant: 'destructive' });
    });
  }
  return (
    <div className="grid justify-items-start gap-1">
      <FileButton variant="secondary" size="sm" accept="image/*" onFiles={(files) => files.slice(0, 1).forEach(add)}>
        <Camera aria-hidden="true" />
        {saved + waiting.length > 0 ? t('Add Another Photo') : t('Add a Photo')}
      </FileButton>
      {saved > 0 && (
        <p role="status" className="text-small text-ink-2">
          {t('{photos} of this check', { photos: plural(saved, 'photo') })}
        </p>
      )}
      <UploadLine uploads={waiting} queue={queue} />
    </div>
  );
}
