import { ImageOff, Maximize2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { DocumentCard } from '#web/features/photos/components/document-card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { findingsOnPhoto } from '#web/features/findings/finding-boxes.ts';
import { PhotoOrigin } from '#web/features/photos/components/photo-origin.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import type { Scope } from '#web/lib/scope.ts';
import { EmptyState } from '#web/ui/states.tsx';

const label = ({ category, aiConfidence }: Finding) =>
  `${findingCategoryLabels[category]}${aiConfidence === null ? '' : ` ${Math.round(Number(aiConfidence))}`}`;

/** The boxes of a photo's open findings. */
export const boxesOf = (photo: Photo, findings: readonly Finding[]): PhotoBox[] =>
  findingsOnPhoto(findings, photo.id).flatMap((finding) =>
    finding.boundingBox && finding.status !== 'dismissed'
      ? { ...finding.boundingBox, id: finding.id, label: label(finding), tone: finding.severity }
      : [],
  );

interface ReviewPhotosProps {
  scope: Scope;
  scored: ScoredScope;
  area: string;
  /** Whether the photo fills the screen. */
  enlarged: boolean;
  onEnlarge: (enlarged: boolean) => void;
  photos: readonly Photo[];
  findings: readonly Finding[];
  shownId: string | undefined;
  onShow: (photoId: string) => void;
  selectedFindingId: string | null;
  onSelectFinding: (id: string | null) => void;
}

interface ThumbnailsProps {
  photos: readonly Photo[];
  index: number;
  onShow: (photoId: string) => void;
}

function Thumbnails({ photos, index, onShow }: ThumbnailsProps) {
  return (
    <div className="flex items-center gap-2">
      <ul className="-m-1 flex min-w-0 flex-1 gap-2 overflow-x-auto p-1">
        {photos.map(({ id, thumbnailUrl }, place) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-label={`Show photo ${place + 1}`}
              aria-current={place === index || undefined}
              className="block overflow-hidden rounded-control outline-2 outline-transparent outline-solid focus-visible:outline-ink aria-current:outline-accent"
              onClick={() => onShow(id)}
            >
              <img src={thumbnailUrl} alt="" loading="lazy" className="h-[54px] w-[72px] bg-sunken object-cover" />
            </button>
          </li>
        ))}
      </ul>
      <span className="text-small whitespace-nowrap text-ink-2">
        {index + 1} of {photos.length}
      </span>
    </div>
  );
}

const PhotoDialog = lazy(async () => ({
  default: (await import('#web/features/photos/components/photo-dialog.tsx')).PhotoDialog,
}));

/**
 * A large photo with its boxes, and the thumbnails of the others. Pressing it opens it in full screen, where findings
 * can be added.
 */
export function ReviewPhotos(props: ReviewPhotosProps) {
  const { scope, scored, area, photos, findings, shownId, onShow, selectedFindingId, onSelectFinding } = props;
  const { enlarged, onEnlarge } = props;
  const shownIndex = photos.findIndex(({ id }) => id === shownId);
  const index = Math.max(0, shownIndex);
  const photo = photos[index];
  if (!photo)
    return (
      <div className="rounded-card bg-sunken">
        <EmptyState icon={ImageOff} title="No photos" className="py-12" />
      </div>
    );
  const boxes = boxesOf(photo, findings);
  const selected = boxes.some(({ id }) => id === selectedFindingId) ? selectedFindingId : null;
  const picture = {
    src: photo.previewUrl,
    alt: photo.description ?? `Photo ${index + 1} of ${photos.length}, ${photo.filename}`,
    width: photo.width,
    height: photo.height,
    boxes,
    marks: photo.marks,
    selected,
    onSelect: (id: string) => onSelectFinding(id === selected ? null : id),
    loading: 'eager' as const,
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="relative">
        <BoxedPhoto {...picture} fit="contain" className="aspect-[16/10]" />
        <IconButton
          dense
          label="Enlarge photo"
          className="absolute end-2 bottom-2 bg-black/55 text-white hover:bg-black/75 hover:text-white"
          onClick={() => onEnlarge(true)}
        >
          <Maximize2 aria-hidden="true" />
        </IconButton>
      </div>
      <Thumbnails photos={photos} index={index} onShow={onShow} />
      <p className="text-small text-ink-2">
        <PhotoOrigin photo={photo} />
      </p>
      {photo.pageCount !== null && <DocumentCard key={photo.id} photo={photo} />}
      <Suspense fallback={null}>
        {enlarged && (
          <PhotoDialog
            scope={scope}
            scored={scored}
            area={area}
            mayAdd
            photos={photos}
            photoId={photo.id}
            findingId={selectedFindingId}
            onPhoto={(id) => (id ? onShow(id) : onEnlarge(false))}
          />
        )}
      </Suspense>
    </div>
  );
}
