import type { ComponentProps } from 'react';
import { DialogContent } from '#web/ui/dialog.tsx';

export { Dialog as Sheet } from '#web/ui/dialog.tsx';

/** A sheet from the bottom on phones, a centered dialog on larger screens. */
export const SheetContent = (props: Omit<ComponentProps<typeof DialogContent>, 'shape'>) => (
  <DialogContent shape="sheet" {...props} />
);
