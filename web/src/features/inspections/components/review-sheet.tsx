import {
  conductedLine,
  ReviewActions,
  ReviewBody,
  reviewTitle,
  type ReviewPanelProps,
} from '#web/features/inspections/components/review-panel.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

/** The review on a phone: the whole screen, the decision within the thumb's reach. */
export function ReviewSheet({ inspection, recording, onClose, ...actions }: Omit<ReviewPanelProps, 'className'>) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={reviewTitle(inspection)}
        description={conductedLine(inspection)}
        shape="full"
        size="lg"
        footer={<ReviewActions key={inspection.id} inspection={inspection} {...actions} />}
      >
        <ReviewBody key={inspection.id} inspection={inspection} recording={recording} />
      </DialogContent>
    </Dialog>
  );
}
