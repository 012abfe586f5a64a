import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { Button } from '#web/ui/button.tsx';

const ConflictDialog = lazy(() => import('#web/ui/conflict-dialog.tsx'));

/** Opens both versions of a change that somebody else has changed differently. */
export function ConflictButton({ item, label = t('Compare') }: { item: Item; label?: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={label} onClick={() => setOpen(true)}>
        {t('Compare')}
      </Button>
      {open && (
        <Suspense>
          <ConflictDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
