import type { ComponentProps } from 'react';
import { DialogContent } from '#web/ui/dialog.tsx';

export { Dialog as Sheet } from '#web/ui/dialog.tsx';

/** From the bottom edge on phones, where the thumb is; a centred dialog on larger screens. */
export const SheetContent = (props: Omit<ComponentProps<typeof DialogContent>, 'shape'>) => (
  <DialogContent shape="sheet" {...props} />
);
