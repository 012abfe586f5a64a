import { useId, useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import { useAddFinding, usePatchFinding } from '#web/features/findings/api.ts';
import { changesOf, formValuesOf } from '#web/features/findings/finding-changes.ts';
import { FindingForm, type FindingValues } from './finding-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogClose } from '#web/ui/dialog.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import type { Scope } from '#web/lib/scope.ts';

interface FindingSheetProps {
  scope: Scope;
  /** Null to add one that no photo shows. */
  finding?: Finding | null;
  onClose: () => void;
}

/** Adds a finding or edits its texts; its box is edited on the photo. */
export function FindingSheet({ scope, finding = null, onClose }: FindingSheetProps) {
  const formId = useId();
  const add = useAddFinding(scope);
  const patch = usePatchFinding(scope);
  const [newId] = useState(() => crypto.randomUUID());
  const action = finding ? 'Save Changes' : 'Add Finding';

  function save(values: FindingValues) {
    if (!finding) return add.mutate({ ...values, id: newId }, { onSuccess: onClose });
    const changes = changesOf(finding, values);
    if (!changes) return onClose();
    patch.mutate({ id: finding.id, patch: changes }, { onSuccess: onClose });
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <SheetContent
        title={finding ? 'Edit Finding' : 'Add Finding'}
        description={
          finding?.photoId
            ? 'To move the box, edit the finding in its photo.'
            : finding
              ? undefined
              : 'To mark it in a photo, add it there.'
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
          <FindingForm id={formId} values={finding ? formValuesOf(finding) : { severity: 'medium' }} onSubmit={save} />
        </div>
      </SheetContent>
    </Sheet>
  );
}
