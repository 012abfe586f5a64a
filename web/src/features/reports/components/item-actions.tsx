import { Check, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { PipItem } from '#contract/reports.ts';
import { useChangeItem } from '#web/features/reports/api.ts';
import { ModifyDialog } from '#web/features/reports/components/modify-dialog.tsx';
import { useNextDecision, type NextDecision } from '#web/features/reports/use-next-decision.ts';
import { cn } from '#web/lib/cn.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

type Work = 'approved' | 'in_progress' | 'completed';
const done: Record<Work, string> = {
  approved: 'Item approved',
  in_progress: 'Work started',
  completed: 'Work completed',
};

/** Confirms a rejection, because a rejected item cannot be restored. */
function RejectDialog({ item, next, onClose }: { item: PipItem; next: NextDecision; onClose: () => void }) {
  const reject = useChangeItem();
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reject this item?"
      description={`“${item.title}” is removed from the plan and its total. This cannot be undone.`}
      confirmLabel="Reject"
      danger
      pending={reject.isPending}
      onConfirm={() => {
        next.begin();
        reject.mutate(
          { id: item.id, change: { status: 'rejected', note: note.trim() || undefined } },
          {
            onSuccess: () => toast({ title: 'Item rejected', description: item.title }),
            onError: next.cancel,
            onSettled: onClose,
          },
        );
      }}
    >
      <Field label="Reason" required={false}>
        {(control) => (
          <Textarea
            {...control}
            data-autofocus
            rows={3}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}

/** The actions that the signed-in person may take on an item; nothing where there are none. */
export function ItemActions({ item, className }: { item: PipItem; className?: string }) {
  const change = useChangeItem();
  const [dialog, setDialog] = useState<'modify' | 'reject' | null>(null);
  const { place, ...next } = useNextDecision(item, dialog === null && !change.isPending);
  const { decide, modify, start, complete } = item.abilities;
  // The dialog stays open when somebody else decides meanwhile; saving it then shows the conflict.
  if (!decide && !modify && !start && !complete && !dialog) return null;

  function set(status: Work) {
    next.begin();
    change.mutate(
      { id: item.id, change: { status } },
      { onSuccess: () => toast({ title: done[status], description: item.title }), onError: next.cancel },
    );
  }
  const work = (status: Work, label: string) => (
    <Button
      size="sm"
      data-decision
      variant={status === 'in_progress' ? 'secondary' : 'primary'}
      pending={change.isPending}
      aria-label={`${label}: ${item.title}`}
      onClick={() => set(status)}
    >
      {label}
    </Button>
  );
  return (
    <div ref={place} data-item-actions className={cn('flex gap-1.5 print:hidden', className)}>
      {decide && (
        <Button
          size="sm"
          data-decision
          variant="secondary"
          className="px-2.5"
          pending={change.isPending}
          aria-label={`Approve: ${item.title}`}
          onClick={() => set('approved')}
        >
          {!change.isPending && <Check aria-hidden="true" />}
          Approve
        </Button>
      )}
      {modify && (
        <Button
          size="sm"
          variant="secondary"
          className="px-2.5"
          aria-label={`Modify: ${item.title}`}
          onClick={() => setDialog('modify')}
        >
          <Pencil aria-hidden="true" />
          Modify
        </Button>
      )}
      {decide && (
        <Button
          size="sm"
          variant="secondary"
          className="px-2.5"
          aria-label={`Reject: ${item.title}`}
          onClick={() => setDialog('reject')}
        >
          <X aria-hidden="true" />
          Reject
        </Button>
      )}
      {start && work('in_progress', 'Start')}
      {complete && work('completed', 'Complete')}
      {dialog === 'modify' && <ModifyDialog item={item} next={next} onClose={() => setDialog(null)} />}
      {dialog === 'reject' && <RejectDialog item={item} next={next} onClose={() => setDialog(null)} />}
    </div>
  );
}
