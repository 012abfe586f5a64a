import type { ComplianceScore } from '#contract/analysis.ts';
import { dimensionOf, scoreDimensions } from '#contract/finding-categories.ts';
import type { FindingCategory, ScoreDimension, Severity } from '#contract/finding-categories.ts';

/** Points that a finding of full confidence takes off its dimension. */
export const penaltyOf: Record<Severity, number> = { critical: 40, high: 20, medium: 8, low: 3 };
export const dimensionWeights: Record<ScoreDimension, number> = { safety: 0.4, condition: 0.35, maintenance: 0.25 };
/** No score with an open critical finding passes this. */
export const criticalCap = 59;
/** A property whose safety equipment fails (below `areaPass`) cannot score more than this. */
export const safetyEquipmentCap = 79;
const areaPass = 60;

/** An open finding: neither dismissed nor resolved. confidence is 0-100 and ignored (taken as 100) for a person's. */
export interface ScoredFinding {
  severity: Severity;
  category: FindingCategory;
  confidence: number;
  source?: 'ai' | 'person';
}

/** A finding of an area; photoId lets a defect seen again in another photo count once. */
export interface AreaFinding extends ScoredFinding {
  photoId?: string | null;
}

interface Deduction {
  severity: Severity;
  category: FindingCategory;
  dimension: ScoreDimension;
  /** 0-100, as it was counted. */
  confidence: number;
  points: number;
}

/** The arithmetic of a score, for showing it: deductions, what was left of each dimension, the sum and the cap. */
export interface ScoreExplanation {
  score: ComplianceScore;
  deductions: Deduction[];
  weighted: { dimension: ScoreDimension; weight: number; points: number; product: number }[];
  sum: number;
  capped: boolean;
}

/** To one decimal; the millionth first, so that the order of a sum cannot tip a half. */
const round = (value: number): number => Math.round(Math.round(value * 1e6) / 1e5) / 10;
const clampPercent = (value: number): number => (Number.isFinite(value) ? Math.min(100, Math.max(0, value)) : 0);

function deduct(finding: ScoredFinding): Deduction {
  const confidence = finding.source === 'person' ? 100 : clampPercent(finding.confidence);
  const points = (penaltyOf[finding.severity] * confidence) / 100;
  const { severity, category } = finding;
  return { severity, category, dimension: dimensionOf[category], confidence, points };
}

/** Score of a photo with every step of the arithmetic; points are rounded to one decimal, the sum is made before that. */
export function explainFindings(findings: readonly ScoredFinding[]): ScoreExplanation {
  const deductions = findings.map(deduct);
  const left = (dimension: ScoreDimension): number =>
    Math.max(
      0,
      deductions.reduce((points, d) => (d.dimension === dimension ? points - d.points : points), 100),
    );
  const weighted = scoreDimensions.map((dimension) => {
    const weight = dimensionWeights[dimension];
    const points = left(dimension);
    return { dimension, weight, points: round(points), product: weight * points };
  });
  const sum = weighted.reduce((total, part) => total + part.product, 0);
  const count = (...wanted: Severity[]): number => findings.filter((f) => wanted.includes(f.severity)).length;
  const criticalIssues = count('critical');
  const capped = criticalIssues > 0 && sum > criticalCap;
  const pointsOf = (dimension: ScoreDimension): number => round(left(dimension));
  return {
    score: {
      overall: round(capped ? criticalCap : sum),
      safety: pointsOf('safety'),
      condition: pointsOf('condition'),
      maintenance: pointsOf('maintenance'),
      breakdown: { criticalIssues, majorIssues: count('high'), minorIssues: count('medium', 'low') },
    },
    deductions,
    weighted: weighted.map((part) => ({ ...part, product: round(part.product) })),
    sum: round(sum),
    capped,
  };
}

/** Compliance score of one photo from its own open findings. */
export function scoreFindings(findings: readonly ScoredFinding[]): ComplianceScore {
  return explainFindings(findings).score;
}

/**
 * Findings of an area with defects that were photographed more than once counted once. Photos of one area overlap, and
 * two pictures of one crack cannot be told from two cracks; so in each category the number of defects is the largest
 * that any one photo shows, and the r-th worst of one photo is taken as the r-th worst of the others. Findings of a
 * person, and those without a photo, always count.
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
      const key = `${finding.category} ${rank}`;
      const best = ranks.get(key);
      if (!best || byWeight(finding, best) < 0) ranks.set(key, finding);
    }
  }
  return [...distinct, ...ranks.values()];
}

const byWeight = (a: ScoredFinding, b: ScoredFinding): number =>
  penaltyOf[b.severity] - penaltyOf[a.severity] || b.confidence - a.confidence;

/** As scoreArea, with the arithmetic. */
export function explainArea(findings: readonly AreaFinding[]): ScoreExplanation {
  return explainFindings(distinctFindings(findings));
}

/** Compliance score of an area session from the open findings of all its photos and its failed checklist items. */
export function scoreArea(findings: readonly AreaFinding[]): ComplianceScore {
  return explainArea(findings).score;
}

/** An applicable area; score is null while it has no photo. */
export interface AreaScore {
  code: string;
  score: number | null;
}

export interface PropertyScore {
  /** Points 0-100 of the areas that have a score; null when none has. */
  overall: number | null;
  /** False while an area has no photos: then the score is of the finished part and never a pass. */
  complete: boolean;
  /** True when failing safety equipment held the score down. */
  capped: boolean;
  grade: Grade | null;
}

export interface PropertyExplanation extends PropertyScore {
  parts: { code: string; weight: number; score: number | null }[];
  weightSum: number;
  mean: number | null;
}

const areaWeights: Record<string, number> = { guest_rooms: 3, safety_equipment: 2 };

/** As scoreProperty, with the weights and the mean before the cap. */
export function explainProperty(areas: readonly AreaScore[]): PropertyExplanation {
  const parts = areas.map(({ code, score }) => ({ code, score, weight: areaWeights[code] ?? 1 }));
  let weightSum = 0;
  let points = 0;
  for (const { score, weight } of parts) {
    if (score === null) continue;
    weightSum += weight;
    points += weight * clampPercent(score);
  }
  const mean = weightSum > 0 ? points / weightSum : null;
  const failing = parts.some(({ code, score }) => code === 'safety_equipment' && score !== null && score < areaPass);
  const capped = failing && mean !== null && mean > safetyEquipmentCap;
  const overall = mean === null ? null : round(capped ? safetyEquipmentCap : mean);
  const complete = parts.length > 0 && parts.every(({ score }) => score !== null);
  const grade = complete && overall !== null ? gradeOf(overall) : null;
  return { overall, complete, capped, grade, parts, weightSum, mean: mean === null ? null : round(mean) };
}

/** Score of a property: weighted mean of its applicable areas (guest rooms 3, safety equipment 2, others 1). */
export function scoreProperty(areas: readonly AreaScore[]): PropertyScore {
  const { overall, complete, capped, grade } = explainProperty(areas);
  return { overall, complete, capped, grade };
}

export type Grade = 'A' | 'B' | 'C' | 'fail';

/** Band of a score of 0-100: 90 A, 80 B, 70 C, below 70 fail. */
export function gradeOf(score: number): Grade {
  if (score >= 90) return 'A';
  if (score >= 80) return 'B';
  return score >= 70 ? 'C' : 'fail';
}
