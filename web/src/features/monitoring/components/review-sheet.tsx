import {
  conductedLine,
  ReviewActions,
  ReviewBody,
  reviewTitle,
  type ReviewPanelProps,
} from '#web/features/monitoring/components/review-panel.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

/** The review on a phone, over the whole screen, with the decision at the bottom. */
export function ReviewSheet({ inspection, onClose, ...actions }: Omit<ReviewPanelProps, 'className'>) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={reviewTitle(inspection)}
        description={conductedLine(inspection)}
        shape="full"
        size="lg"
        footer={<ReviewActions key={inspection.id} inspection={inspection} {...actions} />}
      >
        <ReviewBody key={inspection.id} inspection={inspection} />
      </DialogContent>
    </Dialog>
  );
}
