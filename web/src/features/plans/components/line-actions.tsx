import { Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import type { PlanItem } from '#contract/plans.ts';
import { useRemoveLine } from '#web/features/plans/lines-api.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

// The form is loaded only when it is opened.
const LineDialog = lazy(() => import('#web/features/plans/components/line-dialog.tsx'));

/** Adds a line to the plan that is not based on a finding. */
export function AddLineButton({ planId }: { planId: string }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setAdding(true)}>
        <Plus aria-hidden="true" />
        {t('Add a line')}
      </Button>
      {adding && (
        <Suspense>
          <LineDialog planId={planId} item={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Edits or removes a line that a person has added. */
export function LineActions({ item }: { item: PlanItem }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const remove = useRemoveLine();
  const close = () => setOpen(null);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        className="px-2.5"
        aria-keyshortcuts="m"
        aria-label={t('Edit: {title}', { title: item.title })}
        onClick={() => setOpen('edit')}
      >
        <Pencil aria-hidden="true" />
        {t('Edit')}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        className="px-2.5"
        aria-label={t('Remove: {title}', { title: item.title })}
        onClick={() => setOpen('remove')}
      >
        <Trash2 aria-hidden="true" />
        {t('Remove')}
      </Button>
      {open === 'edit' && (
        <Suspense>
          <LineDialog planId={item.pipReportId} item={item} onClose={close} />
        </Suspense>
      )}
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={t('Remove this line?')}
        description={t('“{title}” is removed from the plan and its total. Versions that were sent keep it.', {
          title: item.title,
        })}
        confirmLabel={t('Remove')}
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate(item, { onSettled: close })}
      />
    </>
  );
}
