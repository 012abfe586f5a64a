import { Camera, ImagePlus, Images } from 'lucide-react';
import { t } from '#contract/language.ts';
import { photoLimits } from '#contract/photos.ts';
import { PlaceField } from '#web/features/photos/components/place-field.tsx';
import type { Scope } from '#web/lib/scope.ts';
import { RefusedFiles } from '#web/features/uploads/refused-files.tsx';
import { UploadTile } from '#web/features/photos/components/upload-tile.tsx';
import { categoryLabels } from '#web/features/photos/photo-areas.ts';
import type { PhotoCategory } from '#web/features/photos/upload/photo-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { Field } from '#web/ui/field.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { DictatedTextarea } from '#web/ui/dictated-textarea.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import type { InspectionUploads } from './use-inspection-uploads.ts';

interface NewPhotosCardProps {
  scope: Scope;
  uploads: InspectionUploads;
  category: PhotoCategory;
  categories: readonly PhotoCategory[];
  onCategory: (category: PhotoCategory) => void;
  description: string;
  onDescription: (description: string) => void;
  onFiles: (files: File[]) => void;
  onCamera: () => void;
}

type ChooserProps = Pick<NewPhotosCardProps, 'category' | 'onFiles' | 'onCamera'>;

function FileChooser({ category, onFiles, onCamera }: ChooserProps) {
  const accept = category === 'certificates' ? 'image/*,.heic,.heif,application/pdf' : 'image/*,.heic,.heif';
  return (
    <div className="grid justify-items-center gap-2.5 rounded-[14px] border-2 border-dashed border-line-strong px-4 py-6 text-center">
      <ImagePlus aria-hidden="true" className="size-8 text-ink-3" />
      <p className="font-medium">
        <span className="touch:hidden">{t('Drop files here, or')}</span>
        <span className="hidden touch:inline">{t('Choose photos')}</span>
      </p>
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button variant="secondary" className="hidden md:inline-flex" onClick={onCamera}>
          <Camera aria-hidden="true" />
          {t('Take Photos')}
        </Button>
        <FileButton variant="secondary" accept={accept} multiple onFiles={onFiles}>
          <Images aria-hidden="true" />
          {t('Choose Files')}
        </FileButton>
      </div>
      <p className="text-small text-ink-2">
        {t(
          'JPEG, PNG, WebP, HEIC and AVIF are supported, and PDF in Certificates. Up to {filesPerUpload} files at a time, 10 MB each.',
          { filesPerUpload: photoLimits.filesPerUpload },
        )}
      </p>
    </div>
  );
}

/** The form for new photos: category, description, and the files that are being uploaded. */
export function NewPhotosCard(props: NewPhotosCardProps) {
  const { uploads, category, categories, onCategory, description, onDescription, onFiles, onCamera } = props;
  return (
    <DropArea disabled={false} hint={t('Drop the photos here')} onFiles={onFiles}>
      <Card>
        <CardHeader title={t('New photos')} note={t('Applies to all files you add')} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-[18px] pb-[18px]">
          <Segmented
            legend={t('Category')}
            name="category"
            value={category}
            onValueChange={onCategory}
            choices={categories.map((value) => ({ value, label: categoryLabels[value] }))}
            className="[&_label]:px-1.5 sm:[&_label]:px-3 [&>div]:flex-wrap"
          />
          <PlaceField scope={props.scope} />
          <Field label={t('Description')} required={false}>
            {(control) => (
              <DictatedTextarea
                {...control}
                rows={2}
                maxLength={2000}
                placeholder={t('Location, and what to look at')}
                value={description}
                onChange={({ target }) => onDescription(target.value)}
              />
            )}
          </Field>
          <RefusedFiles sentences={uploads.refused} />
          {uploads.unsaved.length > 0 && (
            <ul aria-label={t('Uploads')} className="grid grid-cols-2 gap-x-2.5 gap-y-3.5 sm:grid-cols-3">
              {uploads.unsaved.map((item) => (
                <li key={item.id}>
                  <UploadTile item={item} queue={uploads.queue} />
                </li>
              ))}
            </ul>
          )}
          <FileChooser category={category} onFiles={onFiles} onCamera={onCamera} />
        </div>
      </Card>
    </DropArea>
  );
}
