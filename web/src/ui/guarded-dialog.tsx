import type { ReactNode } from 'react';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';

interface GuardedDialogProps {
  /** Whether something was entered that closing would lose. */
  unsaved: boolean;
  onClose: () => void;
  /** Gets what closes the dialog, for its own Cancel button. */
  children: (close: () => void) => ReactNode;
}

/** An open dialog that asks before entries are lost, however it is closed. */
export function GuardedDialog({ unsaved, onClose, children }: GuardedDialogProps) {
  const guard = useDiscardGuard(unsaved, onClose);
  return (
    <>
      <Dialog open onOpenChange={(open) => !open && guard.close()}>
        {children(guard.close)}
      </Dialog>
      <DiscardDialog {...guard.dialog} />
    </>
  );
}
