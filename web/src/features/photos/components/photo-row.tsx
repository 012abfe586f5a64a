import { t } from '#contract/language.ts';
import { formatTime } from '#web/lib/format.ts';
import { Eye, Trash2 } from 'lucide-react';
import type { Photo } from '#contract/photos.ts';
import { AiAnalysisCard } from '#web/features/photos/components/ai-analysis-card.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import { categoryLabels } from '#web/features/photos/photo-areas.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FilePreview } from '#web/ui/file-preview.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';

interface PhotoRowProps {
  photo: Photo;
  /** The area or inspection that it belongs to. */
  scored: ScoredScope;
  /** The number of its open findings. */
  openFindings: number;
  /** The local preview, shown while the server makes its copies. */
  preview?: string;
  onView: () => void;
  onDelete?: () => void;
}

/** An uploaded photo as a row with its category, description and AI analysis. */
export function PhotoRow({ photo, scored, openFindings, preview, onView, onDelete }: PhotoRowProps) {
  const time = formatTime(photo.takenAt ?? photo.createdAt);
  const pending = photo.analysisStatus === 'pending';
  return (
    <li className="grid grid-cols-[84px_minmax(0,1fr)] gap-x-3.5 gap-y-2 py-3.5 sm:grid-cols-[112px_minmax(0,1fr)_auto]">
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={onView}
        className="h-[84px] overflow-hidden rounded-control sm:h-[96px]"
      >
        <FilePreview
          // The picture is loaded again after the analysis, because the server's copies may not have existed before.
          key={photo.analysisStatus}
          src={pending && preview ? preview : photo.thumbnailUrl}
          name={photo.filename}
          type=""
          alt=""
        />
      </button>
      <div className="grid min-w-0 content-start gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
          <Badge tone="accent">{categoryLabels[photo.category]}</Badge>
          <time dateTime={photo.takenAt ?? photo.createdAt}>{time}</time>
        </div>
        <p className="truncate font-medium" title={photo.filename}>
          {photo.filename}
        </p>
        {photo.description && <p className="text-ink-2">{photo.description}</p>}
        <div className="max-w-[260px]">
          <AiAnalysisCard photo={photo} scored={scored} mode="compact" openFindings={openFindings} />
        </div>
      </div>
      <div className="col-span-2 -mt-1 -me-2 flex justify-end sm:col-span-1 sm:mt-0 sm:flex-col sm:justify-start">
        <IconButton label={t('View {filename}', { filename: photo.filename })} tooltip={false} onClick={onView}>
          <Eye aria-hidden="true" />
        </IconButton>
        {onDelete && (
          <IconButton label={t('Delete {filename}', { filename: photo.filename })} tooltip={false} onClick={onDelete}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  );
}
