import { findingCategoryLabels } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { areaText } from '#contract/item-places.ts';
import type { PlanItem } from '#contract/plans.ts';
import { formatTimestamp } from '#contract/texts.ts';
import { RecordingPlayer } from '#web/features/recordings/components/recording-player.tsx';
import { sourceOf } from '#web/features/plans/texts.ts';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

interface ItemVideoDialogProps {
  item: PlanItem;
  /** All items of the plan; those with the same recording are marked on its timeline. */
  items: readonly PlanItem[];
  onClose: () => void;
}

/** The recording in which an item was found, opened at that time. */
export default function ItemVideoDialog({ item, items, onClose }: ItemVideoDialogProps) {
  const inspectionId = item.issue?.inspectionId;
  const about = [
    item.videoTimestamp === null
      ? null
      : t('At {videoTimestamp}', { videoTimestamp: formatTimestamp(item.videoTimestamp) }),
    item.area && areaText(item.area),
    findingCategoryLabels[item.category],
    ...sourceOf(item),
  ];
  const marks = items.flatMap(({ issue, videoTimestamp, title, severity }) =>
    issue?.inspectionId === inspectionId && videoTimestamp !== null
      ? [{ seconds: videoTimestamp, label: title, severity }]
      : [],
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t(item.title)} description={about.filter(Boolean).join(' · ')} shape="full" size="xl">
        {inspectionId && <RecordingPlayer inspectionId={inspectionId} at={item.videoTimestamp} marks={marks} />}
        {item.description && <p className="mt-3">{t(item.description)}</p>}
      </DialogContent>
    </Dialog>
  );
}
