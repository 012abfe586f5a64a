import type { Analysis, BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { overlap, samePlace } from '#contract/vision/overlap.ts';
import type { LabeledPhoto, PhotoKind } from './manifest.ts';

/** A labeled photo and an engine's analysis of it. */
export interface EvaluatedPhoto {
  photo: LabeledPhoto;
  analysis: Analysis;
}

/** A share with its 95% interval (Wilson score), 0-1; null when there is nothing to count. */
export interface Figure {
  hits: number;
  of: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

/** Damage that covers less of its photo than this counts as small damage in a wide shot. */
const smallShare = 0.05;
const z95 = 1.96;

export function figure(hits: number, of: number): Figure {
  if (of === 0) return { hits, of, share: null, low: null, high: null };
  const share = hits / of;
  const middle = share + z95 ** 2 / (2 * of);
  const reach = z95 * Math.sqrt((share * (1 - share)) / of + z95 ** 2 / (4 * of ** 2));
  const scale = 1 + z95 ** 2 / of;
  return { hits, of, share, low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) };
}

const countOf = <Item>(items: readonly Item[], test: (item: Item) => boolean): Figure =>
  figure(items.filter(test).length, items.length);

const truthOf = ({ photo }: EvaluatedPhoto): FindingCategory[] => photo.defects.map((defect) => defect.class);
const isFound = ({ analysis }: EvaluatedPhoto): boolean => analysis.detectedIssues.length > 0;
const overlapsTruth = (found: BoundingBox | undefined, truth: BoundingBox): boolean =>
  found !== undefined && overlap(found, truth) >= samePlace;

/** Whether a finding of the photo has a category that the photo really shows. */
export function isRightClass(judged: EvaluatedPhoto): boolean {
  return judged.analysis.detectedIssues.some((issue) => truthOf(judged).includes(issue.category));
}

/** Whether the most confident finding, or one of its two alternatives, has a category that the photo really shows. */
function isAmongThree(judged: EvaluatedPhoto): boolean {
  const [first] = judged.analysis.detectedIssues.toSorted((a, b) => b.confidence - a.confidence);
  if (!first) return false;
  return [first.category, ...(first.alternatives ?? [])].slice(0, 3).some((name) => truthOf(judged).includes(name));
}

/** Whether a finding is at a place where the photo really shows damage. */
export function isRightPlace({ analysis, photo }: EvaluatedPhoto): boolean {
  return analysis.detectedIssues.some((issue) =>
    photo.defects.some(({ box }) => overlapsTruth(issue.boundingBox, box)),
  );
}

const damagedShare = ({ photo }: EvaluatedPhoto): number =>
  photo.defects.reduce((sum, { box }) => sum + box.width * box.height, 0);

export interface ClassFigures {
  category: FindingCategory;
  found: Figure;
  rightClass: Figure;
  rightPlace: Figure;
}

export interface Evaluation {
  photos: number;
  found: Figure;
  rightClass: Figure;
  amongThree: Figure;
  rightPlace: Figure;
  smallFound: Figure;
  smallRightPlace: Figure;
  falseAlarms: Figure;
  findingsOfRightClass: Figure;
  objectRecall: Figure;
  objectPrecision: Figure;
  poorRefused: Figure;
  goodRefused: Figure;
  byClass: ClassFigures[];
  /**
   * The number of photos for each pair of a true category and the category of the most confident finding; null means
   * none.
   */
  confusion: { truth: FindingCategory | null; predicted: FindingCategory | null; photos: number }[];
  /** How many of the findings in a range of confidence were right. */
  calibration: { from: number; to: number; correct: Figure }[];
  medianMs: number | null;
}

const unusableKinds: readonly PhotoKind[] = ['blurred', 'dark', 'overexposed'];

/** All published figures of an engine on labeled photos. */
export function evaluate(judged: readonly EvaluatedPhoto[]): Evaluation {
  const ofKind = (...kinds: PhotoKind[]): EvaluatedPhoto[] => judged.filter(({ photo }) => kinds.includes(photo.kind));
  const damaged = ofKind('defect');
  const small = damaged.filter((each) => damagedShare(each) < smallShare);
  const poor = ofKind(...unusableKinds);
  const good = ofKind('clean', 'defect', 'objects');
  const isRefused = ({ analysis }: EvaluatedPhoto): boolean => !analysis.imageQuality.usable;
  const times = judged.map(({ analysis }) => analysis.engine.durationMs).toSorted((a, b) => a - b);
  return {
    photos: judged.length,
    found: countOf(damaged, isFound),
    rightClass: countOf(damaged, isRightClass),
    amongThree: countOf(damaged, isAmongThree),
    rightPlace: countOf(damaged, isRightPlace),
    smallFound: countOf(small, isFound),
    smallRightPlace: countOf(small, isRightPlace),
    falseAlarms: countOf(ofKind('clean'), isFound),
    findingsOfRightClass: countOf(
      damaged.flatMap((each) => each.analysis.detectedIssues.map((issue) => truthOf(each).includes(issue.category))),
      Boolean,
    ),
    ...objectFigures(judged),
    poorRefused: countOf(poor, isRefused),
    goodRefused: countOf(good, isRefused),
    byClass: classFigures(damaged),
    confusion: confusionOf([...damaged, ...ofKind('clean')]),
    calibration: calibrationOf(judged),
    medianMs: times[Math.floor(times.length / 2)] ?? null,
  };
}

function objectFigures(judged: readonly EvaluatedPhoto[]): Pick<Evaluation, 'objectRecall' | 'objectPrecision'> {
  const named = judged
    .filter(({ photo }) => photo.objects.length > 0)
    .map(({ analysis, photo }) => ({
      truth: new Set(photo.objects),
      predicted: new Set(analysis.objects.map(({ name }) => name)),
    }));
  const sum = (count: (each: (typeof named)[number]) => number): number =>
    named.reduce((total, each) => total + count(each), 0);
  const hits = sum(({ predicted, truth }) => [...truth].filter((name) => predicted.has(name)).length);
  return {
    objectRecall: figure(
      hits,
      sum(({ truth }) => truth.size),
    ),
    objectPrecision: figure(
      hits,
      sum(({ predicted }) => predicted.size),
    ),
  };
}

function classFigures(damaged: readonly EvaluatedPhoto[]): ClassFigures[] {
  const categories = [...new Set(damaged.flatMap(truthOf))].toSorted();
  return categories.map((category) => {
    const own = damaged.filter((each) => truthOf(each).includes(category));
    return {
      category,
      found: countOf(own, isFound),
      rightClass: countOf(own, ({ analysis }) => analysis.detectedIssues.some((issue) => issue.category === category)),
      rightPlace: countOf(own, isRightPlace),
    };
  });
}

/** A photo with several kinds of damage counts under the predicted one, if that is among them. */
function confusionOf(judged: readonly EvaluatedPhoto[]): Evaluation['confusion'] {
  const pairs = new Map<string, Evaluation['confusion'][number]>();
  for (const each of judged) {
    const [first] = each.analysis.detectedIssues.toSorted((a, b) => b.confidence - a.confidence);
    const predicted = first?.category ?? null;
    const truths = truthOf(each);
    const truth = truths.find((name) => name === predicted) ?? truths[0] ?? null;
    const key = `${truth} ${predicted}`;
    const pair = pairs.get(key) ?? { truth, predicted, photos: 0 };
    pairs.set(key, { ...pair, photos: pair.photos + 1 });
  }
  return [...pairs.values()].toSorted((a, b) => b.photos - a.photos);
}

const bands = [
  [0, 40],
  [40, 50],
  [50, 60],
  [60, 70],
  [70, 80],
  [80, 90],
  [90, 101],
] as const;

function calibrationOf(judged: readonly EvaluatedPhoto[]): Evaluation['calibration'] {
  const findings = judged.flatMap((each) =>
    each.analysis.detectedIssues.map((issue) => ({
      confidence: issue.confidence,
      holds: truthOf(each).includes(issue.category),
    })),
  );
  return bands.map(([from, to]) => ({
    from,
    to: Math.min(100, to),
    correct: countOf(
      findings.filter(({ confidence }) => confidence >= from && confidence < to),
      ({ holds }) => holds,
    ),
  }));
}

/**
 * The faults of an analysis, used to show the worst first: a miss, a false alarm, a wrong class or place, a wrong
 * quality.
 */
export function faultsOf(judged: EvaluatedPhoto): string[] {
  const { analysis, photo } = judged;
  const faults: string[] = [];
  if (photo.kind === 'defect' && !isFound(judged)) faults.push('missed');
  if (photo.kind === 'clean' && isFound(judged)) faults.push('false alarm');
  if (photo.kind === 'defect' && isFound(judged) && !isRightPlace(judged)) faults.push('wrong place');
  if (photo.kind === 'defect' && isFound(judged) && !isRightClass(judged)) faults.push('wrong class');
  if (unusableKinds.includes(photo.kind) && analysis.imageQuality.usable) faults.push('accepted a poor photo');
  if (!unusableKinds.includes(photo.kind) && !analysis.imageQuality.usable) faults.push('refused a good photo');
  return faults;
}
