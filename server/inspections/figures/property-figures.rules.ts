import type { RequirementCounts } from '#contract/coverage.ts';
import { severities, type Severity } from '#contract/finding-categories.ts';
import type { RunScore } from '#contract/runs.ts';
import { noFigures } from './figures.rules.ts';
import type { CurrentArea } from './property-figures.repository.ts';
import { runScore } from '../runs/runs.rules.ts';

type SeverityCounts = Record<Severity, number>;

/** The score of a property with its coverage, the same on every screen, and the property's open findings. */
export interface PropertyFigures extends RunScore {
  openFindings: SeverityCounts;
}

function sumBySeverity(rows: readonly SeverityCounts[]): SeverityCounts {
  const sums = { ...noFigures.openOf };
  for (const row of rows) for (const severity of severities) sums[severity] += row[severity];
  return sums;
}

/** The figures of a property from its applicable areas and the open findings of its inspections outside of runs. */
export function propertyFigures(
  areas: readonly CurrentArea[],
  outside: readonly SeverityCounts[],
  ofProperty: RequirementCounts,
): PropertyFigures {
  const scored = areas.map(({ code, figures: { score, worst, coverage } }) => ({
    code,
    complianceScore: score,
    worstSeverity: worst,
    coverage,
  }));
  const openFindings = sumBySeverity([...areas.map(({ figures }) => figures.openOf), ...outside]);
  const openOutside = sumBySeverity(outside);
  const worstOutside = severities.find((severity) => openOutside[severity] > 0) ?? null;
  return { ...runScore(scored, ofProperty, worstOutside), openFindings };
}
