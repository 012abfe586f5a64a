import { Trash2 } from 'lucide-react';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import { locationText } from '#contract/places.ts';
import type { Severity } from '#contract/finding-categories.ts';
import { qualityAdvice } from '#web/features/photos/quality.ts';
import { formatTime } from '#web/lib/format.ts';
import { cn } from '#web/lib/cn.ts';
import { Badge, SeverityBadge } from '#web/ui/badge.tsx';
import { documentLine } from '#web/features/photos/components/document-card.tsx';
import type { PhotoBox } from '#web/ui/box-layer.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';

interface PhotoTileProps {
  photo: Photo;
  /** The boxes of its open findings. */
  boxes: readonly PhotoBox[];
  /** The highest severity of its open findings. */
  worst: Severity | null;
  /** The local preview, shown while the server makes its copies. */
  preview?: string;
  onOpen: () => void;
  onRetake?: () => void;
  onDelete?: () => void;
}

function TileState({ photo, worst, onRetake }: Pick<PhotoTileProps, 'photo' | 'worst' | 'onRetake'>) {
  if (photo.pageCount !== null && !worst) return <Badge>{documentLine(photo)}</Badge>;
  if (photo.analysisStatus === 'pending') return <Badge>{t('Analyzing')}</Badge>;
  if (photo.analysisStatus === 'failed') return <Badge tone="critical">{t('AI failed')}</Badge>;
  if (worst) return <SeverityBadge severity={worst} />;
  if (!photo.aiAnalysis) return <Badge>{t('Not analyzed')}</Badge>;
  if (!photo.aiAnalysis.imageQuality.usable) {
    return onRetake ? (
      <button
        type="button"
        onClick={onRetake}
        className="-my-2 min-h-9 font-semibold text-accent hover:underline touch:-my-3 touch:min-h-11"
      >
        {t('Retake')}
      </button>
    ) : (
      <Badge>{t('Unclear')}</Badge>
    );
  }
  return <Badge>{t('Nothing flagged')}</Badge>;
}

/** A photo in the grid with its boxes, time and most severe finding. */
export function PhotoTile({ photo, boxes, worst, preview, onOpen, onRetake, onDelete }: PhotoTileProps) {
  const advice =
    photo.analysisStatus === 'done' && photo.aiAnalysis && boxes.length === 0
      ? qualityAdvice(photo.aiAnalysis.imageQuality)
      : null;
  const time = formatTime(photo.takenAt ?? photo.createdAt);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="relative">
        <button
          type="button"
          onClick={onOpen}
          aria-label={t('Open photo of {time}, {filename}', { time, filename: photo.filename })}
          className="block w-full rounded-card bg-sunken bg-cover bg-center text-start"
          style={preview ? { backgroundImage: `url(${preview})` } : undefined}
        >
          <BoxedPhoto
            // The picture is loaded again after the analysis, because the server's copies may not have existed
            // before.
            key={photo.analysisStatus}
            src={photo.analysisStatus === 'pending' && preview ? preview : photo.thumbnailUrl}
            alt=""
            fit={photo.pageCount === null ? 'cover' : 'contain'}
            marks={photo.marks}
            width={photo.width}
            height={photo.height}
            // Only the most severe finding has a label, because more text would hide the picture.
            boxes={boxes.map((box, index) => (index === 0 ? box : { ...box, label: '' }))}
            className={cn(
              'h-[150px] bg-transparent sm:h-[180px]',
              advice && '[&_img]:scale-105 [&_img]:blur-[5px] [&_img]:brightness-50',
            )}
          />
        </button>
        {advice && (
          <div className="pointer-events-none absolute inset-0 grid place-content-center rounded-card p-2.5 text-center text-small text-white">
            <b className="font-strong">{advice.title}</b>
            {advice.hint}
          </div>
        )}
        {photo.analysisStatus === 'pending' && (
          <div className="pointer-events-none absolute end-11 bottom-2 start-2 rounded-control bg-[rgb(15_23_27/0.72)] px-2 py-1.5 text-small text-white">
            {t('Analyzing…')}
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-white/25">
              <div className="h-full w-2/5 animate-wait rounded-full bg-white motion-reduce:w-full" />
            </div>
          </div>
        )}
        {onDelete && (
          <button
            type="button"
            aria-label={t('Delete photo of {time}', { time })}
            onClick={onDelete}
            className="absolute end-0 bottom-0 grid size-11 place-items-center rounded-card text-white"
          >
            <span className="grid size-8 place-items-center rounded-full bg-black/55 transition-colors hover:bg-black/75">
              <Trash2 aria-hidden="true" className="size-4" />
            </span>
          </button>
        )}
      </div>
      <div className="flex min-h-[22px] flex-wrap items-center justify-between gap-x-2 text-small">
        <time dateTime={photo.takenAt ?? photo.createdAt} className="min-w-0 wrap-anywhere text-ink-2">
          {locationText(photo) && `${locationText(photo)} · `}
          {time}
        </time>
        <TileState photo={photo} worst={worst} onRetake={onRetake} />
      </div>
    </div>
  );
}
