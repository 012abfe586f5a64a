import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { PhotoRow } from '#web/features/photos/components/photo-row.tsx';
import { PhotoRowsSkeleton } from '#web/features/photos/components/photo-rows-skeleton.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import type { Scope } from '#web/lib/scope.ts';
import { DeletePhotoDialog } from '#web/features/photos/components/delete-photo-dialog.tsx';
import { PhotoDialog } from '#web/features/photos/components/photo-dialog.tsx';
import type { InspectionUploads } from './use-inspection-uploads.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface UploadedPhotosProps {
  scope: Scope;
  scored: ScoredScope;
  /** The name of the area. */
  area: string;
  editable: boolean;
  uploads: InspectionUploads;
  title?: string;
}

/** The photos of an area or inspection, newest first. While it is open, photos can also be deleted. */
export function UploadedPhotos(props: UploadedPhotosProps) {
  const { scope, scored, area, editable, uploads, title = t('Uploaded photos') } = props;
  const { photos, error, loaded } = uploads;
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Photo | null>(null);
  return (
    <Card>
      <CardHeader title={title} note={photos.length > 0 ? plural(photos.length, 'photo') : undefined} />
      <div className="px-[18px] pb-2">
        {error && !loaded ? (
          <ErrorState error={error} onRetry={() => void uploads.refetch()} />
        ) : !loaded ? (
          <PhotoRowsSkeleton />
        ) : photos.length === 0 ? (
          <EmptyState icon={ImageOff} title={t('No photos yet')} className="py-8">
            {editable ? t('Take or choose the first photo.') : t('This inspection has no photos.')}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {photos.map((photo) => (
              <PhotoRow
                key={photo.id}
                photo={photo}
                scored={scored}
                openFindings={uploads.openFindingsOf(photo)}
                preview={uploads.previewOf(photo)}
                onView={() => setOpenId(photo.id)}
                onDelete={photo.abilities.delete ? () => setDeleting(photo) : undefined}
              />
            ))}
          </ul>
        )}
      </div>
      <PhotoDialog
        scope={scope}
        scored={scored}
        area={area}
        mayAdd={editable}
        photos={photos}
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
    </Card>
  );
}
