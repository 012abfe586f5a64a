import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { Button } from '#web/ui/button.tsx';
import { useFocusReturn } from '#web/ui/focus-return.ts';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
  pending?: boolean;
  /** Nothing can be confirmed yet, for example before a box is checked. */
  disabled?: boolean;
  onConfirm: () => void;
  /** Fields to fill in before confirming, such as a note. */
  children?: ReactNode;
}

/** The dialog itself; `confirm-dialog.tsx` loads it. */
export default function ConfirmDialogPanel({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = t('Cancel'),
  danger,
  pending,
  disabled,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <AlertDialog.Content
          {...focusReturn}
          className="fixed inset-x-4 top-1/2 z-40 mx-auto grid max-w-[440px] -translate-y-1/2 animate-rise grid-cols-[minmax(0,1fr)] gap-4 rounded-[14px] bg-surface p-5 shadow-lifted focus:outline-none"
        >
          <div className="grid gap-1.5">
            <AlertDialog.Title className="heading">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-ink-2">{description}</AlertDialog.Description>
          </div>
          {children}
          <div className="grid grid-cols-2 gap-2.5 md:flex md:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={pending}>
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} pending={pending} disabled={disabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
