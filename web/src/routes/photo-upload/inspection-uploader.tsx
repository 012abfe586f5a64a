import { Camera } from 'lucide-react';
import type { Area } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import { photoLimits } from '#contract/photos.ts';
import { RefusedFiles } from '#web/features/photos/components/refused-files.tsx';
import { UploadTile } from '#web/features/photos/components/upload-tile.tsx';
import { galleryPhotoKind } from '#web/features/photos/upload/gallery-photo-kind.ts';
import { UploadDialogButton } from '#web/features/uploads/components/upload-dialog-button.tsx';
import type { InspectionUploads } from './use-inspection-uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface AreaUploaderProps {
  inspection: Inspection;
  area: Area;
  work: InspectionUploads;
  onCamera: () => void;
}

const accept = ['image/*', '.heic', '.heif', '.avif'];
const acceptText = 'JPEG, PNG, WebP, HEIC and AVIF';
const fields = [{ id: 'description', name: 'Description', placeholder: 'Where it is and what to look at' }];

/** Puts photos into one area of a photo inspection: taken here, or chosen in the upload dashboard. */
export function AreaUploader({ inspection, area, work, onCamera }: AreaUploaderProps) {
  const thing = `inspections/${inspection.id}/${area.code}`;
  const onTheWay = work.onTheWay.filter(({ subject }) => subject.category === area.code);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <p className="text-ink-2">{area.description}</p>
      {work.analysing > 0 && (
        <div role="status" className="flex items-center gap-2.5 rounded-card bg-accent-soft px-4 py-3 text-accent">
          <Spinner className="size-4" />
          <b className="font-strong">AI Analyzing Photos...</b>
          <span className="text-small">{work.analysing} still to come</span>
        </div>
      )}
      <RefusedFiles sentences={work.refused} />
      {onTheWay.length > 0 && (
        <ul aria-label="Uploads" className="grid grid-cols-2 gap-x-2.5 gap-y-3.5 sm:grid-cols-3">
          {onTheWay.map((item) => (
            <li key={item.id}>
              <UploadTile item={item} queue={work.queue} />
            </li>
          ))}
        </ul>
      )}
      <div className="grid gap-2.5 sm:flex sm:flex-wrap">
        <Button onClick={onCamera}>
          <Camera aria-hidden="true" />
          Take Photos
        </Button>
        <UploadDialogButton
          // Each area has a dashboard of its own.
          key={thing}
          kind={galleryPhotoKind}
          thing={thing}
          purpose={{ scope: { of: 'inspections', id: inspection.id }, category: area.code }}
          title={`Upload photos of ${area.name}`}
          maxFiles={photoLimits.filesPerUpload}
          accept={accept}
          acceptText={acceptText}
          metaFields={fields}
          variant="secondary"
        >
          Upload Photos
        </UploadDialogButton>
      </div>
    </div>
  );
}
