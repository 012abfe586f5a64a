import { t } from '#contract/language.ts';
import { formatTime } from '#web/lib/format.ts';
import { classOfSeverity } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { findingBoxes, findingsOnPhoto, isOpenFinding, worstSeverity } from '#web/features/findings/finding-boxes.ts';
import { AiAnalysisCard } from '#web/features/photos/components/ai-analysis-card.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import { objectBoxes } from '#web/features/photos/object-boxes.ts';
import { SeverityBadge } from '#web/ui/badge.tsx';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';

interface AnalysisGridProps {
  photos: readonly Photo[];
  /** The area or inspection that they belong to. */
  scored: ScoredScope;
  findings: readonly Finding[];
  onOpen: (photoId: string) => void;
  /** Groups findings by the three classes of an inspection instead of the four severities of an area. */
  inClasses?: boolean;
}

/** Photos with boxes for objects and findings, each with a summary of its analysis. */
export function AnalysisGrid({ photos, scored, findings, onOpen, inClasses }: AnalysisGridProps) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-4 lg:grid-cols-3">
      {photos.map((photo) => {
        const photoFindings = findingsOnPhoto(findings.filter(isOpenFinding), photo.id);
        const worst = worstSeverity(photoFindings);
        const time = formatTime(photo.takenAt ?? photo.createdAt);
        return (
          <li key={photo.id} className="grid content-start gap-2">
            <button
              type="button"
              aria-label={t('Open photo of {time}, {filename}', { time, filename: photo.filename })}
              onClick={() => onOpen(photo.id)}
              className="block w-full rounded-card text-start"
            >
              <BoxedPhoto
                key={photo.analysisStatus}
                src={photo.thumbnailUrl}
                alt=""
                fit={photo.pageCount === null ? 'cover' : 'contain'}
                marks={photo.marks}
                width={photo.width}
                height={photo.height}
                boxes={[
                  ...objectBoxes(photo).map((box) =>
                    photoFindings.length > 0 || box.width < 0.2 ? { ...box, label: '' } : box,
                  ),
                  ...findingBoxes(photoFindings).map((box, index) => (index === 0 ? box : { ...box, label: '' })),
                ]}
                className="h-[150px] sm:h-[200px]"
              />
            </button>
            <div className="flex min-h-[22px] items-center justify-between gap-2 text-small">
              <time dateTime={photo.takenAt ?? photo.createdAt} className="text-ink-2">
                {time}
              </time>
              {worst && <SeverityBadge severity={inClasses ? classOfSeverity[worst] : worst} />}
            </div>
            <AiAnalysisCard photo={photo} scored={scored} mode="compact" openFindings={photoFindings.length} />
          </li>
        );
      })}
    </ul>
  );
}
