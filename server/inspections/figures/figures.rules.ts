import { noCoverage, type Coverage } from '#contract/coverage.ts';
import type { Severity } from '#contract/finding-categories.ts';

/** An area that does not apply to a property. */
export interface AreaLeftOut {
  area: string;
  reason: string;
}

/** The figures of an area session or inspection, counted from its checks, photos and findings. */
export interface Figures {
  photoCount: number;
  /** Photos that are still being analyzed. */
  pendingPhotos: number;
  /** When the latest photo or recording was added; null when there is none. */
  lastEvidenceAt: Date | null;
  openFindings: number;
  /** The number of open findings by severity. */
  openOf: Record<Severity, number>;
  coverage: Coverage;
  worst: Severity | null;
  /** 0-100; null until the critical checks are answered and there is a usable photo. */
  score: number | null;
}
export const noFigures: Figures = {
  photoCount: 0,
  pendingPhotos: 0,
  lastEvidenceAt: null,
  openFindings: 0,
  openOf: { critical: 0, high: 0, medium: 0, low: 0 },
  coverage: noCoverage,
  worst: null,
  score: null,
};

export function countBySeverity(findings: readonly { severity: Severity }[]): Record<Severity, number> {
  const counts = { ...noFigures.openOf };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
