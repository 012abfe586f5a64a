import { roomNumber } from '#contract/rooms.ts';
import type { FindingRow } from '#server/schema/findings.tables.ts';
import type { ComplianceScore } from '#contract/analysis.ts';
import { isFullyCovered, isScorable, type Coverage } from '#contract/coverage.ts';
import { dimensionOf, scoreDimensions, severities } from '#contract/finding-categories.ts';
import type { FindingCategory, ScoreDimension, Severity } from '#contract/finding-categories.ts';
import type { ScoreCap, ScoreExplanation } from '#contract/scores.ts';

/**
 * Increase it with every change of these rules, and of what is counted for them, so that scores stored before the change
 * are recounted.
 */
export const scoringVersion = 5;

/** The points that a finding of full confidence deducts from its dimension. */
export const penaltyOf: Record<Severity, number> = { critical: 40, high: 20, medium: 8, low: 3 };
export const dimensionWeights: Record<ScoreDimension, number> = { safety: 0.4, condition: 0.35, maintenance: 0.25 };
/** No score exceeds the cap of its worst open finding, however confident that finding is. */
export const capOf: Record<Severity, number> = { critical: 49, high: 69, medium: 89, low: 97 };
/** Even with nothing open, no score exceeds this until every check is answered and every requirement is met. */
export const incompleteCap = 99;
/**
 * The caps of a property's score: with an open critical finding or failing safety equipment, and with an open high
 * finding.
 */
export const propertyCaps = { critical: 59, safety_equipment: 59, high: 79 } as const;
/** An area fails below this. */
const areaPass = 60;

/** An open finding: neither dismissed nor resolved. */
export interface ScoredFinding {
  severity: Severity;
  category: FindingCategory;
  /** 0-100; taken as 100 for a finding that a user added or confirmed. */
  confidence: number;
  source?: 'ai' | 'person';
  confirmed?: boolean;
}

/** A finding of an area; with photoId, a defect that another photo shows again counts once. */
export interface AreaFinding extends ScoredFinding {
  photoId?: string | null;
  /** The room or place of the defect. */
  room?: string | null;
}

/** The facts of a stored finding that count for the score. */
export const toScored = (
  finding: Pick<FindingRow, 'severity' | 'category' | 'aiConfidence' | 'source' | 'status'>,
): ScoredFinding => ({
  severity: finding.severity,
  category: finding.category,
  source: finding.source,
  confirmed: finding.status === 'confirmed',
  confidence: Number(finding.aiConfidence ?? 100),
});

type Deduction = ScoreExplanation['deductions'][number];

/** Rounds to one decimal; rounding to a millionth first removes floating-point noise. */
const round = (value: number): number => Math.round(Math.round(value * 1e6) / 1e5) / 10;
/** Like `round`, to hundredths. */
const toHundredths = (value: number): number => Math.round(Math.round(value * 1e6) / 1e4) / 100;
const clampPercent = (value: number): number => (Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0);

const confidenceOf = ({ source, confirmed, confidence }: ScoredFinding): number =>
  source === 'person' || confirmed ? 100 : clampPercent(confidence);

function deduct(finding: ScoredFinding): Deduction {
  const confidence = confidenceOf(finding);
  const points = (penaltyOf[finding.severity] * confidence) / 100;
  const { severity, category } = finding;
  return { severity, category, dimension: dimensionOf[category], confidence, points };
}

/** The worst severity among some findings; null when there are none. */
export function worstOf(findings: readonly Pick<ScoredFinding, 'severity'>[]): Severity | null {
  return severities.find((severity) => findings.some((finding) => finding.severity === severity)) ?? null;
}

function capOfArea(worst: Severity | null, full: boolean): ScoreCap | null {
  if (worst) return { points: capOf[worst], reason: worst };
  return full ? null : { points: incompleteCap, reason: 'coverage' };
}

/**
 * The score with every step of its computation. The score comes from unrounded points. The steps are in hundredths, and
 * the stated sum is that of the stated products, so that a reader who adds them gets it.
 * `full` tells whether everything is covered; otherwise the score stays below 100 even with nothing open.
 */
export function explainFindings(findings: readonly ScoredFinding[], full = true): ScoreExplanation {
  const deductions = findings.map(deduct);
  const left = (dimension: ScoreDimension): number =>
    Math.max(
      0,
      deductions.reduce((points, d) => (d.dimension === dimension ? points - d.points : points), 100),
    );
  const weighted = scoreDimensions.map((dimension) => {
    const weight = dimensionWeights[dimension];
    const points = left(dimension);
    return { dimension, weight, points: toHundredths(points), product: weight * points };
  });
  const sum = weighted.reduce((total, part) => total + part.product, 0);
  const worst = worstOf(findings);
  const cap = capOfArea(worst, full);
  const limit = cap?.points ?? 100;
  const hasWorst = (dimension: ScoreDimension): boolean =>
    deductions.some((d) => d.dimension === dimension && d.severity === worst);
  const pointsOf = (dimension: ScoreDimension): number =>
    round(hasWorst(dimension) ? Math.min(limit, left(dimension)) : left(dimension));
  const count = (...wanted: Severity[]): number => findings.filter((f) => wanted.includes(f.severity)).length;
  const stated = weighted.map((part) => ({ ...part, product: toHundredths(part.product) }));
  return {
    score: {
      overall: round(Math.min(limit, sum)),
      safety: pointsOf('safety'),
      condition: pointsOf('condition'),
      maintenance: pointsOf('maintenance'),
      breakdown: {
        criticalIssues: count('critical'),
        majorIssues: count('high'),
        minorIssues: count('medium', 'low'),
      },
    },
    deductions,
    weighted: stated,
    sum: toHundredths(stated.reduce((total, part) => total + part.product, 0)),
    cap: sum > limit ? cap : null,
  };
}

/** The compliance score of one photo from its own open findings. */
export function scoreFindings(findings: readonly ScoredFinding[]): ComplianceScore {
  return explainFindings(findings).score;
}

/**
 * Counts defects of an area that were photographed several times once. Photos of one area overlap, and two pictures of
 * one crack look like two cracks. Therefore in each category the number of defects is the largest that any one photo of
 * a room shows, and the r-th worst of one photo is taken to be the r-th worst of the others. Findings that users added or
 * confirmed without merging them, and those without a photo, always count.
 */
export function distinctFindings(findings: readonly AreaFinding[]): AreaFinding[] {
  const seen = new Map<string, AreaFinding[]>();
  const distinct: AreaFinding[] = [];
  for (const finding of findings) {
    if (finding.source === 'person' || !finding.photoId) {
      distinct.push(finding);
      continue;
    }
    const key = `${finding.category} ${finding.photoId}`;
    seen.set(key, [...(seen.get(key) ?? []), finding]);
  }
  const ranks = new Map<string, AreaFinding>();
  for (const group of seen.values()) {
    group.sort(byWeight);
    for (const [rank, finding] of group.entries()) {
      const key = `${finding.category} ${rank} ${roomNumber(finding.room) ?? ''}`;
      const best = ranks.get(key);
      if (!best || byWeight(finding, best) < 0) ranks.set(key, finding);
    }
  }
  const confirmed = [...seen.values()].flat().filter((finding) => finding.confirmed);
  return [...distinct, ...new Set([...ranks.values(), ...confirmed])];
}

const byWeight = (a: ScoredFinding, b: ScoredFinding): number =>
  penaltyOf[b.severity] - penaltyOf[a.severity] || confidenceOf(b) - confidenceOf(a);

/** Like scoreArea, with the steps of the computation. */
export function explainArea(findings: readonly AreaFinding[], coverage: Coverage): ScoreExplanation | null {
  return isScorable(coverage) ? explainFindings(distinctFindings(findings), isFullyCovered(coverage)) : null;
}

/**
 * The compliance score of an area session or inspection from the open findings of all its photos and its failed checks;
 * null until its critical checks are answered, any check was passed or failed, and it has a usable photo.
 */
export function scoreArea(findings: readonly AreaFinding[], coverage: Coverage): ComplianceScore | null {
  return explainArea(findings, coverage)?.score ?? null;
}

/**
 * An applicable area: its score (null while it has none) and its worst open finding, which exists with or without a
 * score.
 */
export interface AreaScore {
  code: string;
  score: number | null;
  worst: Severity | null;
}

export interface PropertyScore {
  /** The mean of the areas that have a score, 0-100; null when none has. */
  overall: number | null;
  /** False while an area has no score: then the score only covers the finished part and is never a pass. */
  complete: boolean;
  /** The cap that lowered the mean, or null. */
  cap: PropertyCap | null;
  grade: Grade | null;
}

export interface PropertyCap {
  points: number;
  reason: keyof typeof propertyCaps | 'coverage';
}

export interface PropertyExplanation extends PropertyScore {
  parts: { code: string; weight: number; score: number | null }[];
  weightSum: number;
  mean: number | null;
}

const areaWeights: Record<string, number> = { guest_rooms: 3, safety_equipment: 2 };

/** What counts for a property besides its areas. */
export interface BesideAreas {
  /** Whether the requirements that are about the whole property are met. */
  requirementsMet: boolean;
  /** The worst open finding of the inspections outside of runs; null if none is open. */
  worst: Severity | null;
}
const nothingBeside: BesideAreas = { requirementsMet: true, worst: null };

/** The lowest of the caps that apply; of two equal ones, that of the critical finding. */
function capOfProperty(areas: readonly AreaScore[], beside: BesideAreas): PropertyCap | null {
  const open = [beside.worst, ...areas.map(({ worst }) => worst)];
  const worst = severities.find((severity) => open.includes(severity)) ?? null;
  const of = (reason: keyof typeof propertyCaps): PropertyCap => ({ points: propertyCaps[reason], reason });
  if (worst === 'critical') return of('critical');
  if (areas.some(({ code, score }) => code === 'safety_equipment' && score !== null && score < areaPass))
    return of('safety_equipment');
  if (worst === 'high') return of('high');
  // Rounding in the mean may hide a few tenths, and 100 must mean that nothing is open and everything was checked.
  const isFull = beside.requirementsMet && beside.worst === null && areas.every(({ score }) => score === 100);
  return isFull ? null : { points: incompleteCap, reason: 'coverage' };
}

/** Like scoreProperty, with the weights and the mean before the cap. */
export function explainProperty(areas: readonly AreaScore[], beside = nothingBeside): PropertyExplanation {
  const parts = areas.map(({ code, score }) => ({ code, score, weight: areaWeights[code] ?? 1 }));
  let weightSum = 0;
  let points = 0;
  for (const { score, weight } of parts) {
    if (score === null) continue;
    weightSum += weight;
    points += weight * clampPercent(score);
  }
  const mean = weightSum > 0 ? points / weightSum : null;
  const applies = capOfProperty(areas, beside);
  const cap = applies && mean !== null && mean > applies.points ? applies : null;
  const overall = mean === null ? null : round(cap?.points ?? mean);
  const complete = parts.length > 0 && parts.every(({ score }) => score !== null);
  const grade = complete && overall !== null ? gradeOf(overall) : null;
  return { overall, complete, cap, grade, parts, weightSum, mean: mean === null ? null : round(mean) };
}

/**
 * The score of a property: the weighted mean of its applicable areas (guest rooms 3, safety equipment 2, others 1).
 * Unmet requirements and open findings beside the areas keep it below 100, and the worst of those findings caps it too.
 */
export function scoreProperty(areas: readonly AreaScore[], beside = nothingBeside): PropertyScore {
  const { overall, complete, cap, grade } = explainProperty(areas, beside);
  return { overall, complete, cap, grade };
}

export type Grade = 'A' | 'B' | 'C' | 'fail';

/** The grade of a score of 0-100: from 90 A, from 80 B, from 70 C, below that fail. */
export function gradeOf(score: number): Grade {
  if (score >= 90) return 'A';
  if (score >= 80) return 'B';
  return score >= 70 ? 'C' : 'fail';
}
