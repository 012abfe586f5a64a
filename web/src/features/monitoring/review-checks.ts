import type { ChecklistItem } from '#contract/checklists.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import type { Finding } from '#contract/findings.ts';

type Check = Pick<ChecklistItem, 'result' | 'critical' | 'aiHint'>;

/** How much a check matters to a reviewer; the smallest comes first. */
const placeOf = ({ result, critical }: Check): number =>
  (result === 'fail' ? 0 : result === null ? 2 : 4) + (critical ? 0 : 1);

/** The checks that a reviewer reads first (failed, doubted by the AI or not answered), and the others. */
export function checksToRead<T extends Check>(items: readonly T[]): { first: T[]; rest: T[] } {
  const matters = ({ result, aiHint }: T) => result === null || result === 'fail' || aiHint !== null;
  return {
    first: items.filter(matters).toSorted((a, b) => placeOf(a) - placeOf(b)),
    rest: items.filter((item) => !matters(item)),
  };
}

/** '9 of 12 answered, 1 failed'. */
export function checksText(items: readonly Pick<ChecklistItem, 'result'>[]): string {
  const answered = items.filter(({ result }) => result !== null).length;
  const failed = items.filter(({ result }) => result === 'fail').length;
  return `${answered} of ${items.length} answered${failed > 0 ? `, ${failed} failed` : ''}`;
}

type Compared = Pick<Finding, 'category' | 'room' | 'status'>;

/** Whether a finding of the last inspection is open again: the same kind of defect, in the same room where one is given. */
export const isFoundAgain = (earlier: Compared, now: readonly Compared[]): boolean =>
  earlier.status !== 'dismissed' &&
  now.some(
    (finding) => isOpenFinding(finding) && finding.category === earlier.category && finding.room === earlier.room,
  );
