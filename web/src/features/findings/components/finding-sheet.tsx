import { useId, useState } from 'react';
import type { FindingCategory } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { addFinding, changeFinding } from '#web/features/findings/finding-outbox.ts';
import { changesOf, formValuesOf } from '#web/features/findings/finding-changes.ts';
import { FindingForm, type FindingValues } from './finding-form.tsx';
import { formatTimestamp } from '#contract/texts.ts';
import { placeOf } from '#web/lib/current-place.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogClose } from '#web/ui/dialog.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';
import type { Scope } from '#web/lib/scope.ts';

interface FindingSheetProps {
  scope: Scope;
  /** Null to add a finding that is on no photo. */
  finding?: Finding | null;
  /** The second in the recording at which a new finding is added. */
  videoTimestamp?: number;
  /** The most likely classes, the likeliest first. */
  likely?: readonly FindingCategory[];
  onClose: () => void;
}

/** Adds a finding or edits the texts of one; a box can only be edited on its photo. */
export function FindingSheet({ scope, finding: opened = null, videoTimestamp, likely, onClose }: FindingSheetProps) {
  // As it was when the sheet opened: what somebody else changes meanwhile is no change of this person.
  const [finding] = useState(opened);
  const formId = useId();
  const [isTyped, setTyped] = useState(false);
  const guard = useDiscardGuard(isTyped, onClose);
  const action = finding ? t('Save Changes') : t('Add Finding');

  function save(values: FindingValues) {
    const changes = finding && changesOf(finding, values);
    if (!finding) addFinding(scope, { ...values, videoTimestamp });
    else if (changes) changeFinding(scope, finding.id, changes);
    onClose();
  }
  return (
    <>
      <Sheet
        open
        onOpenChange={(open) => {
          if (!open) guard.close();
        }}
      >
        <SheetContent
          title={finding ? t('Edit Finding') : t('Add Finding')}
          description={
            finding?.photoId
              ? t('To move the box, edit the finding in its photo.')
              : finding
                ? undefined
                : videoTimestamp === undefined
                  ? t('To mark it in a photo, add it there.')
                  : t('At {videoTimestamp} of the recording. To mark it in a photo, add it there.', {
                      videoTimestamp: formatTimestamp(videoTimestamp),
                    })
          }
          footer={
            <>
              <DialogClose asChild>
                <Button variant="secondary">{t('Cancel')}</Button>
              </DialogClose>
              <Button type="submit" form={formId}>
                {action}
              </Button>
            </>
          }
        >
          <div className="pt-1">
            <FindingForm
              id={formId}
              values={finding ? formValuesOf(finding) : { severity: 'medium', ...placeOf(scope) }}
              likely={likely}
              onEntry={() => setTyped(true)}
              onSubmit={save}
            />
          </div>
        </SheetContent>
      </Sheet>
      <DiscardDialog {...guard.dialog} />
    </>
  );
}
