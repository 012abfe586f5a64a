import { t } from '#contract/language.ts';
import { detailOf, hasCode, NoConnection } from '#web/lib/api-error.ts';
import { isRefusal, type Kind } from '#web/lib/outbox/kind.ts';
import { toast } from '#web/lib/toast.ts';

const problem = (error: unknown): string =>
  error instanceof NoConnection ? t('No connection') : detailOf(error) || t('It could not be saved');

/**
 * What the kinds of small changes, such as answers and decisions, have in common: one per parent is sent at a time,
 * and a refusal is shown even after the person has left the screen.
 */
export function smallChange(name: string, invalidateRelated: () => Promise<void>) {
  return {
    name,
    concurrency: 1,
    problem,
    isConflict: (error) => hasCode(error, 'check_answered_meanwhile') || hasCode(error, 'finding_edited_meanwhile'),
    onFailed(_item, error) {
      if (!isRefusal(error)) return;
      toast({ title: t('Not saved'), description: problem(error), variant: 'destructive' });
      // The server's version differs from the one that the person saw, so reload it.
      void invalidateRelated();
    },
  } satisfies Partial<Kind>;
}
