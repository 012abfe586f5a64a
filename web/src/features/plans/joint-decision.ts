import { t } from '#contract/language.ts';
import { detailOf, hasStatus, NoConnection } from '#web/lib/api-error.ts';

interface Named {
  id: string;
  title: string;
}
export interface Failed {
  title: string;
  reason: string;
}

/**
 * Takes a step for one item after the other, because each of them locks the plan. A refused item does not affect the others, but
 * without a connection or a session the rest is not tried.
 */
export async function eachItem<Item extends Named, Result>(
  items: readonly Item[],
  step: (item: Item) => Promise<Result>,
  onProgress?: (done: number) => void,
): Promise<{ done: Result[]; failed: Failed[] }> {
  const done: Result[] = [];
  const failed: Failed[] = [];
  let stopped: string | null = null;
  // Each report draws the whole list again, so a long one reports every twentieth part.
  const reported = Math.ceil(items.length / 20);
  for (const [index, item] of items.entries()) {
    if (index % reported === 0) onProgress?.(index);
    if (stopped === null) {
      try {
        done.push(await step(item));
        continue;
      } catch (error) {
        failed.push({ title: item.title, reason: detailOf(error) });
        if (error instanceof NoConnection || hasStatus(error, 401)) stopped = detailOf(error);
        continue;
      }
    }
    failed.push({ title: item.title, reason: stopped });
  }
  return { done, failed };
}

const namedTitles = 3;
/** "“Exit sign”, “Door closer” and 3 more" */
function titlesText(titles: readonly string[]): string {
  const named = titles.slice(0, namedTitles).map((title) => `“${t(title)}”`);
  const more = titles.length - named.length;
  return more > 0 ? t('{titles} and {more} more', { titles: named.join(', '), more }) : named.join(', ');
}

/** Which items failed and why, each reason once: "Not approved: “Exit sign”, “Door closer” (The item is rejected)". */
export function failedText(failed: readonly Failed[], what: string): string {
  const byReason = Map.groupBy(failed, ({ reason }) => reason);
  const parts = [...byReason].map(
    ([reason, items]) => `${titlesText(items.map(({ title }) => title))} (${reason.replace(/\.$/, '')})`,
  );
  return `${what}: ${parts.join('; ')}`;
}
