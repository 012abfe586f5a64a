import { useState } from 'react';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

interface NotApplicableDialogProps {
  areaName: string;
  pending: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks why an area is left out; the reason stays on its card. */
export function NotApplicableDialog({ areaName, pending, onConfirm, onClose }: NotApplicableDialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = tried && reason.trim() === '';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Mark ${areaName} as not applicable?`}
      description="The area leaves every count. You can undo this at any time."
      confirmLabel="Mark"
      pending={pending}
      onConfirm={() => {
        setTried(true);
        if (reason.trim() !== '') onConfirm(reason.trim());
      }}
    >
      <Field label="Reason" required error={missing ? 'Say why the area does not apply' : undefined}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            placeholder="For example: the hotel has no pool"
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
