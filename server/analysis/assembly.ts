import { randomUUID } from 'node:crypto';
import type { Analysis, DetectedIssue } from '#contract/analysis.ts';
import type { Reading } from './engine/port.ts';
import { defectsOfPhoto } from './extents.rules.ts';
import { overallConfidence } from './findings.rules.ts';
import { recommend } from './recommendations.rules.ts';
import { scoreFindings } from './scoring.rules.ts';

/** Adds ids, texts and score, which are computed the same way for every engine. */
export function assemble(
  { engine, result, imageQuality, durationMs }: Reading,
  about: Partial<Pick<Analysis['engine'], 'places' | 'standsInFor'>> = {},
): Analysis {
  const { findings, labels, model, objects, version } = result;
  const detectedIssues: DetectedIssue[] = findings.map((finding) => {
    const { description, recommendedAction } = recommend(finding.category, finding.severity);
    return { id: randomUUID(), description, recommendedAction, ...finding };
  });
  return {
    objects,
    labels,
    detectedIssues,
    overallConfidence: overallConfidence({ findings, objects, labels, imageQuality }),
    complianceScore: imageQuality.usable ? scoreFindings(defectsOfPhoto(detectedIssues)) : null,
    imageQuality,
    engine: { name: engine, model, version, durationMs: Math.round(durationMs), ...about },
  };
}
