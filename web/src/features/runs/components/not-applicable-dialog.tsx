import { useState } from 'react';
import { t } from '#contract/language.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { DictatedTextarea } from '#web/ui/dictated-textarea.tsx';

interface NotApplicableDialogProps {
  areaName: string;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks why the property does not have an area; the area's card shows the reason. */
export function NotApplicableDialog({ areaName, onConfirm, onClose }: NotApplicableDialogProps) {
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const missing = submitted && reason.trim() === '';
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('Is {areaName} not at this property?', { areaName })}
      description={t('The area is left out of the inspection. You can add it back at any time.')}
      confirmLabel={t('Not at this property')}
      onConfirm={() => {
        setSubmitted(true);
        if (reason.trim() !== '') onConfirm(reason.trim());
      }}
    >
      <Field label={t('Reason')} required error={missing ? t('Enter a reason') : undefined}>
        {(control) => (
          <DictatedTextarea
            {...control}
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            placeholder={t('For example: the hotel has no pool')}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
