import { ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { AddPropertyDialog } from '#web/features/properties/components/property-form-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';

/** A menu to add a property without a case, for an owner's own inspection. */
export function AddPropertyMenu() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="secondary" aria-label={t('Other ways to add a property')} className="px-3">
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t('Add Property')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {adding && <AddPropertyDialog open onOpenChange={setAdding} />}
    </>
  );
}
