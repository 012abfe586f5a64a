import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { PipItem } from '#contract/reports.ts';
import { sourceOf } from '#web/features/reports/texts.ts';
import { BoxedPhoto } from '#web/ui/boxed-photo.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

/** The photo of an item, with its box. */
export function ItemPhotoDialog({ item, onClose }: { item: PipItem; onClose: () => void }) {
  const box = item.issue?.boundingBox;
  const about = [item.area, findingCategoryLabels[item.category], ...sourceOf(item)].filter(Boolean).join(' · ');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={item.title} description={about} shape="full" size="xl">
        <BoxedPhoto
          src={item.issue?.imageUrl ?? ''}
          alt={`Photo of: ${item.title}`}
          fit="contain"
          loading="eager"
          boxes={box ? [{ ...box, id: item.id, label: findingCategoryLabels[item.category], tone: item.severity }] : []}
          className="h-[min(70dvh,740px)]"
        />
        {item.description && <p className="mt-3">{item.description}</p>}
      </DialogContent>
    </Dialog>
  );
}
