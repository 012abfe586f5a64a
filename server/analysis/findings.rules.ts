import type { ImageQuality } from '#contract/analysis.ts';
import { penaltyOf } from './scoring.rules.ts';
import type { ScoredFinding } from './scoring.rules.ts';

interface Rated {
  confidence: number;
}

/** A blurred or dark picture hides details, so its analysis is less reliable. */
const unusableFactor = 0.6;
/** The confidence when nothing at all was recognized. */
const defaultConfidence = 30;

/**
 * How reliable the whole analysis is, 0-100: the mean confidence of everything found, weighted by importance (findings
 * by their penalty, objects and labels by 2 and 1), and reduced for a picture of bad quality.
 */
export function overallConfidence(seen: {
  findings: readonly ScoredFinding[];
  objects: readonly Rated[];
  labels: readonly Rated[];
  imageQuality: ImageQuality;
}): number {
  const rated = [
    ...seen.findings.map((finding) => ({ confidence: finding.confidence, weight: penaltyOf[finding.severity] })),
    ...seen.objects.map(({ confidence }) => ({ confidence, weight: 2 })),
    ...seen.labels.map(({ confidence }) => ({ confidence, weight: 1 })),
  ];
  const weights = rated.reduce((sum, each) => sum + each.weight, 0);
  const mean =
    weights === 0 ? defaultConfidence : rated.reduce((sum, each) => sum + each.confidence * each.weight, 0) / weights;
  return Math.round(mean * (seen.imageQuality.usable ? 1 : unusableFactor));
}
