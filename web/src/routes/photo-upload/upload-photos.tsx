import { Link } from '@tanstack/react-router';
import { ArrowLeft, Camera, CircleCheck, ImagePlus, Images, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { photoLimits } from '#contract/photos.ts';
import { ReviewNotice } from '#web/features/inspections/components/review-notice.tsx';
import { CameraDialog } from '#web/features/photos/components/camera-dialog.tsx';
import { GuidelinesCard } from '#web/features/photos/components/guidelines-card.tsx';
import { RefusedFiles } from '#web/features/photos/components/refused-files.tsx';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { UploadTile } from '#web/features/photos/components/upload-tile.tsx';
import { categoryLabels, categoryOf, pageCategories } from '#web/features/photos/photo-areas.ts';
import type { PhotoSource } from '#web/features/photos/upload/photo-kind.ts';
import { roomIn } from '#web/features/photos/upload/upload-queue.ts';
import { usePlaceGranted } from '#web/lib/camera/use-place-granted.ts';
import { plural } from '#web/lib/format.ts';
import { LeaveGuard } from '#web/features/photos/components/leave-guard.tsx';
import { UploadedPhotos } from './uploaded-photos.tsx';
import { useInspectionUploads } from './use-inspection-uploads.ts';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { Field } from '#web/ui/field.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/radio-group.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface UploadPhotosProps {
  inspection: Inspection;
  /** As the address names it: a category of this page, or an area. */
  category: string | undefined;
  aiRequest: boolean;
}

function AiRequest() {
  return (
    <div role="note" className="flex gap-3 rounded-card bg-medium-soft px-4 py-3 text-medium">
      <Sparkles aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div>
        <p className="font-strong">The AI needs clearer images</p>
        <p>Please upload more photos of what was seen: closer, sharper, and with enough light.</p>
      </div>
    </div>
  );
}

/** Photos for one category of an inspection: chosen, dropped or taken, each with what is written about it. */
export function UploadPhotos({ inspection, category: named, aiRequest }: UploadPhotosProps) {
  const first = categoryOf(named);
  const [category, setCategory] = useState(first);
  const [description, setDescription] = useState('');
  const [camera, setCamera] = useState(false);
  const placeGranted = usePlaceGranted();
  const work = useInspectionUploads(inspection.id);
  const open = inspection.abilities.work;
  const certificates = category === 'certificates';
  // An area that the page was opened for stands before the four categories.
  const choices = [...(pageCategories.some((code) => code === first) ? [] : [first]), ...pageCategories];

  function add(files: File[], source: PhotoSource) {
    work.add(files, source, { category, description: description.trim() || undefined });
  }
  const back = { propertyId: inspection.propertyId, area: inspection.area };

  return (
    <>
      <Page className="flex-1">
        <PageHeader
          title="Upload Photos"
          over={`${inspection.propertyName} · ${inspection.area}`}
          actions={
            <Button variant="secondary" size="sm" asChild>
              <Link to="/live-inspection" search={back}>
                <ArrowLeft aria-hidden="true" />
                Back to Live Inspection
              </Link>
            </Button>
          }
        />
        <ReviewNotice inspection={inspection} />
        {aiRequest && open && <AiRequest />}
        {work.photos.length > 0 && (
          <div
            role="status"
            className="flex items-center gap-3 rounded-card bg-good-soft px-4 py-3 font-medium text-good"
          >
            <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
            {plural(work.photos.length, 'photo')} uploaded
          </div>
        )}
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {open && (
              <DropArea disabled={false} hint="Drop the photos here" onFiles={(files) => add(files, 'gallery')}>
                <Card>
                  <CardHeader title="New photos" note="What they show goes with every file that you add" />
                  <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-[18px] pb-[18px]">
                    <Segmented
                      legend="Category"
                      name="category"
                      value={category}
                      onValueChange={setCategory}
                      choices={choices.map((value) => ({ value, label: categoryLabels[value] }))}
                      className="[&_label]:px-1.5 sm:[&_label]:px-3 [&>div]:flex-wrap"
                    />
                    <Field label="Description" required={false}>
                      {(control) => (
                        <Textarea
                          {...control}
                          rows={2}
                          maxLength={2000}
                          placeholder="Where it is and what to look at"
                          value={description}
                          onChange={({ target }) => setDescription(target.value)}
                        />
                      )}
                    </Field>
                    <RefusedFiles sentences={work.refused} />
                    {work.onTheWay.length > 0 && (
                      <ul aria-label="Uploads" className="grid grid-cols-2 gap-x-2.5 gap-y-3.5 sm:grid-cols-3">
                        {work.onTheWay.map((item) => (
                          <li key={item.id}>
                            <UploadTile item={item} queue={work.queue} />
                          </li>
                        ))}
                      </ul>
                    )}
                    <div className="grid justify-items-center gap-2.5 rounded-[14px] border-2 border-dashed border-line-strong px-4 py-6 text-center">
                      <ImagePlus aria-hidden="true" className="size-8 text-ink-3" />
                      <p className="font-medium">Drop files here, or</p>
                      <div className="flex flex-wrap justify-center gap-2.5">
                        <Button variant="secondary" className="hidden md:inline-flex" onClick={() => setCamera(true)}>
                          <Camera aria-hidden="true" />
                          Take Photos
                        </Button>
                        <FileButton
                          variant="secondary"
                          accept={certificates ? 'image/*,.heic,.heif,application/pdf' : 'image/*,.heic,.heif'}
                          multiple
                          onFiles={(files) => add(files, 'gallery')}
                        >
                          <Images aria-hidden="true" />
                          Choose Files
                        </FileButton>
                      </div>
                      <p className="text-small text-ink-2">
                        JPEG, PNG, WebP, HEIC and AVIF are supported, and PDF in Certificates. Up to{' '}
                        {photoLimits.filesPerUpload} files at a time, 10 MB each.
                      </p>
                    </div>
                  </div>
                </Card>
              </DropArea>
            )}
            <UploadedPhotos inspection={inspection} work={work} />
          </div>
          <GuidelinesCard />
        </div>
      </Page>
      {open && (
        <footer className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[max(12px,env(safe-area-inset-bottom))] md:hidden">
          <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 px-4 pt-3">
            <Button variant="secondary" className="px-2.5" asChild>
              <Link to="/photo-upload" search={{ inspectionId: inspection.id }}>
                All Areas
              </Link>
            </Button>
            <Shutter label="Open camera" onClick={() => setCamera(true)} />
            <Button className="px-2.5" asChild>
              <Link to="/inspection-review/$id" params={{ id: inspection.id }}>
                Review
              </Link>
            </Button>
          </div>
          {work.analysing > 0 && (
            <p role="status" className="flex items-center justify-center gap-2 pt-2 text-small">
              <Spinner className="size-4 text-accent" />
              AI Analyzing Photos...
            </p>
          )}
        </footer>
      )}
      {camera && (
        <CameraDialog
          title={categoryLabels[category]}
          withPlace={placeGranted}
          room={roomIn(work.uploads)}
          onShot={(file) => add([file], 'camera')}
          onClose={() => setCamera(false)}
        />
      )}
      <LeaveGuard uploads={work.uploads} />
    </>
  );
}
