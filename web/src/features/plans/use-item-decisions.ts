import { useRef, useState } from 'react';
import { t } from '#contract/language.ts';
import { planItemSchema, type PlanItem, type PlanItemPatch } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { plansOutdated } from '#web/features/plans/api.ts';
import { eachItem, failedText } from '#web/features/plans/joint-decision.ts';
import { api } from '#web/lib/api.ts';
import { reloadingOnce } from '#web/lib/query.ts';
import { toast } from '#web/lib/toast.ts';
import { createUndo } from '#web/lib/undo.ts';

/** What is needed of a decided item to take the decision back. */
type Decided = Pick<PlanItem, 'id' | 'title' | 'status' | 'changedAt' | 'abilities'>;

interface Progress {
  step: 'approved' | 'pending';
  done: number;
  of: number;
}

/** The server tells of each change, and 120 of them would reload the plan 120 times. */
const planPath = '/api/pip-reports';

const patch = (id: string, change: PlanItemPatch) => api.patch(`/api/pip-items/${id}`, change, planItemSchema);

/** Approves several items, and takes decisions back within a few seconds; `onSettled` gets the items that were changed. */
export function useItemDecisions(onSettled: (changed: readonly Decided[], step: 'approved' | 'taken back') => void) {
  const [undoable] = useState(createUndo);
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef(false);

  /** Takes a step for each of these items as the person saw it, so that another person's later decision or change stays. */
  const each = (items: readonly Decided[], step: Progress['step']) =>
    reloadingOnce(planPath, async () => {
      const result = await eachItem(
        items,
        ({ id, status, changedAt }) => patch(id, { status: step, from: status, basedOn: changedAt }),
        (done) => items.length > 1 && setProgress({ step, done, of: items.length }),
      );
      await plansOutdated();
      return result;
    }).finally(() => setProgress(null));

  async function takeBack(decided: readonly Decided[]) {
    const { done, failed } = await each(decided, 'pending');
    const [first] = done;
    toast({
      title: !first
        ? t('Decision not taken back')
        : decided.length === 1
          ? first.status === 'approved'
            ? t('Change taken back')
            : t('Decision taken back')
          : failed.length === 0
            ? t('{decisions} taken back', { decisions: plural(done.length, 'decision') })
            : t('{done} of {decisions} taken back', {
                done: done.length,
                decisions: plural(decided.length, 'decision'),
              }),
      description:
        failed.length > 0 ? failedText(failed, t('Not taken back')) : decided.length === 1 ? first?.title : undefined,
      variant: failed.length > 0 ? 'destructive' : undefined,
    });
    onSettled(done, 'taken back');
  }

  return {
    /** How far a joint step has come; null if there is none. */
    progress,
    undoLast: undoable.undoLast,
    /** Tells that an item was decided on, with Undo where the decision can be taken back. */
    announce(title: string, item: Decided) {
      if (item.abilities.restore) undoable.announce({ title, description: item.title }, () => void takeBack([item]));
      else toast({ title, description: item.title });
    },
    async approveAll(items: readonly PlanItem[]) {
      if (running.current || items.length === 0) return;
      running.current = true;
      const { done, failed } = await each(items, 'approved');
      running.current = false;
      const count = plural(items.length, 'item');
      const text = {
        title:
          failed.length === 0
            ? t('{items} approved', { items: count })
            : t('{done} of {items} approved', { done: done.length, items: count }),
        description: failed.length > 0 ? failedText(failed, t('Not approved')) : undefined,
        variant: failed.length > 0 ? ('destructive' as const) : undefined,
      };
      const undone = done.filter(({ abilities }) => abilities.restore);
      if (undone.length > 0) undoable.announce(text, () => void takeBack(undone));
      else toast(text);
      onSettled(done, 'approved');
    },
  };
}
