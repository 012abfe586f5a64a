import { useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { plural } from '#contract/texts.ts';
import { approvalWarning } from '#web/features/monitoring/selection.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface SelectionBarProps {
  chosen: readonly Inspection[];
  /** The number of inspections in the list that can be selected. */
  choosable: number;
  pending: boolean;
  onChooseAll: () => void;
  onClear: () => void;
  onApprove: () => void;
}

/** Approves the selected inspections together. */
export function SelectionBar({ chosen, choosable, pending, onChooseAll, onClear, onApprove }: SelectionBarProps) {
  const [asking, setAsking] = useState(false);
  if (chosen.length === 0) return null;
  const count = plural(chosen.length, 'inspection');
  return (
    <div
      role="region"
      aria-label="Selected inspections"
      className="flex flex-wrap items-center gap-2 rounded-card bg-accent-soft py-2 pe-2 ps-4"
    >
      <span className="me-auto font-strong" aria-live="polite">
        {count} selected
      </span>
      {chosen.length < choosable && (
        <Button size="sm" variant="ghost" onClick={onChooseAll}>
          Select all {choosable}
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear selection
      </Button>
      <Button size="sm" pending={pending} onClick={() => setAsking(true)}>
        Approve {chosen.length}
      </Button>
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
    </div>
  );
}
