import type { ChecklistItem } from '#contract/checklists.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import type { Finding } from '#contract/findings.ts';

type Check = Pick<ChecklistItem, 'result' | 'critical' | 'aiHint'>;

/** The position of a check in a review; lower numbers come first. */
const reviewRank = ({ result, critical }: Check): number =>
  (result === 'fail' ? 0 : result === null ? 2 : result === 'not_applicable' ? 4 : 6) + (critical ? 0 : 1);

/**
 * The checks that a reviewer should read first (failed, unanswered, doubted by the AI, or critical and said not to apply),
 * and the others.
 */
export function checksToRead<T extends Check>(items: readonly T[]): { first: T[]; rest: T[] } {
  const needsReading = ({ result, critical, aiHint }: T) =>
    result === null || result === 'fail' || aiHint !== null || (critical && result === 'not_applicable');
  return {
    first: items.filter(needsReading).toSorted((a, b) => reviewRank(a) - reviewRank(b)),
    rest: items.filter((item) => !needsReading(item)),
  };
}

/** '9 of 12 answered, 1 failed'. */
export function checksText(items: readonly Pick<ChecklistItem, 'result'>[]): string {
  const answered = items.filter(({ result }) => result !== null).length;
  const count = (wanted: ChecklistItem['result']) => items.filter(({ result }) => result === wanted).length;
  const [failed, notApplicable] = [count('fail'), count('not_applicable')];
  return [
    `${answered} of ${items.length} answered`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notApplicable > 0 ? [`${notApplicable} not applicable`] : []),
  ].join(', ');
}

type Compared = Pick<Finding, 'category' | 'room' | 'status'>;

/** Whether a finding of the previous inspection is open again: a finding of the same category in the same room. */
export const isFoundAgain = (earlier: Compared, now: readonly Compared[]): boolean =>
  earlier.status !== 'dismissed' &&
  now.some(
    (finding) => isOpenFinding(finding) && finding.category === earlier.category && finding.room === earlier.room,
  );
