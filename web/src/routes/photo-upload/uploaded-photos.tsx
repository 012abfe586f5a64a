import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import type { Photo } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { PhotoRow } from '#web/features/photos/components/photo-row.tsx';
import { PhotoRowsSkeleton } from '#web/features/photos/components/photo-rows-skeleton.tsx';
import type { Scope } from '#web/lib/scope.ts';
import { DeletePhotoDialog } from '#web/features/photos/components/delete-photo-dialog.tsx';
import { PhotoDialog } from '#web/features/photos/components/photo-dialog.tsx';
import type { InspectionUploads } from './use-inspection-uploads.ts';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface UploadedPhotosProps {
  inspection: Inspection;
  uploads: InspectionUploads;
  title?: string;
}

/** The photos of an inspection, newest first. They can be opened, and deleted while the inspection is open. */
export function UploadedPhotos({ inspection, uploads, title = 'Uploaded photos' }: UploadedPhotosProps) {
  const { query, photos } = uploads;
  const scope: Scope = { of: 'inspections', id: inspection.id };
  const [openId, setOpenId] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Photo | null>(null);
  return (
    <Card>
      <CardHeader title={title} note={photos.length > 0 ? plural(photos.length, 'photo') : undefined} />
      <div className="px-[18px] pb-2">
        {query.error && !query.data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <PhotoRowsSkeleton />
        ) : photos.length === 0 ? (
          <EmptyState icon={ImageOff} title="No photos yet" className="py-8">
            {inspection.abilities.work ? 'Take or choose the first photo.' : 'This inspection has no photos.'}
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {photos.map((photo) => (
              <PhotoRow
                key={photo.id}
                photo={photo}
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
        area={inspection.area}
        mayAdd={inspection.abilities.work}
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
