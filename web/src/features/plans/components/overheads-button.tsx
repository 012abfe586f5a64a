import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import type { Plan } from '#contract/plans.ts';
import { Button } from '#web/ui/button.tsx';

// The form is loaded only when it is opened.
const OverheadsDialog = lazy(() => import('#web/features/plans/components/overheads-dialog.tsx'));

/** Opens the plan's overheads. */
export function OverheadsButton({ plan }: { plan: Plan }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" className="print:hidden" onClick={() => setOpen(true)}>
        <Pencil aria-hidden="true" />
        {t('Overheads')}
      </Button>
      {open && (
        <Suspense>
          <OverheadsDialog plan={plan} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
