import type { Inspection } from '#contract/inspections.ts';
import {
  conductedLine,
  ReviewActions,
  ReviewBody,
  reviewTitle,
} from '#web/features/inspections/components/review-panel.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

interface ReviewSheetProps {
  inspection: Inspection;
  onClose: () => void;
  onReinspect: (inspection: Inspection) => void;
}

/** The review on a phone: the whole screen, the decision within the thumb's reach. */
export function ReviewSheet({ inspection, onClose, onReinspect }: ReviewSheetProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={reviewTitle(inspection)}
        description={conductedLine(inspection)}
        shape="full"
        size="lg"
        footer={<ReviewActions inspection={inspection} onClose={onClose} onReinspect={onReinspect} />}
      >
        <ReviewBody key={inspection.id} inspection={inspection} />
      </DialogContent>
    </Dialog>
  );
}
