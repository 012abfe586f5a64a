import { findingCategoryLabels, type FindingCategory } from '#contract/finding-categories.ts';
import type { Finding, FindingPatch } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { changeFinding } from '#web/features/findings/finding-outbox.ts';
import { statusBefore } from '#web/features/findings/finding-texts.ts';
import { toast } from '#web/lib/toast.ts';
import type { Scope } from '#web/lib/scope.ts';

/** Records decisions on a finding and offers to undo them. `onDecided` is called after each decision. */
export function useDecision(finding: Finding, scope: Scope, onDecided?: () => void) {
  const save = (change: FindingPatch) => changeFinding(scope, finding.id, change);
  function decide(title: string, change: FindingPatch) {
    const { status, note, category } = finding;
    save(change);
    toast({
      title,
      description: change.title ?? finding.title,
      action: {
        label: t('Undo'),
        run: () => save({ status, note, ...(change.category ? { category, title: finding.title } : {}) }),
      },
    });
    onDecided?.();
  }
  return {
    confirm: () => decide(t('Finding confirmed'), { status: 'confirmed' }),
    /** Confirms it as a defect of this class, by whose name it is called then. */
    confirmAs: (category: FindingCategory) =>
      decide(t('Finding confirmed'), {
        status: 'confirmed',
        ...(category === finding.category ? {} : { category, title: findingCategoryLabels[category] }),
      }),
    dismiss: (reason: string) => decide(t('Finding dismissed'), { status: 'dismissed', note: reason }),
    resolve: () => decide(t('Finding resolved'), { status: 'resolved' }),
    /** The decision that the repair photo still shows the defect. */
    keep: () => decide(t('Finding is still there'), { status: 'confirmed' }),
    /** Reopens a decided finding and clears the reason for dismissing it. */
    restore: () =>
      save({
        status: finding.status === 'confirmed' ? 'pending' : statusBefore(finding),
        ...(finding.status === 'dismissed' ? { note: null } : {}),
      }),
  };
}
