import { useState } from 'react';
import { maxDecisionsAtOnce, type Inspection } from '#contract/inspections.ts';
import { plural } from '#contract/texts.ts';
import { approvalWarning } from '#web/features/monitoring/selection.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SelectionBar } from '#web/ui/selection-bar.tsx';

interface InspectionSelectionProps {
  chosen: readonly Inspection[];
  /** The number of inspections in the list that can be selected. */
  choosable: number;
  pending: boolean;
  onChooseAll: () => void;
  onClear: () => void;
  onApprove: () => void;
}

/** Approves the selected inspections together. */
export default function InspectionSelection({
  chosen,
  choosable,
  pending,
  onChooseAll,
  onClear,
  onApprove,
}: InspectionSelectionProps) {
  const [asking, setAsking] = useState(false);
  const count = plural(chosen.length, 'inspection');
  const allLabel =
    choosable > maxDecisionsAtOnce ? `Select the first ${maxDecisionsAtOnce}` : `Select all ${choosable}`;
  const tooMany = chosen.length > maxDecisionsAtOnce;
  return (
    <SelectionBar
      label="Selected inspections"
      status={tooMany ? `${count} selected, at most ${maxDecisionsAtOnce} at once` : `${count} selected`}
      all={
        chosen.length < Math.min(choosable, maxDecisionsAtOnce) || tooMany
          ? { label: allLabel, onClick: onChooseAll }
          : undefined
      }
      approve={tooMany ? undefined : { label: `Approve ${chosen.length}`, pending, onClick: () => setAsking(true) }}
      onClear={onClear}
    >
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Approve ${count}?`}
        description={`${approvalWarning(chosen) ?? 'Nothing is open in them.'} You can undo this for 10 seconds.`}
        confirmLabel={`Approve ${chosen.length}`}
        onConfirm={() => {
          setAsking(false);
          onApprove();
        }}
      />
    </SelectionBar>
  );
}
