import { Calculator } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#web/ui/button.tsx';

const CatalogueDialog = lazy(() => import('#web/features/plans/components/catalogue-dialog.tsx'));

/** Opens the unit costs and durations; their code is loaded only then. */
export function CatalogueButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        <Calculator aria-hidden="true" />
        Cost Catalog
      </Button>
      {open && (
        <Suspense fallback={null}>
          <CatalogueDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
