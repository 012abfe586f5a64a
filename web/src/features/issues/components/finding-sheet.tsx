import { useId, useState } from 'react';
import type { Issue } from '#contract/issues.ts';
import { useAddIssue, usePatchIssue, type FindingHolder } from '#web/features/issues/api.ts';
import { changesOf, wordsOf } from '#web/features/issues/finding-changes.ts';
import { FindingForm, type FindingValues } from '#web/features/issues/components/finding-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogClose } from '#web/ui/dialog.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';

interface FindingSheetProps {
  holder: FindingHolder;
  /** Null to add one that no photo shows. */
  issue?: Issue | null;
  onClose: () => void;
}

/** Adds a finding, or corrects the words of one; its box is moved on its photo. */
export function FindingSheet({ holder, issue = null, onClose }: FindingSheetProps) {
  const formId = useId();
  const add = useAddIssue(holder);
  const patch = usePatchIssue(holder);
  const [newId] = useState(() => crypto.randomUUID());
  const action = issue ? 'Save Changes' : 'Add Finding';

  function save(values: FindingValues) {
    if (!issue) return add.mutate({ ...values, id: newId }, { onSuccess: onClose });
    const changes = changesOf(issue, values);
    if (!changes) return onClose();
    patch.mutate({ id: issue.id, patch: changes }, { onSuccess: onClose });
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <SheetContent
        title={issue ? 'Edit Finding' : 'Add Finding'}
        description={
          issue?.photoId
            ? 'To move its box, open its photo and edit it there.'
            : issue
              ? undefined
              : 'To point at it on a photo, open the photo and add it there.'
        }
        footer={
          <>
            <DialogClose asChild>
              <Button variant="secondary">Cancel</Button>
            </DialogClose>
            <Button type="submit" form={formId} pending={add.isPending || patch.isPending}>
              {action}
            </Button>
          </>
        }
      >
        <div className="pt-1">
          <FindingForm id={formId} values={issue ? wordsOf(issue) : { severity: 'medium' }} onSubmit={save} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
