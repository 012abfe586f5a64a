import {
  conductedLine,
  ReviewActions,
  ReviewBody,
  reviewTitle,
  type ReviewPanelProps,
} from '#web/features/monitoring/components/review-panel.tsx';
import { ReviewCase } from '#web/features/monitoring/components/review-case.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';

/** The review in full screen on phones, with the decision buttons at the bottom. */
export function ReviewSheet({ inspection, onClose, ...actions }: Omit<ReviewPanelProps, 'className'>) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={reviewTitle(inspection)}
        description={conductedLine(inspection)}
        shape="full"
        size="lg"
        footer={<ReviewActions inspection={inspection} {...actions} />}
      >
        {inspection.caseId && (
          <div className="mb-3">
            <ReviewCase caseId={inspection.caseId} />
          </div>
        )}
        <ReviewBody key={inspection.id} inspection={inspection} />
      </DialogContent>
    </Dialog>
  );
}
