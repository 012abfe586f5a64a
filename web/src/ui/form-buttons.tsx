import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';

interface FormButtonsProps {
  /** The id of the form, which stands in the body of the dialog. */
  formId: string;
  onCancel: () => void;
  pending: boolean;
  /** The label of the button that sends the form. */
  children: ReactNode;
}

/** The footer of a dialog with a form. */
export function FormButtons({ formId, onCancel, pending, children }: FormButtonsProps) {
  return (
    <>
      <Button variant="secondary" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" form={formId} pending={pending}>
        {children}
      </Button>
    </>
  );
}
