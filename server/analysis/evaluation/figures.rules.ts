import type { Analysis, BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory } from '#contract/finding-categories.ts';
import { overlap } from '../engine/builtin/boxes.ts';
import type { LabelledPhoto, PhotoKind } from './manifest.ts';

/** A labelled photo and what an engine said of it. */
export interface JudgedPhoto {
  photo: LabelledPhoto;
  analysis: Analysis;
}

/** A share with its 95% interval (Wilson score), 0-1; null where there is nothing to count. */
export interface Figure {
  hits: number;
  of: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

/** Two boxes are at the same place when their intersection over union reaches this. */
const samePlace = 0.2;
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

const truthOf = ({ photo }: JudgedPhoto): FindingCategory[] => photo.defects.map((defect) => defect.class);
const isFound = ({ analysis }: JudgedPhoto): boolean => analysis.detectedIssues.length > 0;
const touches = (found: BoundingBox | undefined, truth: BoundingBox): boolean =>
  found !== undefined && overlap(found, truth) >= samePlace;

/** Whether a finding of the photo has a category that the photo really shows. */
export function isRightClass(judged: JudgedPhoto): boolean {
  return judged.analysis.detectedIssues.some((issue) => truthOf(judged).includes(issue.category));
}

/** Whether the most confident finding, or one of its two alternatives, has a category that the photo really shows. */
function isAmongThree(judged: JudgedPhoto): boolean {
  const [first] = judged.analysis.detectedIssues.toSorted((a, b) => b.confidence - a.confidence);
  if (!first) return false;
  return [first.category, ...(first.alternatives ?? [])].slice(0, 3).some((name) => truthOf(judged).includes(name));
}

/** Whether a finding stands where the photo really is damaged. */
export function isRightPlace({ analysis, photo }: JudgedPhoto): boolean {
  return analysis.detectedIssues.some((issue) => photo.defects.some(({ box }) => touches(issue.boundingBox, box)));
}

const damagedShare = ({ photo }: JudgedPhoto): number =>
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
  /** For each pair of a true category and what the most confident finding said: how many photos; null is 'nothing'. */
  confusion: { truth: FindingCategory | null; said: FindingCategory | null; photos: number }[];
  /** For findings said at a confidence: how many photos with damage of that category it was really. */
  calibration: { from: number; to: number; held: Figure }[];
  medianMs: number | null;
}

const poorKinds: readonly PhotoKind[] = ['blurred', 'dark', 'overexposed'];

/** Every published figure of an engine on labelled photos. */
export function evaluate(judged: readonly JudgedPhoto[]): Evaluation {
  const ofKind = (...kinds: PhotoKind[]): JudgedPhoto[] => judged.filter(({ photo }) => kinds.includes(photo.kind));
  const damaged = ofKind('defect');
  const small = damaged.filter((each) => damagedShare(each) < smallShare);
  const poor = ofKind(...poorKinds);
  const good = ofKind('clean', 'defect', 'objects');
  const isRefused = ({ analysis }: JudgedPhoto): boolean => !analysis.imageQuality.usable;
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

function objectFigures(judged: readonly JudgedPhoto[]): Pick<Evaluation, 'objectRecall' | 'objectPrecision'> {
  const named = judged
    .filter(({ photo }) => photo.objects.length > 0)
    .map(({ analysis, photo }) => ({
      truth: new Set(photo.objects),
      said: new Set(analysis.objects.map(({ name }) => name)),
    }));
  const sum = (count: (each: (typeof named)[number]) => number): number =>
    named.reduce((total, each) => total + count(each), 0);
  const hits = sum(({ said, truth }) => [...truth].filter((name) => said.has(name)).length);
  return {
    objectRecall: figure(
      hits,
      sum(({ truth }) => truth.size),
    ),
    objectPrecision: figure(
      hits,
      sum(({ said }) => said.size),
    ),
  };
}

function classFigures(damaged: readonly JudgedPhoto[]): ClassFigures[] {
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

/** A photo that shows several kinds counts as the one that was said, where that is one of them. */
function confusionOf(judged: readonly JudgedPhoto[]): Evaluation['confusion'] {
  const pairs = new Map<string, Evaluation['confusion'][number]>();
  for (const each of judged) {
    const [first] = each.analysis.detectedIssues.toSorted((a, b) => b.confidence - a.confidence);
    const said = first?.category ?? null;
    const truths = truthOf(each);
    const truth = truths.find((name) => name === said) ?? truths[0] ?? null;
    const key = `${truth} ${said}`;
    const pair = pairs.get(key) ?? { truth, said, photos: 0 };
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

function calibrationOf(judged: readonly JudgedPhoto[]): Evaluation['calibration'] {
  const findings = judged.flatMap((each) =>
    each.analysis.detectedIssues.map((issue) => ({
      confidence: issue.confidence,
      holds: truthOf(each).includes(issue.category),
    })),
  );
  return bands.map(([from, to]) => ({
    from,
    to: Math.min(100, to),
    held: countOf(
      findings.filter(({ confidence }) => confidence >= from && confidence < to),
      ({ holds }) => holds,
    ),
  }));
}

/** How bad an answer is, for showing the worst first: a miss, a false alarm, a wrong class or place, a wrong quality. */
export function faultsOf(judged: JudgedPhoto): string[] {
  const { analysis, photo } = judged;
  const faults: string[] = [];
  if (photo.kind === 'defect' && !isFound(judged)) faults.push('missed');
  if (photo.kind === 'clean' && isFound(judged)) faults.push('false alarm');
  if (photo.kind === 'defect' && isFound(judged) && !isRightPlace(judged)) faults.push('wrong place');
  if (photo.kind === 'defect' && isFound(judged) && !isRightClass(judged)) faults.push('wrong class');
  if (poorKinds.includes(photo.kind) && analysis.imageQuality.usable) faults.push('accepted a poor photo');
  if (!poorKinds.includes(photo.kind) && !analysis.imageQuality.usable) faults.push('refused a good photo');
  return faults;
}
