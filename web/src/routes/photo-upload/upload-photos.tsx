import { Link } from '@tanstack/react-router';
import { ArrowLeft, CircleCheck, Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { shotActions } from '#web/features/photos/shot-actions.ts';
import { CameraDialog, loadCameraAhead } from '#web/features/photos/components/camera-dialog.tsx';
import { PlaceField } from '#web/features/photos/components/place-field.tsx';
import { GuidelinesCard } from '#web/features/photos/components/guidelines-card.tsx';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { categoryLabels, categoryOf, pageCategories } from '#web/features/photos/photo-areas.ts';
import type { PhotoSource } from '#web/features/photos/upload/photo-kind.ts';
import { remainingCapacity } from '#web/features/photos/upload/upload-queue.ts';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';
import { LeaveGuard } from '#web/features/photos/components/leave-guard.tsx';
import { NewPhotosCard } from './new-photos-card.tsx';
import { UploadedPhotos } from './uploaded-photos.tsx';
import type { PhotoPlace } from './photo-place.tsx';
import { useInspectionUploads } from './use-inspection-uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface UploadPhotosProps {
  place: PhotoPlace;
  /** From the address: a category of this page, or an area. */
  category: string | undefined;
  aiRequest: boolean;
}

function AiRequest() {
  return (
    <div role="note" className="flex gap-3 rounded-card bg-medium-soft px-4 py-3 text-medium">
      <Sparkles aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div>
        <p className="font-strong">{t('The AI needs clearer images')}</p>
        <p>{t('Please upload more photos of it: closer, sharper and with enough light.')}</p>
      </div>
    </div>
  );
}

interface BottomBarProps {
  place: PhotoPlace;
  analyzing: boolean;
  onCamera: () => void;
}

function BottomBar({ place, analyzing, onCamera }: BottomBarProps) {
  return (
    <footer className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 px-4 pt-3">
        <Button variant="secondary" className="px-2.5" asChild>
          <Link {...place.all.link}>{place.all.label}</Link>
        </Button>
        <Shutter label={t('Open camera')} onClick={onCamera} />
        <Button className="px-2.5" asChild>
          <Link {...place.next.link}>{place.next.label}</Link>
        </Button>
      </div>
      {analyzing && (
        <p role="status" className="flex items-center justify-center gap-2 pt-2 text-small">
          <Spinner className="size-4 text-accent" />
          {t('AI Analyzing Photos...')}
        </p>
      )}
    </footer>
  );
}

/** Uploads photos for one category of an area or inspection, with one description for all of them. */
export function UploadPhotos({ place, category: requested, aiRequest }: UploadPhotosProps) {
  const initial = categoryOf(requested);
  const [category, setCategory] = useState(initial);
  const [description, setDescription] = useState('');
  const [camera, setCamera] = useState(false);
  const placeGranted = usePlaceGranted();
  useEffect(loadCameraAhead, []);
  const uploads = useInspectionUploads(place.scope);
  const { editable } = place;
  // The area that the page was opened for is listed before the four categories.
  const categories = [...(pageCategories.some((code) => code === initial) ? [] : [initial]), ...pageCategories];

  function add(files: File[], source: PhotoSource) {
    uploads.add(files, source, { category, description: description.trim() || undefined });
  }

  return (
    <>
      <Page className="flex-1">
        <PageHeader
          title={t('Upload Photos')}
          over={`${place.propertyName} · ${t(place.area)}`}
          actions={
            <Button variant="secondary" size="sm" asChild>
              <Link {...place.back.link}>
                <ArrowLeft aria-hidden="true" />
                {place.back.label}
              </Link>
            </Button>
          }
        />
        {place.notice}
        {aiRequest && editable && <AiRequest />}
        {uploads.photos.length > 0 && (
          <div
            role="status"
            className="flex items-center gap-3 rounded-card bg-good-soft px-4 py-3 font-medium text-good"
          >
            <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
            {t('{photos} uploaded', { photos: plural(uploads.photos.length, 'photo') })}
          </div>
        )}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {editable && (
              <NewPhotosCard
                scope={place.scope}
                uploads={uploads}
                category={category}
                categories={categories}
                onCategory={setCategory}
                description={description}
                onDescription={setDescription}
                onFiles={(files) => add(files, 'gallery')}
                onCamera={() => setCamera(true)}
              />
            )}
            <UploadedPhotos
              scope={place.scope}
              scored={place.scored}
              area={place.area}
              editable={editable}
              uploads={uploads}
            />
          </div>
          <GuidelinesCard />
        </div>
      </Page>
      {editable && <BottomBar place={place} analyzing={uploads.analyzing > 0} onCamera={() => setCamera(true)} />}
      {camera && (
        <CameraDialog
          title={categoryLabels[category]}
          withPlace={placeGranted}
          roomField={<PlaceField scope={place.scope} dark />}
          room={remainingCapacity(uploads.uploads)}
          onShot={(file) => add([file], 'camera')}
          actions={shotActions(uploads.uploads, uploads.queue, place.scope)}
          onClose={() => setCamera(false)}
        />
      )}
      <LeaveGuard uploads={uploads.uploads} />
    </>
  );
}
