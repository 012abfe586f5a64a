import { useId, useState } from 'react';
import { useAddIssue, type FindingHolder } from '#web/features/issues/api.ts';
import { FindingForm } from '#web/features/issues/components/finding-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogClose } from '#web/ui/dialog.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

/** Adds a finding of the area that no photo shows. */
export function FindingSheet({ holder, onClose }: { holder: FindingHolder; onClose: () => void }) {
  const formId = useId();
  const add = useAddIssue(holder);
  const [newId] = useState(() => crypto.randomUUID());
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <SheetContent
        title="Add Finding"
        description="To point at it on a photo, open the photo and add it there."
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} pending={add.isPending}>
              Add Finding
            </Button>
          </>
        }
      >
        <div className="pt-1">
          <FindingForm
            id={formId}
            values={{ severity: 'medium' }}
            onSubmit={(values) => add.mutate({ ...values, id: newId }, { onSuccess: onClose })}
          />
        </div>
      </SheetContent>
    </Sheet>
  );
}
