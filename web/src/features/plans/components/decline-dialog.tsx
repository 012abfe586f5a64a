import { useState } from 'react';
import { t } from '#contract/language.ts';
import type { PlanItem } from '#contract/plans.ts';
import { useChangeItem } from '#web/features/plans/api.ts';
import type { NextDecision } from '#web/features/plans/use-next-decision.ts';
import { useDesk } from '#web/features/plans/use-plan-desk.ts';
import { hasStatus } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DiscardDialog } from '#web/ui/discard-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { useDiscardGuard } from '#web/ui/use-discard-guard.ts';

type Decline = 'rejected' | 'waived';

const texts: Record<Decline, { title: string; effect: string; confirm: string; done: string }> = {
  rejected: {
    title: t('Reject this item?'),
    effect: t('is not needed. It is excluded from the total and the schedule.'),
    confirm: t('Reject'),
    done: t('Item rejected'),
  },
  waived: {
    title: t('Waive this item?'),
    effect: t('remains a finding, but the owner need not do it. It is excluded from the total and the schedule.'),
    confirm: t('Waive'),
    done: t('Item waived'),
  },
};

interface DeclineDialogProps {
  item: PlanItem;
  to: Decline;
  next: NextDecision;
  onClose: () => void;
}

/** Rejects or waives an item and asks for the reason. */
export function DeclineDialog({ item, to, next, onClose }: DeclineDialogProps) {
  const change = useChangeItem();
  const { decisions } = useDesk();
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const { title, effect, confirm, done } = texts[to];
  const guard = useDiscardGuard(note.trim() !== '' && !change.isSuccess, onClose);

  function save() {
    if (!note.trim()) return setMissing(true);
    next.begin();
    change.mutate(
      { id: item.id, change: { status: to, note: note.trim() } },
      {
        onSuccess: (changed) => {
          decisions.announce(done, changed);
          onClose();
        },
        onError(error) {
          next.cancel();
          // Somebody else has decided; otherwise the reason can be sent again.
          if (hasStatus(error, 409)) onClose();
        },
      },
    );
  }

  return (
    <>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && guard.close()}
        title={title}
        description={`“${t(item.title)}” ${effect}`}
        confirmLabel={confirm}
        danger
        pending={change.isPending}
        onConfirm={save}
      >
        <Field label={t('Reason')} required hint={t('For the owner')} error={missing ? t('Enter a reason') : undefined}>
          {(control) => (
            <Textarea
              {...control}
              data-autofocus
              rows={3}
              maxLength={2000}
              value={note}
              onChange={(event) => {
                setNote(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
      </ConfirmDialog>
      <DiscardDialog {...guard.dialog} />
    </>
  );
}
