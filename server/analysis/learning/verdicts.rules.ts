import type { BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import type { FindingStatus } from '#contract/findings.ts';
import type { CategoryExamples } from '#contract/learning.ts';
import type { LabeledBox } from './cells.rules.ts';
import { countByCategory } from './outcomes.rules.ts';

/** An account's latest verdict on a finding. */
interface Vote {
  holds: boolean;
  /** The category that the account chose; null if it was not recorded. */
  category: FindingCategory | null;
}
type Votes = ReadonlyMap<string, Vote>;

/** A finding, and the latest verdict of each account about it. */
export interface JudgedFinding {
  category: FindingCategory;
  status: FindingStatus;
  decidedBy: string | null;
  /** Its places on the photo; empty when none was drawn. */
  boxes: BoundingBox[];
  verdicts: ({ userId: string } & Vote)[];
}

/** A photo that users have seen, with the findings of all its copies. */
export interface JudgedPhoto {
  /** The SHA-256 of the file. */
  id: string;
  storageKey: string;
  findings: JudgedFinding[];
  /** The owner who submitted it and the reviewer who approved it; null when it is not approved. */
  approvedBy: { owner: string; reviewer: string } | null;
}

/** A labeled photo for training, and the accounts that judged it. */
export interface VerdictExample {
  id: string;
  storageKey: string;
  defects: LabeledBox[];
  unknown: BoundingBox[];
  by: string[];
}

function votesOn({ category, decidedBy, status, verdicts }: JudgedFinding): Votes {
  const votes = new Map(verdicts.map(({ userId, ...vote }): [string, Vote] => [userId, vote]));
  // A decision without a verdict, such as that of a passed check.
  if (decidedBy !== null && !votes.has(decidedBy) && status !== 'pending')
    votes.set(decidedBy, { holds: status !== 'dismissed', category });
  return votes;
}

/** An admin's verdict counts twice, because it is their task to judge those of owners. */
const weights = { trusted: 2, other: 1 } as const;
/** The share of votes needed for a verdict; below it the finding is contested. */
const agreement = 2 / 3;

type Verdict = { kind: 'holds' | 'dismissed'; by: string[] } | { kind: 'contested' } | { kind: 'unjudged' };

/** The combined verdict of the accounts on a finding. `reviewer` approved the inspection to which it belongs. */
export function verdictOn(finding: JudgedFinding, trusted: ReadonlySet<string>, reviewer: string | null): Verdict {
  const votes = new Map(votesOn(finding));
  if (votes.size === 0) return { kind: 'unjudged' };
  // Approving the inspection means agreeing with each decision in it.
  if (reviewer !== null && !votes.has(reviewer) && finding.status !== 'pending')
    votes.set(reviewer, { holds: finding.status !== 'dismissed', category: finding.category });
  const weigh = (chosen: (vote: Vote) => boolean) => {
    const by = [...votes].filter(([, vote]) => chosen(vote)).map(([userId]) => userId);
    return { by, weight: by.reduce((sum, id) => sum + (trusted.has(id) ? weights.trusted : weights.other), 0) };
  };
  const all = weigh(() => true).weight;
  const confirmed = weigh(({ category, holds }) => holds && category === finding.category);
  const dismissed = weigh(({ holds }) => !holds);
  if (confirmed.weight >= agreement * all) return { kind: 'holds', by: confirmed.by };
  if (dismissed.weight >= agreement * all) return { kind: 'dismissed', by: dismissed.by };
  return { kind: 'contested' };
}

/** The example from a photo; null when not all of it was judged, 'contested' when users contradict each other. */
export function exampleOf(
  { approvedBy, findings, id, storageKey }: JudgedPhoto,
  trusted: ReadonlySet<string>,
): VerdictExample | 'contested' | null {
  const judged = findings.map((finding) => ({
    finding,
    verdict: verdictOn(finding, trusted, approvedBy?.reviewer ?? null),
  }));
  const defects: LabeledBox[] = [];
  const unknown: BoundingBox[] = [];
  const by = new Set(approvedBy ? [approvedBy.owner, approvedBy.reviewer] : []);
  for (const { finding, verdict } of judged) {
    if ('by' in verdict) for (const userId of verdict.by) by.add(userId);
    if (verdict.kind === 'dismissed') continue;
    // Damage without a box may be anywhere on the photo.
    if (finding.boxes.length === 0) return verdict.kind === 'contested' ? 'contested' : null;
    if (verdict.kind === 'holds') defects.push(...finding.boxes.map((box) => ({ box, category: finding.category })));
    else unknown.push(...finding.boxes);
  }
  if (defects.length === 0 && unknown.length > 0)
    return judged.some(({ verdict }) => verdict.kind === 'contested') ? 'contested' : null;
  return by.size > 0 ? { id, storageKey, defects, unknown, by: [...by] } : null;
}

/** The only reviewer, unless an admin; null if several users reviewed the photo. */
const soleReviewer = ({ by }: VerdictExample, trusted: ReadonlySet<string>): string | null => {
  const [first] = by;
  return first !== undefined && by.length === 1 && !trusted.has(first) ? first : null;
};

/**
 * The maximum number of photos that one account alone may have judged: at most half of all examples, so that it can be
 * outweighed, and a quarter with four accounts or more.
 */
export function maxExamplesPerReviewer(examples: readonly VerdictExample[], trusted: ReadonlySet<string>): number {
  const accounts = new Set(examples.flatMap(({ by }) => by)).size;
  const share = 1 / Math.min(4, Math.max(2, accounts));
  const soleCounts = new Map<string, number>();
  for (const account of examples.map((example) => soleReviewer(example, trusted))) {
    if (account !== null) soleCounts.set(account, (soleCounts.get(account) ?? 0) + 1);
  }
  const counts = [...soleCounts.values()];
  const shared = examples.length - counts.reduce((sum, count) => sum + count, 0);
  for (let most = Math.max(0, ...counts); most > 0; most -= 1) {
    const total = shared + counts.reduce((sum, count) => sum + Math.min(count, most), 0);
    if (most <= share * total) return most;
  }
  return 0;
}

function withinShares(examples: readonly VerdictExample[], trusted: ReadonlySet<string>): VerdictExample[] {
  const most = maxExamplesPerReviewer(examples, trusted);
  const taken = new Map<string, number>();
  return examples.filter((example) => {
    const account = soleReviewer(example, trusted);
    if (account === null) return true;
    taken.set(account, (taken.get(account) ?? 0) + 1);
    return (taken.get(account) ?? 0) <= most;
  });
}

/** With fewer photos of a category, cross-validation in five folds could not train on some and test on others. */
const minPhotosOfCategory = 5;

/** Categories with enough photos that a second account or an admin has judged. */
function categoriesToTrain(
  examples: readonly VerdictExample[],
  trusted: ReadonlySet<string>,
): ReadonlySet<FindingCategory> {
  const shown = (category: FindingCategory) =>
    examples.filter(({ defects }) => defects.some((defect) => defect.category === category));
  const categories = examples.flatMap(({ defects }) => defects.map(({ category }) => category));
  return new Set(
    categories.filter((category) => {
      const photos = shown(category);
      const accounts = new Set(photos.flatMap(({ by }) => by));
      return (
        photos.length >= minPhotosOfCategory && (accounts.size >= 2 || [...accounts].some((id) => trusted.has(id)))
      );
    }),
  );
}

/** Reading 300 photos takes a few minutes, and more would add little. */
const maxPhotos = 300;
/** Most photos show sound surfaces, and more of them would add little. */
const cleanPerDamaged = 2;
const minCleanPhotos = 10;

export interface ExampleSet {
  /** The examples for training, newest first. */
  examples: VerdictExample[];
  /** All categories that users have found, including those with too few photos for training. */
  categories: CategoryExamples[];
  setAside: number;
  contested: number;
}

/** The examples from judged photos, which must be ordered newest first. */
export function exampleSetOf(photos: readonly JudgedPhoto[], trusted: ReadonlySet<string>): ExampleSet {
  const read = photos.map((photo) => exampleOf(photo, trusted));
  const judged = read.filter((each) => each !== null && each !== 'contested');
  const kept = withinShares(judged, trusted);
  const taught = categoriesToTrain(kept, trusted);
  const sure = kept
    .map(({ defects, unknown, ...rest }) => ({
      ...rest,
      defects: defects.filter(({ category }) => taught.has(category)),
      unknown: [...unknown, ...defects.filter(({ category }) => !taught.has(category)).map(({ box }) => box)],
    }))
    .filter(({ defects, unknown }) => defects.length > 0 || unknown.length === 0);
  const damaged = sure.filter(({ defects }) => defects.length > 0).slice(0, maxPhotos / 2);
  const clean = sure
    .filter(({ defects }) => defects.length === 0)
    .slice(0, Math.min(maxPhotos - damaged.length, Math.max(minCleanPhotos, cleanPerDamaged * damaged.length)));
  return {
    examples: [...damaged, ...clean],
    categories: countByCategory(kept).map((each) => ({ ...each, taught: taught.has(each.category) })),
    setAside: judged.length - kept.length,
    contested: read.filter((each) => each === 'contested').length,
  };
}

/** The number of photos with and without damage that each account contributed, for the audit log. */
export function countByReviewer(
  examples: readonly VerdictExample[],
): { userId: string; damaged: number; clean: number }[] {
  const accounts = [...new Set(examples.flatMap(({ by }) => by))];
  return accounts.map((userId) => {
    const own = examples.filter(({ by }) => by.includes(userId));
    const damaged = own.filter(({ defects }) => defects.length > 0).length;
    return { userId, damaged, clean: own.length - damaged };
  });
}
