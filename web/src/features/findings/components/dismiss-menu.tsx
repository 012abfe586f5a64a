import type { ReactNode } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

/** The usual reasons; the choice is stored as the note of the finding. */
const reasons = [
  'Not a defect',
  'Another kind of defect',
  'Already repaired',
  'Reported by another finding',
  'Not part of the property',
] as const;

/** Asks why a finding is dismissed; `children` is the button that opens the menu. */
export function DismissMenu({ children, onDismiss }: { children: ReactNode; onDismiss: (reason: string) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Why is it dismissed?</DropdownMenuLabel>
        {reasons.map((reason) => (
          <DropdownMenuItem key={reason} onSelect={() => onDismiss(reason)}>
            {reason}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
