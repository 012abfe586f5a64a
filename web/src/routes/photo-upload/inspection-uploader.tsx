import { Camera } from 'lucide-react';
import type { Area } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { photoLimits } from '#contract/photos.ts';
import { RefusedFiles } from '#web/features/uploads/refused-files.tsx';
import { UploadTile } from '#web/features/photos/components/upload-tile.tsx';
import { PlaceField } from '#web/features/photos/components/place-field.tsx';
import { usePlaceField } from '#web/lib/current-place.ts';
import type { Scope } from '#web/lib/scope.ts';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';
import { galleryPhotoKind } from '#web/features/photos/upload/gallery-photo-kind.ts';
import { UploadDialogButton } from '#web/features/uploads/components/upload-dialog-button.tsx';
import type { InspectionUploads } from './use-inspection-uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface AreaUploaderProps {
  inspection: Inspection;
  area: Area;
  uploads: InspectionUploads;
  onCamera: () => void;
}

const accept = ['image/*', '.heic', '.heif', '.avif'];
const acceptText = t('JPEG, PNG, WebP, HEIC and AVIF');
const fields = [{ id: 'description', name: 'Description', placeholder: t('Location, and what to look at') }];

/** Adds photos to one area of a photo inspection, by camera or upload dashboard. */
export function AreaUploader({ inspection, area, uploads, onCamera }: AreaUploaderProps) {
  const scope: Scope = { of: 'inspections', id: inspection.id };
  // Reads the fields as state, so that the purpose of the next upload follows them.
  const [building] = usePlaceField(scope, 'building');
  const [floor] = usePlaceField(scope, 'floor');
  const [room] = usePlaceField(scope, 'room');
  const dashboardKey = `inspections/${inspection.id}/${area.code}`;
  const unsaved = uploads.unsaved.filter(({ subject }) => subject.category === area.code);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <p className="text-ink-2">{t(area.description ?? '')}</p>
      {uploads.analyzing > 0 && (
        <div role="status" className="flex items-center gap-2.5 rounded-card bg-accent-soft px-4 py-3 text-accent">
          <Spinner className="size-4" />
          <b className="font-strong">{t('AI Analyzing Photos...')}</b>
          <span className="text-small">{t('{analyzing} remaining', { analyzing: uploads.analyzing })}</span>
        </div>
      )}
      <RefusedFiles sentences={uploads.refused} />
      {unsaved.length > 0 && (
        <ul aria-label={t('Uploads')} className="grid grid-cols-2 gap-x-2.5 gap-y-3.5 sm:grid-cols-3">
          {unsaved.map((item) => (
            <li key={item.id}>
              <UploadTile item={item} queue={uploads.queue} />
            </li>
          ))}
        </ul>
      )}
      <PlaceField scope={scope} />
      <div className="grid gap-2.5 sm:flex sm:flex-wrap">
        <Button onClick={onCamera}>
          <Camera aria-hidden="true" />
          {t('Take Photos')}
        </Button>
        <UploadDialogButton
          // Each area has a dashboard of its own.
          key={dashboardKey}
          kind={galleryPhotoKind}
          parent={dashboardKey}
          purpose={{ scope, category: area.code, building, floor, room }}
          title={t('Upload photos of {name}', { name: area.name })}
          prepare={addShrunk}
          maxFiles={photoLimits.filesPerUpload}
          accept={accept}
          acceptText={acceptText}
          metaFields={fields}
          variant="secondary"
        >
          {t('Upload Photos')}
        </UploadDialogButton>
      </div>
    </div>
  );
}
