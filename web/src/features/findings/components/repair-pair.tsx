import { useState } from 'react';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { sightBoxes, sightText } from '#web/features/findings/repair-texts.ts';
import { cn } from '#web/lib/cn.ts';
import { formatLongDateTime } from '#web/lib/format.ts';
import { ComparePhotos } from '#web/ui/compare-photos.tsx';

interface RepairPairProps {
  finding: Finding;
  /** Classes of the frame, which must have a definite height. */
  className?: string;
}

/** A finding's photo next to one of its repair, with what the AI still detects. The decision is made elsewhere. */
export function RepairPair({ finding, className }: RepairPairProps) {
  const { repairs } = finding;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = repairs.find(({ photoId }) => photoId === chosenId) ?? repairs[0];
  if (!chosen || !finding.imageUrl) return null;
  const box = finding.boundingBox;
  return (
    <div className="grid gap-2">
      <ComparePhotos
        key={chosen.photoId}
        before={{
          src: finding.imageUrl,
          alt: t('Before: {title}', { title: finding.title }),
          boxes: box ? [{ ...box, label: findingCategoryLabels[finding.category], tone: finding.severity }] : [],
        }}
        after={{
          src: chosen.imageUrl,
          alt: t('After, photo {number}: {title}', {
            number: repairs.length - repairs.indexOf(chosen),
            title: finding.title,
          }),
          boxes: sightBoxes(finding, chosen),
        }}
        className={className}
      />
      {repairs.length > 1 && (
        <ul aria-label={t('Photos of the repair')} className="-m-1 flex gap-1.5 overflow-x-auto p-1">
          {repairs.map((repair, index) => (
            <li key={repair.photoId} className="shrink-0">
              <button
                type="button"
                aria-label={t('Repair photo {number}', { number: repairs.length - index })}
                aria-pressed={repair === chosen}
                className={cn(
                  'block h-12 w-16 overflow-hidden rounded-small border-2 border-transparent',
                  repair === chosen && 'border-accent',
                )}
                onClick={() => setChosenId(repair.photoId)}
              >
                <img src={repair.thumbnailUrl} alt="" className="size-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="font-medium">
        {sightText(finding, chosen.sight)}
      </p>
      <p className="text-small text-ink-2">
        {t('Repair photo of {takenAt}. The AI only suggests; a person decides.', {
          takenAt: formatLongDateTime(chosen.takenAt ?? chosen.createdAt),
        })}
      </p>
    </div>
  );
}
