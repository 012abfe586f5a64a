import type { ReactNode } from 'react';
import { t, textOf } from '#contract/language.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

/** The usual reasons. The chosen one is stored as the finding's note. */
const reasons = [
  textOf('Not a defect'),
  textOf('Another kind of defect'),
  textOf('Already repaired'),
  textOf('Reported by another finding'),
  textOf('Not part of the property'),
];

/** Asks why a finding is dismissed; `children` is the button that opens the menu. */
export function DismissMenu({ children, onDismiss }: { children: ReactNode; onDismiss: (reason: string) => void }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent
        onCloseAutoFocus={(event) => {
          // The decision may have moved the focus to the next finding.
          if (document.activeElement?.matches('[data-confirm]')) event.preventDefault();
        }}
      >
        <DropdownMenuLabel>{t('Why is it dismissed?')}</DropdownMenuLabel>
        {reasons.map((reason) => (
          <DropdownMenuItem key={reason} onSelect={() => onDismiss(reason)}>
            {t(reason)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
