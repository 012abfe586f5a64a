import type { BoundingBox } from '#contract/analysis.ts';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { PlanItem } from '#contract/plans.ts';
import { RepairPair } from '#web/features/findings/components/repair-pair.tsx';
import { sourceOf } from '#web/features/plans/texts.ts';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

/** The photos of an item, with its box on each. */
export function ItemPhotoDialog({ item, onClose }: { item: PlanItem; onClose: () => void }) {
  const boxOf = (box: BoundingBox | null | undefined) =>
    box ? [{ ...box, id: item.id, label: findingCategoryLabels[item.category], tone: item.severity }] : [];
  const parts = item.issue?.parts.filter(({ imageUrl }) => imageUrl !== null) ?? [];
  const about = [item.area, findingCategoryLabels[item.category], ...sourceOf(item)].filter(Boolean).join(' · ');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={item.title} description={about} shape="full" size="xl">
        {item.issue?.imageUrl && item.issue.repairs.length > 0 ? (
          <RepairPair finding={item.issue} className="h-[min(62dvh,640px)]" />
        ) : (
          <BoxedPhoto
            src={item.issue?.imageUrl ?? ''}
            alt={`Photo of: ${item.title}`}
            fit="contain"
            loading="eager"
            boxes={boxOf(item.issue?.boundingBox)}
            className={parts.length > 0 ? 'h-[min(50dvh,560px)]' : 'h-[min(70dvh,740px)]'}
          />
        )}
        {parts.length > 0 && (
          <ul aria-label="The same defect on other photos" className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3">
            {parts.map((part, index) => (
              <li key={part.id}>
                <BoxedPhoto
                  src={part.imageUrl ?? ''}
                  alt={`Photo ${index + 2} of: ${item.title}`}
                  fit="contain"
                  boxes={boxOf(part.boundingBox)}
                  className="h-[160px] sm:h-[200px]"
                />
              </li>
            ))}
          </ul>
        )}
        {item.description && <p className="mt-3">{item.description}</p>}
      </DialogContent>
    </Dialog>
  );
}
