import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { areaText } from '#contract/item-places.ts';
import type { PlanItem } from '#contract/plans.ts';
import { RepairPair } from '#web/features/findings/components/repair-pair.tsx';
import { findingText } from '#web/features/findings/finding-texts.ts';
import { sourceOf } from '#web/features/plans/texts.ts';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

interface OtherPhoto {
  id: string;
  /** The title of a further finding; null if the photo shows the same defect as the previous one. */
  title: string | null;
  imageUrl: string;
  boundingBox: BoundingBox | null;
}

/** The photos of an item other than its first one. */
function otherPhotosOf({ issue, furtherIssues }: PlanItem): OtherPhoto[] {
  const sameDefect = (finding: Finding | null) => (finding?.parts ?? []).map((part) => ({ ...part, title: null }));
  return [...sameDefect(issue), ...furtherIssues.flatMap((finding) => [finding, ...sameDefect(finding)])].flatMap(
    ({ id, title, imageUrl, boundingBox }) => (imageUrl === null ? [] : [{ id, title, imageUrl, boundingBox }]),
  );
}

/** The photos of an item, each with the item's box. */
export function ItemPhotoDialog({ item, onClose }: { item: PlanItem; onClose: () => void }) {
  const boxOf = (box: BoundingBox | null | undefined) =>
    box ? [{ ...box, id: item.id, label: findingCategoryLabels[item.category], tone: item.severity }] : [];
  const others = otherPhotosOf(item);
  const about = [item.area && areaText(item.area), findingCategoryLabels[item.category], ...sourceOf(item)]
    .filter(Boolean)
    .join(' · ');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(item.title)} description={about} shape="full" size="xl">
        {item.issue?.imageUrl && item.issue.repairs.length > 0 ? (
          <RepairPair finding={item.issue} className="h-[min(62dvh,640px)]" />
        ) : (
          <BoxedPhoto
            src={item.issue?.imageUrl ?? ''}
            alt={t('Photo of: {title}', { title: item.title })}
            fit="contain"
            loading="eager"
            boxes={boxOf(item.issue?.boundingBox)}
            marks={item.issue?.photoMarks}
            className={others.length > 0 ? 'h-[min(50dvh,560px)]' : 'h-[min(70dvh,740px)]'}
          />
        )}
        {others.length > 0 && (
          <ul aria-label={t('Other photos')} className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
            {others.map(({ id, title, imageUrl, boundingBox }, index) => (
              <li key={id}>
                <BoxedPhoto
                  src={imageUrl}
                  alt={t('Photo {index} of: {title}', { index: index + 2, title: item.title })}
                  fit="contain"
                  boxes={boxOf(boundingBox)}
                  className="h-[160px] sm:h-[200px]"
                />
                <p className="mt-1 text-small wrap-anywhere text-ink-2">{title ?? t('The same defect')}</p>
              </li>
            ))}
          </ul>
        )}
        {item.description && <p className="mt-3">{findingText(item.description)}</p>}
      </DialogContent>
    </Dialog>
  );
}
