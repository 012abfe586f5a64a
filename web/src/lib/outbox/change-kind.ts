import { t } from '#contract/language.ts';
import { detailOf, hasCode, NoConnection } from '#web/lib/api-error.ts';
import type { Item } from '#web/lib/outbox/entry.ts';
import { isRefusal, type Kind } from '#web/lib/outbox/kind.ts';
import { toast } from '#web/lib/toast.ts';

const problem = (error: unknown): string =>
  error instanceof NoConnection ? t('No connection') : detailOf(error) || t('It could not be saved');

const names = new Set<string>();
/** Whether it is a change of such a kind, which the server does not have yet. */
export const isUnsentChange = ({ entry, stage }: Item): boolean => names.has(entry.kind) && stage !== 'saved';

/**
 * The parts that kinds of small changes share, such as answers and verdicts: one of a parent at a time, and a refusal is shown,
 * also to a person who has left the screen.
 */
export function smallChange(name: string, outdated: () => Promise<void>) {
  names.add(name);
  return {
    name,
    concurrency: 1,
    problem,
    isConflict: (error) => hasCode(error, 'check_answered_meanwhile') || hasCode(error, 'finding_edited_meanwhile'),
    onFailed(_item, error) {
      if (!isRefusal(error)) return;
      toast({ title: t('Not saved'), description: problem(error), variant: 'destructive' });
      // The server's version differs from what the person saw, so reload.
      void outdated();
    },
  } satisfies Partial<Kind>;
}
